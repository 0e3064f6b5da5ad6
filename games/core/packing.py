"""Packing of logs: the log of a game that was over long ago becomes one value, and its rows go.

A log is deleted only after what has been stored was read again, replayed, and found to be the same in every column.
What follows from a log and is older than that does not change. ``unpack_log`` makes the rows again.
"""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games.common import signals
from games.common.errors import BrokenGame
from games.engine.course import course_of
from games.engine.replay import state_hash

from . import jobs
from .lock import game_for_update
from .log import MAX_FAULT, fault_of, replaying
from .models import DiceSecret, Entry, Game, Packed, PackedLog, PackedPlayer
from .packed import PackedEntries, players_of, stored_columns, value_of
from .selectors import title_of

AT_ONCE = 10  # games in a round of the sweep: with their replay, about a second
TRIAL = timedelta(days=1)  # code of before, which cannot read packed logs, may still run beside this
Pack = Callable[[int], bool]
logger = logging.getLogger(__name__)


def age() -> timedelta | None:
    """Return how long games are over before their logs are packed, None for never."""
    return timedelta(days=settings.PACK_GAMES_AFTER) if settings.PACK_GAMES_AFTER else None


def games_to_pack(stage: Packed, before: datetime) -> QuerySet[Game, int]:
    """Return the ids of the games that were over by then, and of which only this is packed, the oldest first."""
    games = Game.objects.filter(packed=stage, finished_at__lte=before, started_at__isnull=False, troubled_at=None)
    return games.order_by("finished_at").values_list("pk", flat=True)


def pack_due(now: datetime) -> int:
    """Pack some of the logs that are old enough. Return how many were packed."""
    if (old := age()) is None or jobs.began("packing", now) > now - TRIAL:
        return 0
    return pack_each(games_to_pack(Packed.NOTHING, now - old)[:AT_ONCE], pack_log)


def pack_each(ids: Sequence[int] | QuerySet[Game, int], pack: Pack) -> int:
    """Pack games, each in a transaction of its own. A game that twice cannot be packed is one in trouble.

    Once says nothing about the game: the time of the task may be over. Nor does a fault of the database: the next round
    tries again.
    """
    return sum(_try_to(pack, pk) for pk in ids)


def _try_to(pack: Pack, pk: int, *, again: bool = True) -> bool:
    try:
        return pack(pk)
    except (DatabaseError, InterfaceError) as error:
        logger.warning("a game could not be packed now", extra={"game": pk, "fault": str(error)})
        return False
    except Exception as error:
        if again:
            return _try_to(pack, pk, again=False)
        logger.exception("a game could not be packed", extra={"game": pk})
        fault = f"it cannot be packed: {error}"[:MAX_FAULT]
        unknown = Game.objects.filter(pk=pk, troubled_at=None)
        unknown.update(troubled_at=timezone.now(), trouble=fault, version=F("version") + 1)
        return False


@transaction.atomic
def pack_log(game_id: int) -> bool:
    """Pack the log of a game that is over. Return False if there is nothing to pack.

    Raises BrokenGame, and changes nothing, if the log does not replay, or if what was stored is not the same.
    """
    game = game_for_update(game_id)
    if game.packed or not game.is_over or game.started_at is None:
        return False
    entries = list(Entry.every.filter(game=game).order_by("pk"))
    if fault := fault_of(game):
        raise BrokenGame(game.pk, fault)
    players = numbers_of(game, [entry.played_by_id for entry in entries])
    data = value_of(entries, _replayed_hashes(game, entries), players)
    PackedLog.objects.create(game=game, data=data)
    stored = PackedEntries(game.pk, bytes(PackedLog.objects.values_list("data", flat=True).get(pk=game.pk)))
    if _rows(restored(game, stored)) != _rows(entries):
        raise BrokenGame(game.pk, "the packed log is not the log")
    Entry.every.filter(game=game).delete()
    Game.objects.filter(pk=game.pk).update(packed=Packed.LOG)
    DiceSecret.objects.filter(game=game).exclude(opened="").update(sealed=b"")  # it is published
    signals.log_packed.send(sender=None, game=game)
    return True


@transaction.atomic
def unpack_log(game_id: int) -> bool:
    """Make the rows of a packed log again. Return False if it is not packed, or the turns too. Raises BrokenGame."""
    game = game_for_update(game_id)
    if game.packed != Packed.LOG:
        return False
    row = PackedLog.objects.get(pk=game.pk)
    Entry.every.bulk_create(restored(game, PackedEntries(game.pk, bytes(row.data))))
    row.delete()
    Game.objects.filter(pk=game.pk).update(packed=Packed.NOTHING)
    signals.log_unpacked.send(sender=None, game=game)
    if fault := fault_of(game):
        raise BrokenGame(game.pk, fault)
    return True


def numbers_of(game: Game, users: Sequence[int | None]) -> dict[int, int]:
    """Return the numbers of accounts in the packed values of a game. Those without one get one."""
    known = {user: number for number, user in players_of(game.pk).items() if user}
    new = [user for user in dict.fromkeys(users) if user is not None and user not in known]
    first = PackedPlayer.objects.filter(game=game).count()
    rows = [PackedPlayer(game=game, number=first + number, user_id=user) for number, user in enumerate(new)]
    PackedPlayer.objects.bulk_create(rows)
    return {**known, **{row.user_id: row.number for row in rows if row.user_id}}


def restored(game: Game, packed: PackedEntries) -> list[Entry]:
    """Return all entries of a packed log as they were, with hashes of what its replay gives."""
    entries = packed.every()
    for entry, known in zip(entries, _replayed_hashes(game, entries), strict=True):
        if "state_hash" in entry.get_deferred_fields() and known is not None:
            entry.state_hash = known
        entry.game = game
    return entries


def _replayed_hashes(game: Game, entries: Sequence[Entry]) -> list[str | None]:
    """Return the hash after each of all entries, None for rewinds and for what cannot be replayed."""
    title, log = title_of(game), [(entry.seat, entry.notation) for entry in entries if not entry.is_lost]
    with replaying(game):
        course = course_of(title, game.ruleset, game.options, game.seat_count, log)
    hashes = {ply.number: state_hash(title, ply.after) for ply in course.plies}
    found, place = list[str | None](), 0
    for entry in entries:
        found.append(None if entry.is_lost else hashes.get(place))
        place += not entry.is_lost
    return found


def _rows(entries: Sequence[Entry]) -> list[dict[str, Any]]:
    return [stored_columns(entry, "id") for entry in entries]
