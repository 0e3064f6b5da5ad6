"""The log of a game, and the positions that follow from it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from django.db.models import QuerySet

from games.engine.registry import get_title
from games.engine.replay import list_plies, replay
from games.engine.values import Ply
from games.errors import BrokenGame, NotFound
from games.models import Entry, EntryNote, Game

Log = list[tuple[int | None, str]]


def entries_of(game: Game) -> QuerySet[Entry]:
    """Return the entries in order."""
    return game.entries.order_by("ply")


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """Who or what has made an entry of a seat. ``note`` is an EntryNote, ``played_by`` the id of an account.

    Without a note, the player made it; ``played_by`` is None for the player who began the game in this seat.
    """

    seat: int
    note: str
    played_by: int | None


Origins = dict[int, EntryOrigin]  # by ply


def log_with_origins(game: Game) -> tuple[Log, Origins]:
    """Return (seat, notation) of all entries, and the origins of the players' entries."""
    log, origins = [], {}
    rows = entries_of(game).values_list("ply", "seat", "notation", "note", "played_by")
    for ply, seat, notation, note, user in rows:
        log.append((seat, notation))
        if seat is not None and note != EntryNote.INHERITED:
            origins[ply] = EntryOrigin(seat, note, user)
    return log, origins


@contextmanager
def replaying(game: Game) -> Iterator[None]:
    """Raise BrokenGame if the engine fails at what is stored of this game, in whatever way."""
    try:
        yield
    except BrokenGame:
        raise
    except Exception as error:
        raise BrokenGame(game.pk, f"{type(error).__name__}: {error}") from error


def require_whole(game: Game, log: Log, ply: int | None = None) -> Log:
    """Return the first ``ply`` entries of a log, as many as the game says by default. Raises BrokenGame."""
    length = game.ply if ply is None else ply
    if len(log) < length:
        raise BrokenGame(game.pk, f"the log has {len(log)} entries, the game says {length}")
    return log[:length]


def log_of(game: Game, ply: int | None = None) -> Log:
    """Return (seat, notation) of the first ``ply`` entries, by default of all. Raises NotFound for a later ply."""
    if ply is not None and not 0 <= ply <= game.ply:
        raise NotFound
    return list(entries_of(game).values_list("seat", "notation")[:ply])


def logs_of(games: Sequence[Game]) -> dict[int, Log]:
    """Return the logs of several games by their ids, in one query."""
    logs: dict[int, Log] = {game.pk: [] for game in games}
    rows = Entry.objects.filter(game__in=logs).order_by("game", "ply").values_list("game", "seat", "notation")
    for game_id, seat, notation in rows:
        logs[game_id].append((seat, notation))
    return logs


def state_of(game: Game, ply: int | None = None) -> object:
    """Return the state after the whole log, or after its first ``ply`` entries. Raises BrokenGame."""
    log = log_of(game, ply)
    require_whole(game, log, ply)
    with replaying(game):
        return replay(get_title(game.title), game.ruleset, game.options, game.seat_count, log)


def plies_of(game: Game, ply: int | None = None) -> list[Ply]:
    """Return every ply with the states around it. Raises BrokenGame."""
    log = log_of(game, ply)
    require_whole(game, log, ply)
    with replaying(game):
        return list_plies(get_title(game.title), game.ruleset, game.options, game.seat_count, log)
