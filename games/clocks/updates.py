"""Deadlines of all tables of a player, recomputed because a fact about the player's time has changed."""

import logging
import zoneinfo
from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from importlib import resources
from pathlib import Path

from django.db import transaction

from accounts.time_zones import zone_names
from games.core import jobs
from games.core.lock import game_for_update
from games.core.models import Heartbeat

from .models import ClockUpdate, Turn
from .turns import add_bounce_events, recompute

WAIT = timedelta(minutes=1)  # for the worker that has stored the fact, before the sweep computes
RETRY_AFTER = timedelta(minutes=5)
MAX_TABLES = 200  # in one round of the sweep, some seconds: deadlines wait meanwhile. A player's tables stay together
logger = logging.getLogger(__name__)

NAME = "time zones "  # of the heartbeat that remembers the data, before their digest


def recompute_after_commit(user_id: int, now: datetime) -> None:
    """Recompute the deadlines of a player's turns after the commit; in the transaction that changes a fact."""
    require_update(user_id, now)
    transaction.on_commit(lambda: recompute_tables(user_id, now))


def require_update(user_id: int, now: datetime) -> None:
    """Note that ``recompute_tables`` must follow the transaction. If its worker is killed, the sweep does it."""
    ClockUpdate.objects.create(user_id=user_id, due_at=now + WAIT)


def recompute_tables(user_id: int, now: datetime, but: int | None = None) -> int:
    """Recompute the deadlines of a player's turns, each table in a transaction of its own. Return at how many tables.

    A table that fails is logged and does not stop the others: this also runs after a bounce was stored. The sweep tries
    it again.
    """
    known = list(ClockUpdate.objects.filter(user=user_id).values_list("pk", flat=True))
    open_turns = Turn.objects.filter(user=user_id, ended_at=None).exclude(game=but)
    games = sorted(set(open_turns.values_list("game_id", flat=True)))
    has_failed = False
    for game_id in games:
        try:
            with transaction.atomic():
                game = game_for_update(game_id)
                add_bounce_events(game, recompute(game, now), now)
        except Exception:
            has_failed = True
            logger.exception("clocks could not be recomputed", extra={"game": game_id})
    if known and not has_failed:
        ClockUpdate.objects.filter(pk__in=known).delete()
    return len(games)


def compute_due(now: datetime) -> int:
    """Compute what a worker that was killed has left, or what has failed. Return the number of tables."""
    due, tables = ClockUpdate.objects.filter(due_at__lte=now), 0
    for user in dict.fromkeys(due.values_list("user_id", flat=True)[:MAX_TABLES]):
        due.filter(user=user).update(due_at=now + RETRY_AFTER)
        tables += recompute_tables(user, now)
        if tables >= MAX_TABLES:
            break
    return tables


@cache
def zone_data() -> str:
    """Return a digest of the time zones as this process knows them: from the system, or from the package tzdata."""
    digest = sha256()
    for name in zone_names():
        digest.update(name.encode() + _data_of(name))
    return digest.hexdigest()[:16]


def _data_of(name: str) -> bytes:
    found = next((path for folder in zoneinfo.TZPATH if (path := Path(folder, name)).is_file()), None)
    return (found or resources.files("tzdata").joinpath("zoneinfo", name)).read_bytes()


@transaction.atomic
def note_zone_data(now: datetime) -> None:
    """Let the sweep recompute the deadlines of all players if it runs with other data than before."""
    name = NAME + zone_data()
    if not jobs.begin(name, now):
        return
    Heartbeat.objects.filter(name__startswith=NAME).exclude(name=name).delete()
    turns = Turn.objects.filter(ended_at=None, deadline__isnull=False, user__isnull=False)
    players = turns.order_by("user").values_list("user", flat=True).distinct()
    rows = [ClockUpdate(user_id=player, due_at=now) for player in players]
    ClockUpdate.objects.bulk_create(rows, batch_size=1000)
