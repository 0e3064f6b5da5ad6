"""Rugs on the board. A rug is one byte: its colour (two bits) and its number within that colour (1..63); 0 is none.

The visible board is complete: covered halves influence nothing. A square shows the rug that lies on top of it, and two
squares that show the same rug are its two visible halves.
"""

from .board import NEIGHBOURS

COLOURS = "cyrp"
EMPTY_BOARD = bytes(49)
MOST_RUGS = 60


def rug_of(colour: int, number: int) -> int:
    """Return the byte of a rug."""
    return colour << 6 | number


def colour_of(rug: int) -> int:
    """Return the index of a rug's colour in ``COLOURS``."""
    return rug >> 6


def number_of(rug: int) -> int:
    """Return the number a rug has within its colour."""
    return rug & 63


def lay(board: bytes, first: int, second: int, rug: int) -> bytes:
    """Return the board with the rug on top of these two squares."""
    squares = bytearray(board)
    squares[first] = squares[second] = rug
    return bytes(squares)


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
