"""What the sweep has to do with clocks: what is due, late, and credited. For operators."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min, QuerySet

from games.models import Game, Outage, Proposal, ProposalState, Seat, Status, TablePause, TimeGift, Turn, TurnEnd

LATE_AFTER = timedelta(minutes=10)  # a sweep every 30 seconds makes 200 steps each time
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class ClockCount:
    """How many rows there are of a kind, and the moment of the oldest one."""

    name: str
    count: int
    at: datetime | None


def due_turns(now: datetime) -> QuerySet[Turn]:
    """Return the open turns that the sweep must look at."""
    return Turn.objects.filter(ended_at=None, due_at__lte=now)


def late_work(now: datetime) -> list[ClockCount]:
    """Return what the sweep should have done some minutes ago: nothing of it while all is well."""
    since = now - LATE_AFTER
    seats = Seat.objects.offered().order_by().filter(offered_at__lte=since - DAY)  # a robot takes them after a day
    pauses = TablePause.objects.filter(ended_at=None, until__lte=since)
    proposals = Proposal.objects.filter(state=ProposalState.OPEN, expires_at__lte=since)
    return [
        _count("deadlines late", due_turns(since), "due_at"),
        _count("seats late for a robot", seats, "offered_at"),
        _count("pauses late to end", pauses, "until"),
        _count("proposals late to close", proposals, "expires_at"),
    ]


def clock_counts(now: datetime) -> list[ClockCount]:
    """Return what is due, late and credited."""
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
        _count("seats looking for a player", offered, "offered_at"),
        _count("outages credited in 30 days", outages, "began_at"),
        _count("gifts of time in 30 days", gifts, "at"),
        _count("turns by the house in 30 days", _by_house(now - 30 * DAY), "ended_at"),
    ]


def _by_house(since: datetime) -> QuerySet[Turn]:
    return Turn.objects.filter(ended_by=TurnEnd.HOUSE, ended_at__gt=since)


def _count(name: str, rows: QuerySet[Any], at: str) -> ClockCount:
    found = rows.aggregate(number=Count("pk"), oldest=Min(at))
    return ClockCount(name, found["number"], found["oldest"])


def explain_clocks(game: Game) -> Iterator[str]:
    """Yield what has happened to the clocks of a table: each turn with what it rested for, its gifts and its steps."""
    turns = game.turns.select_related("seat", "user").prefetch_related("steps", "gifts__user", "claims__user")
    for turn in turns:
        yield from _explain(turn)
    for pause in game.pauses.all():
        end = pause.ended_at or pause.until
        until = _text(end) if end else "an agreement"
        yield f"The table paused from {_text(pause.began_at)} to {until}{_in_brackets(pause.reason)}."
    outages = Outage.objects.filter(ended_at__gt=game.started_at) if game.started_at else Outage.objects.none()
    for outage in outages:
        if game.finished_at is None or outage.began_at < game.finished_at:
            down = f"from {_text(outage.began_at)} to {_text(outage.ended_at)}{_in_brackets(outage.reason)}"
            yield f"The site was down {down}: all clocks rested."


def _explain(turn: Turn) -> Iterator[str]:
    who = turn.user.username if turn.user else "a former player"
    told = f"told at {_text(turn.told_at)} by {turn.told_by}" if turn.told_at else "not told: starts 12 hours later"
    yield f"Turn {turn.number}, seat {turn.seat.number} ({who}): came at {_text(turn.came_at)}, {told}."
    yield from _times(turn)
    for gift in turn.gifts.all():
        giver = gift.user.username if gift.user else "a former player"
        yield f"  {_text(gift.at)}: {giver} gave {_length(gift.seconds)}{_in_brackets(gift.reason)}."
    for claim in turn.claims.all():
        wish = " and asked for a substitute" if claim.wants_substitute else ""
        yield f"  {_text(claim.at)}: {claim.user.username} claimed{wish}."
    for step in turn.steps.all():
        yield f"  {_text(step.at)}: {step.get_kind_display()} (number {step.number}, made at {_text(step.made_at)})."
    if turn.ended_at:
        charge, after = (None if one is None else _length(one) for one in (turn.charge, turn.bank_after))
        cost = "" if charge is None else f"; charged {charge}, bank after it {after}"
        yield f"  Ended at {_text(turn.ended_at)}: {turn.get_ended_by_display()}{cost}."


def _times(turn: Turn) -> Iterator[str]:
    if turn.pace is None:
        yield "  It has no clock."
        return
    grace, longest = _length(turn.pace["grace"]), _length(turn.pace["ceiling"])
    yield f"  Bank {_length(turn.bank)}, grace {grace}, longest turn {longest}."
    if turn.deadline:
        yield f"  Deadline {_text(turn.deadline)}, set by {turn.deadline_cause}."
    elif turn.ended_at is None:
        yield "  It waits without a deadline."


def _in_brackets(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _text(at: datetime) -> str:
    return f"{at:%Y-%m-%d %H:%M:%S} UTC"


def _length(seconds: int) -> str:
    """Return a length such as 1 d 06:30:00."""
    days, rest = divmod(seconds, 86400)
    clock = f"{rest // 3600:02}:{rest // 60 % 60:02}:{rest % 60:02}"
    return f"{days} d {clock}" if days else clock
