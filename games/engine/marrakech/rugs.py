"""Rugs on the board. A rug is one byte: its colour (two bits) and its number (1..63); 0 is none.

A seat numbers its rugs as they come off its pile, whatever their colour, so the numbers tell the order of laying, too.
A square shows the rug that lies on top of it, and two squares that show the same rug are its two visible halves.
Covered halves influence nothing; where they lie is kept for the drawing only.
"""

from .board import NEIGHBOURS

COLOURS = "cyrp"
EMPTY_BOARD = bytes(49)
UNKNOWN = 49  # where the other half of a rug lies when a position does not say
NO_OTHERS = bytes([UNKNOWN] * 49)


def rug_of(colour: int, number: int) -> int:
    """Return the byte of a rug."""
    return colour << 6 | number


def colour_of(rug: int) -> int:
    """Return the index of a rug's colour in ``COLOURS``."""
    return rug >> 6


def number_of(rug: int) -> int:
    """Return a rug's number."""
    return rug & 63


def with_two(squares: bytes, first: int, value: int, second: int, other_value: int) -> bytes:
    """Return the squares with two of them set anew."""
    changed = bytearray(squares)
    changed[first], changed[second] = value, other_value
    return bytes(changed)


def patch(board: bytes, square: int) -> tuple[int, ...]:
    """Return the connected squares that show the same colour as this one, itself included, sorted.

    Sides connect, corners do not. The square must not be empty.
    """
    colour = board[square] >> 6
    found = [square]
    seen = {square}
    for here in found:
        for near in NEIGHBOURS[here]:
            if near not in seen and board[near] and board[near] >> 6 == colour:
                seen.add(near)
                found.append(near)
    return tuple(sorted(found))
