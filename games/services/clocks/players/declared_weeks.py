"""The waking hours that players declare, for others: their usual week, and how long players are awake together."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from accounts.models import User
from accounts.selectors import get_profile
from games.models import Seat, WakingHours

from ...time.instants import HOUR, instant_of
from ...time.waking_hours import DEFAULT_ROWS, WakingWeek, shared_seconds
from ..turn_facts import rows_of


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
    return {user.pk: _week(user, saved[user.pk]) for user in users}


def _week(user: User, rows: Sequence[WakingHours]) -> DeclaredWeek:
    if not rows:
        return DeclaredWeek(WakingWeek(get_profile(user).time_zone, DEFAULT_ROWS), is_declared=False)
    week = WakingWeek(rows[-1].zone, rows_of(rows[-1].rows))
    return DeclaredWeek(week, is_declared=any(row.is_first for row in rows))


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
