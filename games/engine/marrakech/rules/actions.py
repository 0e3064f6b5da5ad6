"""The actions of seats, of chance and of the table.

Those of chance have the label of their ``Chance``: without it, named tuples of the same numbers would be equal.
"""

from typing import NamedTuple


class Rotate(NamedTuple):
    """Turn Assam: -1 a quarter to the left, 0 not at all, 1 a quarter to the right."""

    seat: int
    quarter: int


class Lay(NamedTuple):
    """Lay a rug on two squares, given by name and sorted."""

    seat: int
    first: str
    second: str


class PutAway(NamedTuple):
    """Put the rug away unlaid, because there is no legal place for it."""

    seat: int


class Roll(NamedTuple):
    """Chance: the die shows this face and Assam walks."""

    face: int
    seat: None = None
    label: str = "roll"


class Draw(NamedTuple):
    """Chance: the next rug of a pile has this colour (an index of ``COLOURS``)."""

    colour: int
    seat: None = None
    label: str = "pile"


class RollOff(NamedTuple):
    """Chance: a seat's roll for the order of play."""

    face: int
    seat: None = None
    label: str = "order"


class Leave(NamedTuple):
    """A seat leaves the game: it resigns, or its time is up (``RESIGNS`` or ``OUT_OF_TIME``)."""

    seat: int
    how: str


class Abort(NamedTuple):
    """The table ends the game without a result."""

    seat: None = None


Action = Rotate | Lay | PutAway | Roll | Draw | RollOff | Leave | Abort
