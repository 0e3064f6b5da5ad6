"""The log of a game for administrators and moderators: in words, or as it is stored if it cannot be replayed."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.common.errors import BrokenGame
from games.common.wording import render_message
from games.core.log import entries_of, hashed
from games.core.models import Entry, Game
from games.core.selectors import seat_names
from games.core.visibility import known_plies_of
from games.engine.core import Title
from games.engine.registry import get_title
from games.engine.replay import group_by_turn
from games.engine.values import Ply


@dataclass(frozen=True, slots=True)
class LogTurn:
    turn: int
    line: str
    sentences: tuple[str, ...]
    at: datetime
    state_hash: str


@dataclass(frozen=True, slots=True)
class GameLog:
    """The ``rows`` of a log that can be replayed, otherwise the ``fault`` and the stored ``entries``."""

    rows: tuple[LogTurn, ...] = ()
    fault: str = ""
    entries: tuple[Entry, ...] = ()


def game_log(game: Game) -> GameLog:
    """Return the log as everyone may know it. A log that cannot be replayed is returned as it is stored."""
    entries: tuple[Entry, ...] = ()
    try:
        entries = tuple(entries_of(game))
        title, plies = get_title(game.title), known_plies_of(game, None)
        entries = tuple(hashed(game, entries))
    except BrokenGame as error:
        return GameLog(fault=error.fault, entries=entries)
    names = seat_names(game)
    return GameLog(
        rows=tuple(_row(title, turn, names, entries[turn[-1].number]) for turn in group_by_turn(title, plies))
    )


def _row(title: Title, turn: Sequence[Ply], names: Sequence[str], last: Entry) -> LogTurn:
    sentences = tuple(render_message(title, message, names) for ply in turn for message in title.describe(ply))
    return LogTurn(title.turn(turn[0].before), title.turn_line(turn), sentences, last.at, last.state_hash)
