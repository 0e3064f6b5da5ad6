"""Reminders before deadlines: at half and at a fifth of the time, one message for all tables of that hour."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction

from accounts.models import User
from games.notifications import outbox
from games.notifications.models import Kind

from .models import Turn
from .turns import next_reminder, set_next_reminder

SHARED_WITHIN = timedelta(hours=1)  # after the first reminder; those of other tables in this time go into its message
MAX_PLAYERS = 200  # in one round of the sweep


def remind_due(now: datetime) -> int:
    open_turns = Turn.objects.filter(ended_at=None, user__isnull=False, game__troubled_at=None)
    due = open_turns.filter(remind_at__lte=now).order_by("remind_at", "id")
    users = dict.fromkeys(due.values_list("user_id", flat=True)[:MAX_PLAYERS])
    return sum(_remind(user, now) for user in users if user)


@transaction.atomic
def _remind(user_id: int, now: datetime) -> bool:
    """Queue one message to a player about all turns whose reminder is due less than an hour after the first."""
    mine = Turn.objects.filter(user=user_id, ended_at=None, game__troubled_at=None).order_by("remind_at", "id")
    first = mine.filter(remind_at__lte=now).values_list("remind_at", flat=True).first()
    if first is None:
        return False
    soon = mine.filter(remind_at__lt=first + SHARED_WITHIN)
    turns = [turn for turn in soon.select_related("game", "seat", "user__profile") if _take(turn, now)]
    if not turns:
        return False
    turns.sort(key=lambda turn: turn.deadline or now)
    _queue(turns)
    return True


def _take(turn: Turn, now: datetime) -> bool:
    """Note that the turn's reminder is sent, and find the next one. Return False if another worker has done so."""
    due_at, part = turn.remind_at, next_reminder(turn, turn.remind_at or now)
    if part is None or not Turn.objects.filter(pk=turn.pk, ended_at=None, remind_at=due_at).update(reminded=part):
        return False
    turn.reminded = part
    set_next_reminder(turn, now)
    return True


def _queue(turns: Sequence[Turn]) -> None:
    """Queue the message, about the most urgent table first."""
    first = turns[0]
    user: User | None = first.user
    deadlines = [turn.deadline.isoformat() for turn in turns if turn.deadline]
    params = {"turns": [turn.pk for turn in turns], "deadlines": deadlines, "part": first.reminded}
    outbox.queue(Kind.REMINDER, f"{first.pk}:{first.reminded}", user=user, game=first.game, params=params)
