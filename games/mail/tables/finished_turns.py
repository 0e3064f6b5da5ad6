"""The finished turns of a table, for its feed and its webhooks."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.core import Title
from games.engine.registry import get_title
from games.engine.replay import group_by_turn
from games.engine.values import Ply
from games.models import Game
from games.presenters.wording import render_message
from games.selectors.visibility import known_plies_of


@dataclass(frozen=True, slots=True)
class FinishedTurn:
    """A finished turn. ``seat`` acted last in it, ``end`` is the length of the log after it."""

    number: int
    seat: int | None
    sentences: tuple[str, ...]
    line: str
    end: int


def finished_turns(
    game: Game, names: Sequence[str], *, most: int, ply: int | None = None, seat: int | None = None
) -> list[FinishedTurn]:
    """Return the latest turns that were finished at ``ply`` (now by default), at most ``most``, oldest first.

    They say what ``seat`` (None: everyone) may know.
    """
    title, groups, end = get_title(game.title), [], 0
    for group in group_by_turn(title, known_plies_of(game, seat, ply)):
        end += len(group)
        groups.append((group, end))
    over = [(group, end) for group, end in groups if _is_over(title, group)]
    return [_finished_turn(title, group, end, names) for group, end in over[-most:]]


def _is_over(title: Title, group: Sequence[Ply]) -> bool:
    first, last = group[0].before, group[-1].after
    return title.turn(first) > 0 and (title.turn(last) != title.turn(first) or title.outcome(last) is not None)


def _finished_turn(title: Title, group: Sequence[Ply], end: int, names: Sequence[str]) -> FinishedTurn:
    seat = next((ply.action.seat for ply in reversed(group) if ply.action.seat is not None), None)
    sentences = tuple(render_message(title, message, names) for ply in group for message in title.describe(ply))
    return FinishedTurn(title.turn(group[0].before), seat, sentences, title.turn_line(group), end)
