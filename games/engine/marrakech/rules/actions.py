"""The actions of seats, of chance and of the table."""

from dataclasses import dataclass

from ...values import OUT_OF_TIME, RESIGNS


@dataclass(frozen=True, slots=True)
class Rotate:
    """Turn Assam: -1 a quarter to the left, 0 not at all, 1 a quarter to the right."""

    seat: int
    quarter: int


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a rug on two squares, given by name and sorted."""

    seat: int
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """Put the rug away unlaid, because there is no legal place for it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Roll:
    """Chance: the die shows this face and Assam walks."""

    face: int
    seat: None = None


@dataclass(frozen=True, slots=True)
class Draw:
    """Chance: the next rug of a pile has this colour (an index of ``COLOURS``)."""

    colour: int
    seat: None = None


@dataclass(frozen=True, slots=True)
class RollOff:
    """Chance: a seat's roll for the order of play."""

    face: int
    seat: None = None


@dataclass(frozen=True, slots=True)
class Leave:
    """A seat leaves the game: it resigns, or its time is up (``RESIGNS`` or ``OUT_OF_TIME``)."""

    seat: int
    how: str

    def __post_init__(self) -> None:
        if self.how not in {RESIGNS, OUT_OF_TIME}:
            raise ValueError(self.how)


@dataclass(frozen=True, slots=True)
class Abort:
    """The table ends the game without a result."""

    seat: None = None


Action = Rotate | Lay | PutAway | Roll | Draw | RollOff | Leave | Abort
