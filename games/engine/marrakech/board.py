"""The board, the walk of Assam, and the rugs on it."""

from functools import cache, lru_cache
from typing import NamedTuple

# The board as tables: squares, the mosaics round the edge, every walk of Assam and every rug place.
#
# A square is an index 0..48, row by row from the top left (a7 = 0, g7 = 6, a1 = 42); its name is a1..g7. A facing is
# 0..3 for N, E, S, W. A *pose* is both in one number, ``square << 2 | facing`` (0..195). A rotation is 0, 1, 2 for L,
# F, R. A *place* for a rug is a number 0..83 in the order of the notations (a1a2 = 0, a1b1 = 1 ... g6g7 = 83).


SIZE = 7
FACINGS = "NESW"
CENTRE = 24
FACE_WEIGHTS = (("1", 1), ("2", 2), ("3", 2), ("4", 1))
FACES = (1, 2, 3, 4)
DIE = (1, 2, 2, 3, 3, 4)  # its six sides

NAMES = tuple("abcdefg"[square % SIZE] + str(SIZE - square // SIZE) for square in range(SIZE * SIZE))
INDEX = {name: square for square, name in enumerate(NAMES)}

# Fourteen mosaics join the 28 gates in pairs, clockwise from the top left.
LOOPS = (
    (("a7", "N"), ("b7", "N")),
    (("c7", "N"), ("d7", "N")),
    (("e7", "N"), ("f7", "N")),
    (("g7", "N"), ("g7", "E")),
    (("g6", "E"), ("g5", "E")),
    (("g4", "E"), ("g3", "E")),
    (("g2", "E"), ("g1", "E")),
    (("g1", "S"), ("f1", "S")),
    (("e1", "S"), ("d1", "S")),
    (("c1", "S"), ("b1", "S")),
    (("a1", "S"), ("a1", "W")),
    (("a2", "W"), ("a3", "W")),
    (("a4", "W"), ("a5", "W")),
    (("a6", "W"), ("a7", "W")),
)


class Step(NamedTuple):
    """One step of Assam: where it leads, which way he then faces and the mosaic he took (-1: none)."""

    square: int
    facing: int
    loop: int


class Walk(NamedTuple):
    """A whole walk: ``path`` begins with the square he leaves; ``loops`` are the mosaics he took (at most one)."""

    path: tuple[int, ...]
    square: int
    facing: int
    loops: tuple[int, ...]


def _inner(square: int, facing: int) -> int | None:
    """Return the neighbour on this side, or None at the edge."""
    column, row = square % SIZE, square // SIZE
    column += (0, 1, 0, -1)[facing]
    row += (-1, 0, 1, 0)[facing]
    return row * SIZE + column if 0 <= column < SIZE and 0 <= row < SIZE else None


def _build_gates() -> dict[tuple[int, int], Step]:
    """Return where each of the 28 gates (square, side) leads: back in through the other gate of its mosaic."""
    gates = {}
    for number, ends in enumerate(LOOPS):
        for (leave, side), (enter, other_side) in (ends, ends[::-1]):
            inwards = (FACINGS.index(other_side) + 2) % 4
            gates[INDEX[leave], FACINGS.index(side)] = Step(INDEX[enter], inwards, number)
    return gates


GATES = _build_gates()


def _step(square: int, facing: int) -> Step:
    ahead = _inner(square, facing)
    return GATES[square, facing] if ahead is None else Step(ahead, facing, -1)


_STEPS = tuple(_step(pose >> 2, pose & 3) for pose in range(4 * SIZE * SIZE))


@cache
def walk_from(square: int, facing: int, face: int) -> Walk:
    """Return the walk of ``face`` steps (0 to 4) straight on from this square."""
    if not face:
        return Walk((square,), square, facing, ())
    path, square, facing, loops = walk_from(square, facing, face - 1)
    square, facing, loop = _STEPS[square << 2 | facing]
    return Walk((*path, square), square, facing, (*loops, loop) if loop >= 0 else loops)


NEIGHBOURS = tuple(
    tuple(near for facing in range(4) if (near := _inner(square, facing)) is not None) for square in range(49)
)


# PLACES: every way to lay a rug on the board (84), by notation, its squares sorted by name.
PLACES = {
    NAMES[first] + NAMES[second]: (first, second)
    for first in sorted(range(49), key=NAMES.__getitem__)
    for second in sorted(NEIGHBOURS[first], key=NAMES.__getitem__)
    if NAMES[first] < NAMES[second]
}

# POSE_AFTER_ROTATION[pose][rotation]: the pose after the rotation.
POSE_AFTER_ROTATION = tuple(
    tuple(pose & ~3 | (pose + quarter) & 3 for quarter in (-1, 0, 1)) for pose in range(4 * SIZE * SIZE)
)


# MOVE[pose][rotation * 4 + face - 1]: the pose after the rotation and the walk; straight on is MOVE[pose][3 + face].
_NEXT = [step.square << 2 | step.facing for step in _STEPS]
_STRAIGHT = [(one := _NEXT[pose], two := _NEXT[one], three := _NEXT[two], _NEXT[three]) for pose in range(len(_NEXT))]
MOVE = tuple((*_STRAIGHT[left], *_STRAIGHT[pose], *_STRAIGHT[right]) for left, pose, right in POSE_AFTER_ROTATION)

# Places by number: their names, their two squares (sorted by name); and their numbers by name.
PLACE_NAMES = tuple(PLACES)
PLACE_SQUARES = tuple(PLACES.values())
PLACE_NUMBERS = {name: place for place, name in enumerate(PLACE_NAMES)}


def _between() -> tuple[tuple[int, ...], ...]:
    table = [[-1] * 49 for _ in range(49)]
    for place, (first, second) in enumerate(PLACE_SQUARES):
        table[first][second] = table[second][first] = place
    return tuple(map(tuple, table))


def _candidates(square: int) -> tuple[int, ...]:
    """Return the places with one square beside this one and the other not on it."""
    found = {PLACE_BETWEEN[near][far] for near in NEIGHBOURS[square] for far in NEIGHBOURS[near] if far != square}
    return tuple(sorted(found))


# PLACE_BETWEEN[first][second]: the place of a rug on these squares in either order; -1 where they are not neighbours.
PLACE_BETWEEN = _between()

# By Assam's square, the places beside him, ascending: as numbers, as (place, first, second), as a set.
CANDIDATE_PLACES = tuple(_candidates(square) for square in range(49))
CANDIDATE_RUGS = tuple(tuple((place, *PLACE_SQUARES[place]) for place in places) for places in CANDIDATE_PLACES)
CANDIDATE_SETS = tuple(map(frozenset, CANDIDATE_PLACES))

# Sets of places as numbers of 84 bits, place 0 being the lowest: by place, itself alone, and all that share a square
# with it (itself included); by Assam's square, the places beside him.
PLACE_BITS = tuple(1 << place for place in range(len(PLACES)))
_BITS_ON = [sum(PLACE_BITS[PLACE_BETWEEN[square][near]] for near in NEIGHBOURS[square]) for square in range(49)]
TOUCHING_MASKS = tuple(_BITS_ON[first] | _BITS_ON[second] for first, second in PLACE_SQUARES)
CANDIDATE_MASKS = tuple(sum(PLACE_BITS[place] for place in places) for places in CANDIDATE_PLACES)


@cache  # at most 256 different sets beside each square
def places_of(bits: int) -> tuple[int, ...]:
    return tuple([place for place, bit in enumerate(PLACE_BITS) if bits & bit])


# Rugs on the board. A rug is one byte: its colour (two bits) and its number (1..63); 0 is none.
#
# A seat numbers its rugs as they come off its pile, whatever their colour, so the numbers tell the order of laying,
# too. A square shows the rug that lies on top of it, and two squares that show the same rug are its two visible halves.
# Covered halves have no effect; their squares are kept for the drawing only.


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
    return colour << 6 | number


def colour_of(rug: int) -> int:
    return rug >> 6


def number_of(rug: int) -> int:
    return rug & 63


@lru_cache(maxsize=256)
def free_places(board: bytes) -> int:
    """Return the places on which no rug shows both halves, as a set of bits (see ``board.PLACE_BITS``)."""
    rugs = zip(PLACE_BITS, PLACE_SQUARES, strict=True)
    return sum([bit for bit, (first, second) in rugs if not board[first] == board[second] != 0])


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
    found = flood(colours, square)
    for here in found:
        sizes[here] = len(found)


def patch(board: bytes, square: int) -> tuple[int, ...]:
    """Return the connected squares that show the same colour as this one, itself included, sorted.

    The square must not be empty.
    """
    return tuple(sorted(flood([*board.translate(RUG_TO_COLOUR), NO_COLOUR], square)))
