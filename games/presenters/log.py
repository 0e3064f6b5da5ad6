"""The log of a game as people read it: turn by turn, in sentences and in notation."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from games.engine.core import ABORT, Ply, Title
from games.engine.replay import group_by_turn

from .wording import render

MOST_NEWS = 4  # turns told beside the board, and plies of one of them


@dataclass(frozen=True, slots=True)
class Told:
    """One ply in words. ``ply`` is the length of the log after it: the number of its permalink."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn (0: what came before the first). ``die`` is the face that was rolled in it, "" for none.

    ``is_ordered`` tells that a standing order has played in it.
    """

    number: int
    seats: frozenset[int]
    told: tuple[Told, ...]
    line: str
    die: str
    is_ordered: bool = False

    @property
    def latest(self) -> tuple[Told, ...]:
        """The last plies of the turn: all of it in most titles, the end of it where a turn is a whole game."""
        return self.told[-MOST_NEWS:]

    @property
    def last_ply(self) -> int:
        """The length of the log after this turn."""
        return self.told[-1].ply


def told_turns(
    title: Title, plies: Sequence[Ply], names: Sequence[str], ordered: Container[int] = ()
) -> list[TurnView]:
    """Return the whole log, oldest turn first. ``ordered`` are the plies that standing orders have made."""
    return [_turn(title, group, names, ordered) for group in group_by_turn(title, plies)]


def _turn(title: Title, group: Sequence[Ply], names: Sequence[str], ordered: Container[int]) -> TurnView:
    return TurnView(
        number=title.turn(group[0].before),
        seats=frozenset(ply.action.seat for ply in group if ply.action.seat is not None),
        told=tuple(Told(ply.number + 1, said(title, ply, names)) for ply in group),
        line=title.turn_line(group),
        die=next((face for ply in reversed(group) if (face := rolled(title, ply))), ""),
        is_ordered=any(ply.number in ordered for ply in group),
    )


def said(title: Title, ply: Ply, names: Sequence[str]) -> str:
    """Return what happened in one ply."""
    return " ".join(render(title, message, names) for message in title.describe(ply))


def rolled(title: Title, ply: Ply) -> str:
    """Return the face if this ply is a roll of the die that moves the game, "" for any other."""
    if ply.action.seat is not None or title.notation(ply.action) == ABORT:
        return ""
    chance = title.chance(ply.before)
    return title.notation(ply.action) if chance and chance.label == "roll" else ""


def news_for(turns: Sequence[TurnView], seat: int | None, current: int) -> list[TurnView]:
    """Return the turns that this seat has not seen when it comes back: those after its last finished one.

    ``current`` is the number of the turn in progress. There is always at least the latest turn, and never more than
    a few.
    """
    finished = [at for at, turn in enumerate(turns) if seat in turn.seats and turn.number != current]
    since = turns[finished[-1] + 1 :] if finished else turns[-1:]
    return list(since or turns[-1:])[-MOST_NEWS:]
