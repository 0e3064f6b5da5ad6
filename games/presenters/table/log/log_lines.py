"""The log of a game by turns, in sentences and in notation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import overload

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.replay import group_by_turn
from games.engine.values import ABORT, Ply

from ...wording import message_renderer
from .event_lines import LogEvent
from .story import NO_STORY, Story

Say = Callable[[Message], str]

MAX_NEWS = 4  # turns shown beside the board, and plies of one of them


@dataclass(frozen=True, slots=True)
class PlyText:
    """One ply in words. ``ply`` is the length of the log after it: the number of its permalink."""

    ply: int
    text: str


@dataclass(frozen=True, slots=True)
class TurnView:
    """One turn; turn 0 is the time before the first. ``die`` is the rolled face, "" for none.

    ``marks`` say who made actions of it that its player has not made, if no event says it: "played by the house".
    ``events`` happened since the turn before, or during this one.
    """

    number: int
    seats: frozenset[int]
    texts: tuple[PlyText, ...]
    line: str
    die: str
    marks: tuple[str, ...] = ()
    events: tuple[LogEvent, ...] = ()

    @property
    def latest(self) -> tuple[PlyText, ...]:
        """The last plies of the turn. They are the whole turn except in titles with very long turns."""
        return self.texts[-MAX_NEWS:]

    @property
    def last_ply(self) -> int:
        """The length of the log after this turn."""
        return self.texts[-1].ply


class TurnList(Sequence[TurnView]):
    """The turns of a log, oldest first.

    Texts of a turn are created on access: a page shows five turns of up to fifty (saves 2 ms late in a game).
    """

    def __init__(self, title: Title, plies: Sequence[Ply], names: Sequence[str], story: Story = NO_STORY) -> None:
        self._title, self._story = title, story
        self._say = message_renderer(title, names)
        self._groups = group_by_turn(title, plies)
        self._turns: dict[int, TurnView] = {}

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def first_ply(self) -> int:
        """The number of the first entry of the log that belongs to these turns."""
        return self._groups[0][0].number if self._groups else 0

    @overload
    def __getitem__(self, index: int) -> TurnView: ...

    @overload
    def __getitem__(self, index: slice) -> list[TurnView]: ...

    def __getitem__(self, index: int | slice) -> TurnView | list[TurnView]:
        if isinstance(index, slice):
            return [self[at] for at in range(*index.indices(len(self)))]
        at = range(len(self))[index]
        if at not in self._turns:
            self._turns[at] = _turn(self._title, self._groups[at], self._say, self._story)
        return self._turns[at]

    def before(self, ply: int, most: int) -> list[TurnView]:
        """Return at most ``most`` turns, the last of those that began within the first ``ply`` plies."""
        end = sum(group[0].number < ply for group in self._groups)
        return self[max(0, end - most) : end]


def _turn(title: Title, group: Sequence[Ply], say: Say, story: Story) -> TurnView:
    events = story.events_between(group[0].number, group[-1].number + 1)
    return TurnView(
        number=title.turn(group[0].before),
        seats=frozenset(ply.action.seat for ply in group if ply.action.seat is not None),
        texts=tuple(PlyText(ply.number + 1, _text(title, ply, say)) for ply in group),
        line=title.turn_line(group),
        die=next((face for ply in reversed(group) if (face := rolled_face(title, ply))), ""),
        marks=story.marks_of((ply.number for ply in group), events),
        events=events,
    )


def ply_text(title: Title, ply: Ply, names: Sequence[str]) -> str:
    """Return the text of one ply."""
    return _text(title, ply, message_renderer(title, names))


def _text(title: Title, ply: Ply, say: Say) -> str:
    return " ".join(map(say, title.describe(ply)))


def rolled_face(title: Title, ply: Ply) -> str:
    """Return the face if this ply is a roll for movement, otherwise ""."""
    if ply.action.seat is not None or title.notation(ply.action) == ABORT:
        return ""
    chance = title.chance(ply.before)
    return title.notation(ply.action) if chance and chance.label == "roll" else ""


def unseen_turns(
    turns: Sequence[TurnView], seat: int | None, current: int, *, has_played: bool = False
) -> list[TurnView]:
    """Return the turns after this seat's last finished one.

    ``current`` is the number of the turn in progress, ``has_played`` is True if the seat has played before ``turns``.
    The result has at least the latest turn, and at most ``MAX_NEWS``.
    """
    for back, turn in enumerate(reversed(turns) if seat is not None else ()):
        if seat in turn.seats and turn.number != current:
            return list(turns[-min(max(back, 1), MAX_NEWS) :])
    return list(turns[-MAX_NEWS:] if has_played else turns[-1:])
