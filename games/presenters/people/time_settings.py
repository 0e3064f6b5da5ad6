"""The page of a player's own time: waking hours, the account of holidays, holidays."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime

from accounts.models import User
from accounts.selectors import get_profile
from games.models import PlannedHoliday, WakingHours
from games.services.clocks.players.holidays import MAX_LENGTH, last_day_of, today_of
from games.services.clocks.players.waking_hours import DELAY
from games.services.clocks.turn_facts import PlayerTime, player_times, rows_of
from games.services.time.holidays import COST, GAIN, MAX_SHARES
from games.services.time.instants import DAY, HOUR, instant_of, moment_of
from games.services.time.waking_hours import DEFAULT_ROWS, Rows

PAST_SHOWN = 20
MAX_DAYS = MAX_SHARES // COST


@dataclass(frozen=True, slots=True)
class HolidayView:
    """A planned holiday with its local days, or an automatic one (``pk`` is 0) with the moment at which it began."""

    pk: int
    first: date
    last: date
    began_at: datetime | None = None
    is_now: bool = False
    is_cancelled: bool = False

    @property
    def days(self) -> int:
        """The number of days."""
        return (self.last - self.first).days + 1

    @property
    def may_be_shortened(self) -> bool:
        """True if it has an earlier last day than the present one, apart from ending or cancelling it."""
        return self.days > 1


@dataclass(frozen=True, slots=True)
class PendingHours:
    """Saved hours that do not apply to every turn yet, or the same hours in another time zone."""

    acts_at: datetime
    zone: str
    is_first: bool


@dataclass(frozen=True, slots=True)
class OwnTime:
    """Everything on the page. ``days`` and ``hours`` are in the account; ``next_day_at`` is None if it is full."""

    zone: str
    now: datetime
    today: date
    rows: Rows
    has_declared: bool
    pending: list[PendingHours]
    days: int
    hours: int
    next_day_at: datetime | None
    is_automatic: bool
    current: list[HolidayView]
    past: list[HolidayView]
    most_days: int = MAX_DAYS
    longest: int = MAX_LENGTH


def time_settings(user: User, now: datetime) -> OwnTime:
    """Return the page of a player's own time."""
    player, profile = player_times([user])[user.pk], get_profile(user)
    seconds = player.ledger.seconds_at(instant_of(now))
    today = today_of(profile.time_zone, now)
    holidays = sorted(_holidays(player, now), key=lambda one: (one.first, one.pk))
    current = [one for one in holidays if one.is_now or (one.first > today and not one.is_cancelled)]
    past = [one for one in holidays if one not in current and not one.is_cancelled]
    latest = player.saved_hours[-1] if player.saved_hours else None
    return OwnTime(
        zone=profile.time_zone.replace("_", " "),
        now=now,
        today=today,
        rows=rows_of(latest.rows) if latest else DEFAULT_ROWS,
        has_declared=any(row.is_first for row in player.saved_hours),
        pending=[_pending(row) for row in player.saved_hours if row.saved_at + DELAY > now],
        days=seconds // DAY,
        hours=seconds % DAY // HOUR,
        next_day_at=_next_day_at(player, now),
        is_automatic=profile.takes_automatic_holidays,
        current=current,
        past=past[::-1][:PAST_SHOWN],
    )


def _pending(row: WakingHours) -> PendingHours:
    return PendingHours(row.saved_at + DELAY, row.zone.replace("_", " "), row.is_first)


def _next_day_at(player: PlayerTime, now: datetime) -> datetime | None:
    """Return when the account holds one whole day more, if no holiday begins until then."""
    shares = player.ledger.shares_at(instant_of(now))
    if shares >= MAX_SHARES:
        return None
    missing = COST - shares % COST
    return moment_of(instant_of(now) + -(-missing // GAIN))


def _holidays(player: PlayerTime, now: datetime) -> Iterator[HolidayView]:
    for row in player.planned:
        yield _planned(row, now)
    zone = get_profile(player.user).time_zone
    for begin, end in player.ledger.automatic_days:
        day, began = today_of(zone, moment_of(begin)), moment_of(begin)
        yield HolidayView(0, day, day, began_at=began, is_now=moment_of(end) > now)


def _planned(row: PlannedHoliday, now: datetime) -> HolidayView:
    first, last, today = row.first, last_day_of(row), today_of(row.zone, now)
    return HolidayView(row.pk, first, last, is_now=first <= today <= last, is_cancelled=last < first)


@dataclass(frozen=True, slots=True)
class HolidaysNow:
    """The account in seconds, and the planned holidays that are not over."""

    balance: int
    automatic: bool
    holidays: list[PlannedHoliday]


def holidays_now(user: User, now: datetime) -> HolidaysNow:
    """Return a player's account and the holidays that are planned or under way."""
    player = player_times([user])[user.pk]
    current = [row for row in player.planned if last_day_of(row) >= max(row.first, today_of(row.zone, now))]
    automatic = get_profile(user).takes_automatic_holidays
    return HolidaysNow(player.ledger.seconds_at(instant_of(now)), automatic, sorted(current, key=lambda row: row.first))
