"""The log of a game as people read it: turn by turn, in sentences and in notation."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from games.engine.core import Title
from games.engine.replay import group_by_turn
from games.engine.values import ABORT, Ply

from ..wording import render_message

MAX_NEWS = 4  # turns told beside the board, and plies of one of them


@dataclass(frozen=True, slots=True)
class PlyText:
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
    texts: tuple[PlyText, ...]
    line: str
    die: str
    is_ordered: bool = False

    @property
    def latest(self) -> tuple[PlyText, ...]:
        """The last plies of the turn: all of it in most titles, the end of it where a turn is a whole game."""
        return self.texts[-MAX_NEWS:]

    @property
    def last_ply(self) -> int:
        """The length of the log after this turn."""
        return self.texts[-1].ply


def turn_views(
    title: Title, plies: Sequence[Ply], names: Sequence[str], ordered: Container[int] = ()
) -> list[TurnView]:
    """Return the whole log, oldest turn first. ``ordered`` are the plies that standing orders have made."""
    return [_turn(title, group, names, ordered) for group in group_by_turn(title, plies)]


def _turn(title: Title, group: Sequence[Ply], names: Sequence[str], ordered: Container[int]) -> TurnView:
    return TurnView(
        number=title.turn(group[0].before),
        seats=frozenset(ply.action.seat for ply in group if ply.action.seat is not None),
        texts=tuple(PlyText(ply.number + 1, ply_text(title, ply, names)) for ply in group),
        line=title.turn_line(group),
        die=next((face for ply in reversed(group) if (face := rolled_face(title, ply))), ""),
        is_ordered=any(ply.number in ordered for ply in group),
    )


def ply_text(title: Title, ply: Ply, names: Sequence[str]) -> str:
    """Return what happened in one ply."""
    return " ".join(render_message(title, message, names) for message in title.describe(ply))


def rolled_face(title: Title, ply: Ply) -> str:
    """Return the face if this ply is a roll of the die that moves the game, "" for any other."""
    if ply.action.seat is not None or title.notation(ply.action) == ABORT:
        return ""
    chance = title.chance(ply.before)
    return title.notation(ply.action) if chance and chance.label == "roll" else ""


def unseen_turns(turns: Sequence[TurnView], seat: int | None, current: int) -> list[TurnView]:
    """Return the turns that this seat has not seen when it comes back: those after its last finished one.

    ``current`` is the number of the turn in progress. There is always at least the latest turn, and never more than
    a few.
    """
    finished = [at for at, turn in enumerate(turns) if seat in turn.seats and turn.number != current]
    since = turns[finished[-1] + 1 :] if finished else turns[-1:]
    return list(since or turns[-1:])[-MAX_NEWS:]
