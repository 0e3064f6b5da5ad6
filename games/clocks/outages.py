"""Outages of the site: found by the scheduler after a gap between its heartbeats, or declared by an operator."""

import logging
from datetime import datetime

from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.models import User
from games.conduct.models import RecordRole, Verb
from games.conduct.services import add_record
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import add_event
from games.core.models import EventKind, Game, Heartbeat

from .instants import instant_of
from .models import Outage
from .selectors import turns_in_outage
from .turn_clock import gap_between
from .turns import recompute

SCHEDULER = "scheduler"
MAX_TURNS = 300  # whose clocks one round of the sweep recomputes
logger = logging.getLogger(__name__)


def note_heartbeat(now: datetime) -> Outage | None:
    """Record a heartbeat of the scheduler. If the one before was long ago, store the outage before it.

    Of several schedulers only one stores it. The clocks that it paused are recomputed (``credit``), some of them
    with each heartbeat. Until then ``time_outs`` reads outages as well, so that no turn times out too early.
    """
    with transaction.atomic():
        row, is_new = Heartbeat.objects.get_or_create(name=SCHEDULER, defaults={"at": now})
        is_ours = bool(Heartbeat.objects.filter(pk=row.pk, at=row.at).update(at=max(row.at, now)))
        gap = None if is_new or not is_ours else gap_between(instant_of(row.at), instant_of(now))
        outage = Outage.objects.create(began_at=row.at, ended_at=now) if gap else None
    first = Outage.objects.filter(credited_at=None).first()
    if first:
        credit(first, now)
    return outage


def skip_gap(now: datetime) -> None:
    """Record a heartbeat without an outage before it: in development, the clock was moved."""
    Heartbeat.objects.filter(name=SCHEDULER, at__lt=now).update(at=now)


def credit(outage: Outage, now: datetime) -> int:
    """Recompute clocks that ran in an outage, and say so at each table. Return the number of tables.

    Those of the MAX_TURNS turns that came first, and at the same moment as the last of them, are computed. The next
    call goes on after these, and ``credited_at`` tells that there are no more.
    """
    ran = turns_in_outage(outage.ended_at).order_by("came_at")
    if outage.credited_until:
        ran = ran.filter(came_at__gt=outage.credited_until)
    moments = list(ran.values_list("came_at", flat=True)[:MAX_TURNS])
    last = moments[-1] if moments else None
    games = sorted(set(ran.filter(came_at__lte=last).values_list("game_id", flat=True))) if last else []
    for game_id in games:
        try:
            _credit_game(game_id, outage, now)
        except Exception:  # its clocks are recomputed before any time-out there
            logger.exception("an outage could not be credited", extra={"game": game_id})
    outage.credited_until = last or outage.credited_until
    outage.credited_at = now if len(moments) < MAX_TURNS else None
    outage.save(update_fields=["credited_until", "credited_at"])
    return len(games)


@transaction.atomic
def _credit_game(game_id: int, outage: Outage, now: datetime) -> None:
    game: Game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        return
    recompute(game, now)
    known = game.events.filter(kind=EventKind.OUTAGE, params__outage=outage.pk)
    if not known.exists():
        times = {"from": outage.began_at.isoformat(), "until": outage.ended_at.isoformat()}
        reason = {"reason": outage.reason} if outage.reason else {}
        add_event(game, EventKind.OUTAGE, now, params={"outage": outage.pk, **times, **reason})


def declare_outage(
    began_at: datetime, ended_at: datetime, operator: User, reason: str, effects: str, now: datetime
) -> Outage:
    """Store an outage that an operator declares, also afterwards, and record it. Steps that were made by then stay."""
    values = {"began_at": began_at, "ended_at": ended_at, "declared_by": operator, "reason": reason[:200]}
    with transaction.atomic():
        row = Outage.objects.create(**values)
        add_record(operator, RecordRole.ADMIN, Verb.CHANGED, f"Outage {row}", after=effects, reason=reason)
    credit(row, now)
    return row


def database_now() -> datetime:
    """Return the time of the database: one of several machines may have a wrong clock, and no deadline may pass by it.

    SQLite has the clock of this machine, and so has a site whose clock was moved to try something.
    """
    if connection.vendor != "postgresql" or settings.CLOCK_OFFSET:
        return timezone.now()
    now: datetime = ContentType.objects.values_list(Now(), flat=True)[0]  # a table that is never empty
    return now


def last_heartbeat() -> datetime | None:
    return Heartbeat.objects.filter(name=SCHEDULER).values_list("at", flat=True).first()
