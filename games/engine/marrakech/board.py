"""The market as tables, built once: squares, the mosaics round the edge, every walk of Assam and every rug place.

A square is an index 0..48, row by row from the top left (a7 = 0, g7 = 6, a1 = 42); people call it a1..g7. A facing is
0..3 for N, E, S, W.
"""

from typing import NamedTuple

SIZE = 7
FACINGS = "NESW"
CENTRE = 24
FACE_WEIGHTS = (("1", 1), ("2", 2), ("3", 2), ("4", 1))
FACES = (1, 2, 3, 4)

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
    """A whole move: ``path`` begins with the square he leaves; ``loops`` are the mosaics he took (at most one)."""

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


def _walk(square: int, facing: int, steps: int) -> Walk:
    path, loops = [square], []
    for _ in range(steps):
        square, facing, loop = _step(square, facing)
        path.append(square)
        if loop >= 0:
            loops.append(loop)
    return Walk(tuple(path), square, facing, tuple(loops))


# WALKS[square][facing][face]; face 0 is standing still.
WALKS = tuple(
    tuple(tuple(_walk(square, facing, face) for face in range(5)) for facing in range(4)) for square in range(49)
)

NEIGHBOURS = tuple(
    tuple(near for facing in range(4) if (near := _inner(square, facing)) is not None) for square in range(49)
)


def place_name(first: int, second: int) -> str:
    """Return the notation of a rug's two squares, sorted."""
    return "".join(sorted((NAMES[first], NAMES[second])))


# PLACES: every way to lay a rug on the board (84), by notation.
PLACES = {place_name(square, near): (square, near) for square in range(49) for near in NEIGHBOURS[square]}
PLACES = {name: (INDEX[name[:2]], INDEX[name[2:]]) for name in sorted(PLACES)}

# CANDIDATES[square]: the rug places beside Assam on that square, in the order of their notation.
CANDIDATES = tuple(
    tuple(
        (name, first, second)
        for name, (first, second) in PLACES.items()
        if square not in (first, second) and (first in NEIGHBOURS[square] or second in NEIGHBOURS[square])
    )
    for square in range(49)
)
