"""Waking hours that players declare, and changes of their time zone. The rows are a history: none is ever changed."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import get_profile
from games.errors import Invalid
from games.models import WakingHours

from ... import rate_limits
from ...time.waking_hours import CHANGE_DELAY, DEFAULT_ROWS, Rows, WakingDay, is_too_short
from ..turn_facts import rows_of
from ..updates import compute_after_commit, compute_tables_again, require_update

DAYS = 7
StoredDay = list[str] | None
DELAY = timedelta(seconds=CHANGE_DELAY)


def save_hours(user: User, rows: Sequence[Sequence[time] | None], now: datetime) -> WakingHours:
    """Store the waking hours of a week: seven days from Monday on, start and end, or None for a rest day.

    The first hours apply at once to turns that come later; every change applies to all turns after 48 hours. The same
    hours again change nothing. Raises Invalid (bad-week, too-short), TooMany.
    """
    week = _week(rows)
    with transaction.atomic():
        lock_user(user)
        latest = WakingHours.objects.filter(user=user).last()
        if latest and rows_of(latest.rows) == week and _has_declared(user):
            return latest
        rate_limits.count("hours", user.pk)
        row = _store(user, week, now)
        require_update(user.pk, now)
    compute_tables_again(user.pk, now)
    return row


def _week(rows: Sequence[Sequence[time] | None]) -> Rows:
    if len(rows) != DAYS:
        raise Invalid("bad-week", _("A week has seven days, from Monday to Sunday."))
    week = tuple(WakingDay(row[0], row[1]) if row else None for row in rows)
    if is_too_short(week):
        raise Invalid("too-short", _("Choose at least four waking days, with at least 8 hours each."))
    return week


def _has_declared(user: User) -> bool:
    return WakingHours.objects.filter(user=user, is_first=True).exists()


def _store(user: User, week: Rows, now: datetime) -> WakingHours:
    """Store a week in the player's zone.

    A change of zone that is saved but not in force yet would bring back the default hours. So first hours that are
    saved meanwhile get a second row, which brings them in after it.
    """
    is_first = not _has_declared(user)
    values = {"user": user, "zone": get_profile(user).time_zone, "rows": stored_rows(week), "saved_at": now}
    row = WakingHours.objects.create(**values, is_first=is_first)
    if is_first and WakingHours.objects.filter(user=user, is_first=False, saved_at__gt=now - DELAY).exists():
        WakingHours.objects.create(**values)
    return row


def stored_rows(week: Rows) -> list[StoredDay]:
    """Return the waking hours of a week as they are stored."""
    return [[f"{row.start:%H:%M}", f"{row.end:%H:%M}"] if row else None for row in week]


def change_zone(user: User, before: str, now: datetime) -> None:
    """Store that a player has another time zone than ``before``, inside the caller's transaction.

    The hours stay the same in the new zone, after 48 hours. Without a row so far, the default hours were in force in
    the old zone since sign-up, which is stored first.
    """
    zone = get_profile(user).time_zone
    if zone == before or user.robot:
        return
    latest = WakingHours.objects.filter(user=user).last()
    if latest is None:
        default = stored_rows(DEFAULT_ROWS)
        latest = WakingHours.objects.create(user=user, zone=before, rows=default, saved_at=user.date_joined)
    WakingHours.objects.create(user=user, zone=zone, rows=latest.rows, saved_at=now)
    compute_after_commit(user.pk, now)
