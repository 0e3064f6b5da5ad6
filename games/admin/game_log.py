"""The log of a game as administrators read it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.core import Title
from games.engine.errors import EngineError
from games.engine.registry import get_title
from games.engine.replay import group_by_turn
from games.engine.values import Ply
from games.models import Entry, Game
from games.presenters.wording import render_message
from games.selectors.log import entries_of, plies_of
from games.selectors.seats import seat_names


@dataclass(frozen=True, slots=True)
class LogTurn:
    """One turn: its notation line, what it means, when its last entry was made, and the hash after it."""

    turn: int
    line: str
    words: tuple[str, ...]
    at: datetime
    state_hash: str


@dataclass(frozen=True, slots=True)
class GameLog:
    """``rows`` of a log that replays; otherwise the ``fault`` and the bare ``entries``."""

    rows: tuple[LogTurn, ...] = ()
    fault: str = ""
    entries: tuple[Entry, ...] = ()


def game_log(game: Game) -> GameLog:
    """Return the log. One that does not replay is shown as it is stored: then it is needed most."""
    entries = tuple(entries_of(game))
    try:
        title, plies = get_title(game.title), plies_of(game)
    except EngineError as error:
        return GameLog(fault=str(error), entries=entries)
    names = seat_names(game)
    return GameLog(
        rows=tuple(_row(title, turn, names, entries[turn[-1].number]) for turn in group_by_turn(title, plies))
    )


def _row(title: Title, turn: Sequence[Ply], names: Sequence[str], last: Entry) -> LogTurn:
    words = tuple(render_message(title, message, names) for ply in turn for message in title.describe(ply))
    return LogTurn(title.turn(turn[0].before), title.turn_line(turn), words, last.at, last.state_hash)
