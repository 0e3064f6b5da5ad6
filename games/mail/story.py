"""What has happened at a table, told in sentences, turn by turn."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import Ply, Title
from games.engine.replay import turns
from games.presenters.wording import render

MOST_TURNS = 12


@dataclass(frozen=True, slots=True)
class ToldTurn:
    """One turn (0: what came before the first) as sentences, and in one line of notation."""

    number: int
    sentences: tuple[str, ...]
    line: str


def since_own_turn(title: Title, plies: Sequence[Ply], seat: int | None, names: Sequence[str]) -> list[ToldTurn]:
    """Return the turns after the last finished one of this seat (of all, for nobody), at most the latest dozen."""
    groups = turns(title, plies)
    first = next((i + 1 for i in range(len(groups) - 1, -1, -1) if _is_turn_of(title, groups, i, seat)), 0)
    return [_told(title, group, names) for group in groups[first:][-MOST_TURNS:]]


def _is_turn_of(title: Title, groups: Sequence[Sequence[Ply]], index: int, seat: int | None) -> bool:
    """Tell whether this is a turn of the seat's, and not the one in progress."""
    group = groups[index]
    is_finished = index < len(groups) - 1 or title.turn(group[-1].after) != title.turn(group[0].before)
    return seat is not None and is_finished and any(ply.action.seat == seat for ply in group)


def _told(title: Title, group: Sequence[Ply], names: Sequence[str]) -> ToldTurn:
    said = [render(title, message, names) for ply in group for message in title.describe(ply)]
    return ToldTurn(title.turn(group[0].before), tuple(said), title.turn_line(group))
