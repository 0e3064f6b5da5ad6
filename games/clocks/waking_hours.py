"""Waking hours that players declare, and changes of their time zone. The rows are a history: none is ever changed."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, time, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import get_profile
from games.common import rate_limits
from games.common.errors import Invalid
from games.core.models import Seat

from .instants import HOUR, WEEK, instant_of
from .models import WakingHours
from .selectors import holiday_makers
from .turn_facts import rows_of
from .updates import recompute_after_commit, recompute_tables, require_update
from .waking_weeks import (
    CHANGE_DELAY,
    DEFAULT_ROWS,
    Rows,
    WakingDay,
    WakingWeek,
    is_too_short,
    shared_seconds,
    waking_between,
)

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
    recompute_tables(user.pk, now)
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
    values = {"user": user, "zone": get_profile(user).zone, "rows": stored_rows(week), "saved_at": now}
    row = WakingHours.objects.create(**values, is_first=is_first)
    if is_first and WakingHours.objects.filter(user=user, is_first=False, saved_at__gt=now - DELAY).exists():
        WakingHours.objects.create(**values)
    return row


def stored_rows(week: Rows) -> list[StoredDay]:
    return [[f"{row.start:%H:%M}", f"{row.end:%H:%M}"] if row else None for row in week]


def change_zone(user: User, before: str, now: datetime) -> None:
    """Store that a player has another time zone than ``before``, inside the caller's transaction.

    The hours stay the same in the new zone, after 48 hours. Without a row so far, the default hours were in force in
    the old zone since sign-up, which is stored first.
    """
    zone = get_profile(user).zone
    if zone == before or user.robot:
        return
    latest = WakingHours.objects.filter(user=user).last()
    if latest is None:
        default = stored_rows(DEFAULT_ROWS)
        latest = WakingHours.objects.create(user=user, zone=before, rows=default, saved_at=user.date_joined)
    WakingHours.objects.create(user=user, zone=zone, rows=latest.rows, saved_at=now)
    recompute_after_commit(user.pk, now)


@dataclass(frozen=True, slots=True)
class DeclaredWeek:
    """The hours that a player saved last; the default hours if ``is_declared`` is False."""

    week: WakingWeek
    is_declared: bool


def declared_weeks(users: Collection[User]) -> dict[int, DeclaredWeek]:
    """Return the weeks of players by their ids, in one statement if their profiles have been fetched."""
    saved: dict[int, list[WakingHours]] = {user.pk: [] for user in users}
    for row in WakingHours.objects.filter(user__in=saved):
        saved[row.user_id].append(row)
    return {user.pk: _declared_week(user, saved[user.pk]) for user in users}


def _declared_week(user: User, rows: Sequence[WakingHours]) -> DeclaredWeek:
    if not rows:
        return DeclaredWeek(WakingWeek(get_profile(user).zone, DEFAULT_ROWS), is_declared=False)
    week = WakingWeek(rows[-1].zone, rows_of(rows[-1].rows))
    return DeclaredWeek(week, is_declared=any(row.is_first for row in rows))


def could_have_answered(user: User, asked_at: datetime, after: timedelta, now: datetime) -> bool:
    """Return True if a player has been awake for this long since they were asked, is awake, and not on holiday."""
    at = instant_of(now)
    awake = waking_between(declared_weeks([user])[user.pk].week, max(instant_of(asked_at), at - WEEK), at + 1)
    is_awake = bool(awake) and awake[-1][1] > at and not holiday_makers([user.pk], now, timedelta())
    return is_awake and sum(end - begin for begin, end in awake) >= after.total_seconds()


def shared_hours(weeks: Mapping[int, DeclaredWeek], users: Collection[int], now: datetime) -> int:
    """Return for how many whole hours a day these players are awake together, on average over the next week."""
    return _hours_together(frozenset(weeks[user].week for user in users), now)


def _hours_together(weeks: Collection[WakingWeek], now: datetime) -> int:
    today = instant_of(now)
    return shared_seconds(weeks, today - today % HOUR) // HOUR


def tables_awake_with(user: User, tables: Sequence[int], hours: int, now: datetime) -> list[int]:
    """Keep the tables at which the user and everyone seated are awake together for so many hours a day.

    Three statements for any number of tables. Robots never sleep, and players whose seats are offered to others need
    not be awake.
    """
    seated: dict[int, set[int]] = {table: {user.pk} for table in tables}
    seats = Seat.objects.filter(game__in=tables, user__isnull=False, offered_at=None)
    for table, player in seats.values_list("game_id", "user_id"):
        seated[table].add(player)
    players = User.objects.filter(pk__in={user.pk}.union(*seated.values())).select_related("profile")
    weeks = declared_weeks([player for player in players if not player.robot])
    together = {
        table: frozenset(weeks[player].week for player in people if player in weeks) for table, people in seated.items()
    }
    shared = {group: _hours_together(group, now) for group in set(together.values())}
    return [table for table, group in together.items() if shared[group] >= hours]
