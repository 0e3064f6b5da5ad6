"""Holidays of players: planned, shortened, ended, and whether they begin by themselves at a deadline."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from accounts.selectors import get_profile
from accounts.services import update_profile
from games.common import rate_limits
from games.common.errors import Conflict, Invalid, NotFound
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import Param, add_event
from games.core.models import EventKind, Game, Seat
from games.notifications.outbox import notify_players

from .holiday_account import HolidayAccount, HolidayPlan, Ledger, days_of
from .instants import instant_of, local_date, moment_of
from .models import AutomaticHoliday, PlannedHoliday
from .turn_facts import player_times
from .updates import recompute_tables, require_update

MAX_LENGTH = 60  # days of one holiday
MAX_AHEAD = timedelta(days=366)  # from today to its first day
MAX_COMING = 20  # holidays that are planned or under way
DAY = timedelta(days=1)


def account_of(user: User) -> HolidayAccount:
    return player_times([user])[user.pk].account


def today_of(zone: str, now: datetime) -> date:
    return local_date(zone, instant_of(now))


def last_day_of(row: PlannedHoliday) -> date:
    """Return the last day of a holiday after all changes of it; before its first if it was cancelled."""
    return min((row.last, *(date.fromisoformat(last) for _at, last in row.changes)))


def plan_holiday(user: User, first: date, last: date, now: datetime) -> PlannedHoliday:
    """Plan a holiday from the first to the last local day. One that starts today begins at once.

    Everyone at the player's tables is notified once, and the player who plays by reply. Raises Invalid (bad-dates,
    too-long, too-far), Conflict (too-many-holidays, not-enough-days), TooMany.
    """
    zone = get_profile(user).zone
    today = today_of(zone, now)
    _check_dates(first, last, today)
    rate_limits.count("holidays", user.pk)
    with transaction.atomic():
        lock_user(user)
        coming = PlannedHoliday.objects.filter(user=user, last__gte=today - DAY)
        if sum(last_day_of(row) >= today for row in coming) >= MAX_COMING:
            raise Conflict("too-many-holidays", _("You have planned many holidays already. Cancel one first."))
        _check_account(account_of(user), HolidayPlan(instant_of(now), first, last, zone))
        row = PlannedHoliday.objects.create(user=user, saved_at=now, first=first, last=last, zone=zone)
        require_update(user.pk, now)
    _apply(row, now)
    return row


def _check_dates(first: date, last: date, today: date) -> None:
    if first < today or last < first:
        raise Invalid("bad-dates", _("Choose a first day from today on, and a last day that is not before it."))
    if (last - first).days >= MAX_LENGTH:
        message = _("A holiday lasts at most %(days)s days.") % {"days": MAX_LENGTH}
        raise Invalid("too-long", message)
    if first - today > MAX_AHEAD:
        raise Invalid("too-far", _("Choose a first day within a year."))


def _check_account(account: HolidayAccount, plan: HolidayPlan) -> None:
    """Refuse a holiday that the account cannot pay to its last day, or that would use up the days of another one."""
    with_it = replace(account, plans=(*account.plans, plan))
    if _unpaid(with_it) > _unpaid(account):
        raise Conflict("not-enough-days", _("You do not have enough days for this holiday. Choose fewer days."))


def _unpaid(account: HolidayAccount) -> int:
    """Return the number of planned days that the account will not be able to pay."""
    paid = Ledger(account).holidays
    days = [day for number, plan in enumerate(account.plans) for day in days_of(number, plan)]
    return sum(not any(start <= day.start and day.end <= end for start, end in paid) for day in days)


def shorten_holiday(user: User, pk: int, last: date, now: datetime) -> PlannedHoliday:
    """Give a holiday an earlier last day. The day under way stays: it is paid. Days before it are gone.

    A last day before the first cancels it. Raises NotFound, Conflict (holiday-over), Invalid (bad-dates), TooMany.
    """
    rate_limits.count("holidays", user.pk)
    with transaction.atomic():
        lock_user(user)
        row = PlannedHoliday.objects.filter(user=user, pk=pk).first()
        if row is None:
            raise NotFound
        today, end = today_of(row.zone, now), last_day_of(row)
        if end < today or end < row.first:
            raise Conflict("holiday-over", _("This holiday is over."))
        earliest = today if row.first <= today else row.first - DAY
        if not earliest <= last < end:
            raise Invalid("bad-dates", _("Choose an earlier last day. Today stays a day of holiday."))
        row.changes = [*row.changes, [moment_of(instant_of(now)).isoformat(), last.isoformat()]]
        row.save(update_fields=["changes"])
        require_update(user.pk, now)
    _apply(row, now)
    return row


def end_holiday(user: User, pk: int, now: datetime) -> PlannedHoliday:
    """Cancel a planned holiday, or end the one under way at the next midnight. Raises as ``shorten_holiday``."""
    row = PlannedHoliday.objects.filter(user=user, pk=pk).first()
    if row is None:
        raise NotFound
    today = today_of(row.zone, now)
    return shorten_holiday(user, pk, today if row.first <= today else row.first - DAY, now)


def end_current_holiday(user: User, now: datetime) -> bool:
    """End the player's holiday under way at the end of its present day, which is paid. Return False if there is none.

    An automatic holiday is one day, so nothing changes.
    """
    is_away = AutomaticHoliday.objects.filter(user=user, began_at__gt=now - DAY, began_at__lte=now).exists()
    for row in PlannedHoliday.objects.filter(user=user, first__lte=now + DAY, last__gte=now - DAY):
        today, last = today_of(row.zone, now), last_day_of(row)
        if row.first <= today <= last:
            is_away = True
            if last > today:
                shorten_holiday(user, row.pk, today, now)
    return is_away


def _apply(row: PlannedHoliday, now: datetime) -> None:
    """Recompute the player's deadlines, and notify each opponent once, with a line in the log of each table."""
    recompute_tables(row.user_id, now)
    last = last_day_of(row)
    params: dict[str, Param] = {
        "holiday": row.pk,
        "first": row.first.isoformat(),
        "last": last.isoformat(),
        "zone": row.zone,
    }
    params |= {"is_change": bool(row.changes), "is_cancelled": last < row.first}
    for game_id in _tables_of(row.user):
        _announce(game_id, row, params, now)
    for seat in Seat.objects.filter(user=row.user, game__status=Status.RUNNING):
        Game.objects.filter(pk=seat.game_id).update(version=F("version") + 1)  # its page names the holiday


def _tables_of(user: User) -> Sequence[int]:
    """Return the running tables of a player where holidays count."""
    games = Game.objects.running_for(user).filter(forbids_holidays=False, seats__user=user, seats__is_out=False)
    return list(games.exclude(pace="none").values_list("pk", flat=True))


@transaction.atomic
def _announce(game_id: int, row: PlannedHoliday, params: dict[str, Param], now: datetime) -> None:
    game = game_for_update(game_id)
    seat = game.seats.filter(user=row.user).first()
    if seat is None or game.is_over:
        return
    event = add_event(game, EventKind.HOLIDAY, now, seat=seat.number, user=row.user, params=params)
    # The player gets the news of a new holiday to end it by a reply.
    but = [] if get_profile(row.user).plays_by_reply and not row.changes else [row.user]
    notify_players(event, key=f"holiday:{row.pk}:{len(row.changes)}", but=but)


def set_automatic(user: User, *, is_on: bool, now: datetime) -> None:
    """Choose whether a holiday of a day begins by itself at a deadline."""
    with transaction.atomic():
        update_profile(user, takes_automatic_holidays=is_on)
        require_update(user.pk, now)
    recompute_tables(user.pk, now)
