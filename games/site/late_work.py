"""What workers should have done by now, for operators."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, QuerySet

from games.clocks.models import Outage, TablePause, TimeGift, Turn, TurnEnd
from games.clocks.selectors import DAY, due_turns, outages_after
from games.core.choices import Status
from games.core.models import Seat
from games.play.models import Proposal, ProposalState

LATE_AFTER = timedelta(minutes=10)  # a sweep every 30 seconds makes 200 steps each time


@dataclass(frozen=True, slots=True)
class ClockCount:
    name: str
    count: int
    at: datetime | None


def late_work(now: datetime) -> list[ClockCount]:
    """Return what the sweep should have done some minutes ago: nothing of it while all is well."""
    since = now - LATE_AFTER
    before = since - DAY - outages_after(since - 2 * DAY)  # a robot takes them after a day, outages not counted
    seats = Seat.objects.offered().order_by().filter(offered_at__lte=before, game__troubled_at=None)
    pauses = TablePause.objects.filter(ended_at=None, until__lte=since)
    proposals = Proposal.objects.filter(state=ProposalState.OPEN, expires_at__lte=since)
    return [
        _count("deadlines late", due_turns(since), "due_at"),
        _count("seats late for a robot", seats, "offered_at"),
        _count("pauses late to end", pauses, "until"),
        _count("proposals late to close", proposals, "expires_at"),
    ]


def clock_counts(now: datetime) -> list[ClockCount]:
    open_turns = Turn.objects.filter(ended_at=None)
    offered = Seat.objects.filter(offered_at__isnull=False, finished_at=None, game__status=Status.RUNNING)
    outages, gifts = Outage.objects.filter(ended_at__gt=now - 30 * DAY), TimeGift.objects.filter(at__gt=now - 30 * DAY)
    return [
        _count("turns with a deadline", open_turns.filter(deadline__isnull=False), "deadline"),
        _count("steps due", due_turns(now), "due_at"),
        *late_work(now),
        _count("deadlines failing", due_turns(now).exclude(failed_at=None), "failed_at"),
        _count("reminders due", open_turns.filter(remind_at__lte=now), "remind_at"),
        _count("past their deadline", open_turns.filter(overdue_at__isnull=False), "overdue_at"),
        _count("seats open to another player", offered, "offered_at"),
        _count("outages credited in 30 days", outages, "began_at"),
        _count("gifts of time in 30 days", gifts, "at"),
        _count("turns by a stand-in robot in 30 days", _by_stand_in(now - 30 * DAY), "ended_at"),
    ]


def _by_stand_in(since: datetime) -> QuerySet[Turn]:
    return Turn.objects.filter(ended_by=TurnEnd.STAND_IN, ended_at__gt=since)


def _count(name: str, rows: QuerySet[Any], at: str) -> ClockCount:
    found = rows.aggregate(number=Count("pk"), oldest=Min(at))
    return ClockCount(name, found["number"], found["oldest"])
