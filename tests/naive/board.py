"""The board: seven by seven squares as (column, row) from the top left, and how Assam walks on it."""

Square = tuple[int, int]
Way = tuple[int, int]

NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
WAYS: dict[str, Way] = {"N": NORTH, "E": EAST, "S": SOUTH, "W": WEST}
SQUARES: list[Square] = [(column, row) for row in range(7) for column in range(7)]


def name(square: Square) -> str:
    """Return a square's name: a1 is at the bottom left."""
    return "abcdefg"[square[0]] + str(7 - square[1])


def square_named(text: str) -> Square:
    """Return the square that has this name."""
    return "abcdefg".index(text[0]), 7 - int(text[1])


def letter(way: Way) -> str:
    """Return N, E, S or W."""
    return next(key for key, value in WAYS.items() if value == way)


def turned_way(way: Way, rotation: str) -> Way:
    """Return the direction after a quarter turn to the left (L), to the right (R) or none (F)."""
    column, row = way
    return {"L": (row, -column), "F": way, "R": (-row, column)}[rotation]


def is_square(where: Square) -> bool:
    """Return True if this is a square and not beyond the edge."""
    return 0 <= where[0] <= 6 and 0 <= where[1] <= 6


def beside(square: Square) -> list[Square]:
    """Return the squares that share a side with this one."""
    return [near for way in WAYS.values() if is_square(near := ahead(square, way))]


def ahead(square: Square, way: Way) -> Square:
    """Return the square one step ahead, on the market or beyond its edge."""
    return square[0] + way[0], square[1] + way[1]


def gates() -> list[tuple[Square, Way]]:
    """Return the 28 gates, clockwise from the top left corner: each a square and the direction out of it."""
    top = [((column, 0), NORTH) for column in range(7)]
    right = [((6, row), EAST) for row in range(7)]
    bottom = [((column, 6), SOUTH) for column in reversed(range(7))]
    left = [((0, row), WEST) for row in reversed(range(7))]
    return top + right + bottom + left


def through_mosaic(square: Square, way: Way) -> tuple[Square, Way]:
    """Return the square where Assam comes back when he leaves here, and which way he then faces.

    Clockwise, each two gates share a mosaic: first and second, third and fourth ... He comes in by the other one.
    """
    here = gates().index((square, way))
    there = here + 1 if here % 2 == 0 else here - 1
    back, out = gates()[there]
    return back, (-out[0], -out[1])


def walk(square: Square, way: Way, steps: int) -> tuple[list[Square], Way]:
    """Return the squares that Assam steps on, one for each pip, and which way he faces at the end.

    A mosaic is no step; the square on which he comes back is one.
    """
    path = []
    for _ in range(steps):
        if is_square(ahead(square, way)):
            square = ahead(square, way)
        else:
            square, way = through_mosaic(square, way)
        path.append(square)
    return path, way
