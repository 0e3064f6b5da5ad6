"""Rugs on the board. A rug is one byte: its colour (two bits) and its number (1..63); 0 is none.

A seat numbers its rugs as they come off its pile, whatever their colour, so the numbers tell the order of laying, too.
A square shows the rug that lies on top of it, and two squares that show the same rug are its two visible halves.
Covered halves have no effect; their squares are kept for the drawing only.
"""

from functools import lru_cache

from .board import NEIGHBOURS, PLACE_BITS, PLACE_SQUARES

COLOURS = "cyrp"
EMPTY_BOARD = bytes(49)
UNKNOWN = 49  # the square of a rug's other half where a position does not give it
NO_OTHER_HALVES = bytes([UNKNOWN] * 49)
NO_COLOUR = 4  # the colour of an empty square; the others are 0..3
RUG_TO_COLOUR = bytes([NO_COLOUR, *(rug >> 6 for rug in range(1, 256))])  # for ``bytes.translate``: rugs to colours

VISITED = -1  # the mark of ``flood`` on the squares that it has visited
# PADDED_NEIGHBOURS[square]: always four; those beyond the edge are square 49.
PADDED_NEIGHBOURS = tuple((*near, UNKNOWN, UNKNOWN)[:4] for near in NEIGHBOURS)


def rug_of(colour: int, number: int) -> int:
    """Return the byte of a rug."""
    return colour << 6 | number


def colour_of(rug: int) -> int:
    """Return the index of a rug's colour in ``COLOURS``."""
    return rug >> 6


def number_of(rug: int) -> int:
    """Return a rug's number."""
    return rug & 63


@lru_cache(maxsize=256)
def free_places(board: bytes) -> int:
    """Return the places on which no rug shows both halves, as a set of bits (see ``board.PLACE_BITS``)."""
    rugs = zip(PLACE_BITS, PLACE_SQUARES, strict=True)
    return sum([bit for bit, (first, second) in rugs if not board[first] == board[second] != 0])


def with_two_squares(squares: bytes, first: int, value: int, second: int, other_value: int) -> bytes:
    """Return the squares with two of them changed."""
    changed = bytearray(squares)
    changed[first], changed[second] = value, other_value
    return bytes(changed)


def flood(colours: list[int], square: int) -> list[int]:
    """Return the connected squares that have the same colour as this one, itself first.

    ``colours`` has one for each of the 49 squares and a fiftieth, ``NO_COLOUR``, for all that is beyond the edge;
    it is changed and restored. Sides connect, corners do not. The square must not be empty.
    """
    colour = colours[square]
    colours[square] = VISITED
    found = [square]
    for here in found:
        north, east, south, west = PADDED_NEIGHBOURS[here]
        if colours[north] == colour:
            colours[north] = VISITED
            found.append(north)
        if colours[east] == colour:
            colours[east] = VISITED
            found.append(east)
        if colours[south] == colour:
            colours[south] = VISITED
            found.append(south)
        if colours[west] == colour:
            colours[west] = VISITED
            found.append(west)
    for here in found:
        colours[here] = colour
    return found


def patch_sizes(colours: list[int]) -> list[int]:
    """Return how many squares the patch of each square has, 0 where there is none; ``colours`` as for ``flood``."""
    sizes = [0] * len(colours)
    for square, colour in enumerate(colours):
        if colour < NO_COLOUR and not sizes[square]:
            update_patch_size(colours, sizes, square)
    return sizes


def update_patch_size(colours: list[int], sizes: list[int], square: int) -> None:
    """Count the patch of this square again."""
    found = flood(colours, square)
    for here in found:
        sizes[here] = len(found)


def patch(board: bytes, square: int) -> tuple[int, ...]:
    """Return the connected squares that show the same colour as this one, itself included, sorted.

    The square must not be empty.
    """
    return tuple(sorted(flood([*board.translate(RUG_TO_COLOUR), NO_COLOUR], square)))
