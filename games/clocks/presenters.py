"""Paces, waking hours, absences and a player's time in words."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import groupby
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.dateformat import time_format
from django.utils.dates import WEEKDAYS
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from accounts.models import User
from accounts.selectors import get_profile
from accounts.time_zones import place_of, zone_of
from games.common.wording import day_text, duration_text, phrase, rough_text
from games.core.choices import LateRule, Pace
from games.core.models import Game, Seat
from games.core.selectors import Viewer, is_robot, seat_name
from games.engine.registry import TITLES

from .holiday_account import COST, GAIN, MAX_SHARES
from .holidays import MAX_LENGTH, last_day_of, today_of
from .instants import DAY, HOUR, instant_of, merged, moment_of
from .models import PlannedHoliday, TablePause, WakingHours
from .paces import PaceTimes
from .selectors import TimeFacts, current_pauses, holiday_makers, time_facts_of
from .turn_facts import PlayerTime, pace_times, player_times, rows_of
from .waking_hours import DELAY, DeclaredWeek, declared_weeks, shared_hours
from .waking_weeks import DEFAULT_ROWS, Rows, WakingDay, WakingWeek

DAYS = 7
MIDNIGHT = time(0)
SOME_MONDAY = datetime(2001, 1, 1)

SOON = timedelta(days=14)

PAST_SHOWN = 20
MAX_DAYS = MAX_SHARES // COST


@dataclass(frozen=True, slots=True)
class PaceView:
    """A pace in words. ``times`` are None without a clock, and for the pace "own" before they are chosen."""

    key: str
    name: str
    times: PaceTimes | None

    @property
    def summary(self) -> str:
        return pace_summary(self.times)

    @property
    def short_summary(self) -> str:
        """Return what the name means, "" where it says so itself."""
        if self.times is None or self.times.is_fixed:
            return ""
        bank = duration_text(self.times.bank)
        if not self.times.increment:
            return _("%(bank)s for all turns together") % {"bank": bank}
        increment = duration_text(self.times.increment)
        return _("%(bank)s + %(increment)s per turn") % {"bank": bank, "increment": increment}

    @property
    def label(self) -> str:
        """Return the name with what it means: "usual (3 days + 1 day per turn)"."""
        return f"{self.name} ({self.short_summary})" if self.short_summary else self.name


def pace_view(pace: str, own: dict[str, int] | None = None) -> PaceView:
    """Return a pace in words. ``own`` are the times of the pace "own"."""
    return PaceView(pace, str(Pace(pace).label), pace_times(pace, own))


def pace_label(game: Game) -> str:
    return pace_view(game.pace, game.own_pace).label


def named_paces() -> list[PaceView]:
    return [pace_view(pace) for pace in Pace.values if pace != Pace.OWN]


def pace_summary(times: PaceTimes | None) -> str:
    if times is None:
        return _("There is no time limit.")
    if times.is_fixed:
        return _("%(time)s for every turn, nights included. Time that you do not use is lost.") % {
            "time": duration_text(times.bank)
        }
    return times_text(
        times,
        _("You start with %(bank)s."),
        _("Each turn adds %(increment)s, up to %(cap)s.") if times.increment else _("Turns add no time."),
        _("An answer within %(grace)s costs nothing.") if times.grace else "",
        _("A turn takes at most %(ceiling)s."),
    )


def times_text(times: PaceTimes, *sentences: str) -> str:
    values = {name: duration_text(getattr(times, name)) for name in ("bank", "increment", "cap", "grace", "ceiling")}
    return " ".join(sentence % values for sentence in sentences if sentence)


def late_text(game: Game) -> str:
    if game.late_rule == LateRule.OUT:
        return _("They are out of the game.")
    robot = robot_name(game)
    if not robot:
        return _("A stand-in robot plays the turn. After two such turns, another player can take the seat.")
    return _(
        "A stand-in robot plays the turn. After two such turns, another player can take the seat, and after a day "
        "%(robot)s takes it."
    ) % {"robot": robot}


def robot_name(game: Game) -> str:
    """Return the name of the robot that takes the seats of players who stay away, "" if the title has none."""
    title = TITLES.get(game.title)
    robots = title.robots if title else {}
    robot = robots.get(game.late_robot) or next(iter(robots.values()), None)
    return phrase(title, robot.label) if title and robot else ""


@dataclass(frozen=True, slots=True)
class HoursLine:
    """Days of the week with the same hours; ``hours`` are words."""

    days: str
    hours: str


Hours = tuple[tuple[time, time], ...]


def week_lines(week: WakingWeek, zone: str, now: datetime) -> list[HoursLine]:
    """Return the hours of a week as they are in a time zone now, days with the same hours together."""
    by_day = _hours_by_day(week.rows, _shift(week.zone, zone, now))
    groups = [(hours, [day for day, _same in group]) for hours, group in groupby(enumerate(by_day), lambda one: one[1])]
    return [HoursLine(_days_text(days), _hours_text(hours)) for hours, days in groups]


def _shift(zone: str, other: str, now: datetime) -> timedelta:
    """Return what to add to a local time in one zone to have it in another one."""
    here, there = (now.astimezone(zone_of(name)).utcoffset() or timedelta(0) for name in (zone, other))
    return there - here


def _hours_by_day(rows: Sequence[WakingDay | None], shift: timedelta) -> list[Hours]:
    """Return the hours that begin on each day from Monday on. A day may have two, or none."""
    found: list[list[tuple[time, time]]] = [[] for _day in range(DAYS)]
    for number, row in enumerate(rows):
        if row is None:
            continue
        is_whole = row.start == row.end
        start, end = (MIDNIGHT, MIDNIGHT) if is_whole else (row.start, row.end)
        begins, ends = (datetime.combine(SOME_MONDAY + timedelta(days=number), at) + shift for at in (start, end))
        found[begins.weekday()].append((begins.time(), ends.time()))
    return [tuple(sorted(hours)) for hours in found]


def _days_text(days: Sequence[int]) -> str:
    first, last = (str(WEEKDAYS[day]) for day in (days[0], days[-1]))
    if len(days) == DAYS:
        return _("Every day")
    if len(days) == 1:
        return capfirst(first)
    if len(days) == 2:
        return capfirst(pgettext("days of the week", "%(first)s and %(last)s") % {"first": first, "last": last})
    return capfirst(pgettext("days of the week", "%(first)s to %(last)s") % {"first": first, "last": last})


def _hours_text(hours: Hours) -> str:
    if not hours:
        return _("rest day")
    return ", ".join(_span_text(*span) for span in hours)


def _span_text(start: time, end: time) -> str:
    if start == end == MIDNIGHT:
        return _("the whole day")
    return f"{_time_text(start)}\N{EN DASH}{_time_text(end)}"


def _time_text(at: time) -> str:
    return time_format(at, pgettext("format of a time", "H:i"))


@dataclass(frozen=True, slots=True)
class Absence:
    """A holiday, planned or automatic, in the days of the player who takes it. ``back`` is the first one after it."""

    begins: date
    back: date
    is_now: bool

    @property
    def text(self) -> str:
        back = {"back": day_text(self.back)}
        if self.is_now:
            return _("On holiday, back on %(back)s") % back
        return _("On holiday from %(first)s, back on %(back)s") % {"first": day_text(self.begins), **back}


def absences_of(users: Collection[int], now: datetime) -> dict[int, Absence]:
    """Return who of some players is on holiday now, or has planned one that begins within 14 days.

    One statement for any number of players; five more if there is a holiday at all.
    """
    away = holiday_makers(users, now, SOON) if users else set()
    if not away:
        return {}
    people = User.objects.select_related("profile").filter(pk__in=away)
    zones = {user.pk: zone_of(user.profile.time_zone) for user in people}
    found = {user: _absence(player, now, zones[user]) for user, player in player_times(people).items()}
    return {user: absence for user, absence in found.items() if absence}


def _absence(player: PlayerTime, now: datetime, zone: ZoneInfo) -> Absence | None:
    at, soon = instant_of(now), instant_of(now + SOON)
    for begin, end in merged((*player.ledger.holidays, *player.ledger.automatic_days)):
        if end > at and begin <= soon:
            first, back = (moment_of(moment).astimezone(zone).date() for moment in (begin, end))
            return Absence(first, back, is_now=begin <= at)
    return None


def absence_lines(seats: Iterable[Seat], now: datetime, but: int | None = None) -> list[str]:
    """Return a sentence about each absence but that of a player: "Ada: On holiday, back on Tuesday 3 March"."""
    rows = [seat for seat in seats if seat.user_id and seat.user_id != but and not is_robot(seat)]
    away = absences_of({seat.user_id for seat in rows if seat.user_id}, now)
    return [
        _("%(name)s: %(absence)s.") % {"name": seat_name(seat), "absence": _inside(absence.text)}
        for seat in rows
        if (absence := away.get(seat.user_id or 0))
    ]


def stops_by_game(tables: Collection[tuple[Game, Collection[Seat]]], now: datetime) -> dict[int, tuple[str, ...]]:
    """Return why a running game stands still, by the ids of games: a pause of the table, holidays at these seats.

    Two statements for any number of games, five more if someone is on holiday.
    """
    pauses = current_pauses([game for game, _seats in tables], now)
    people = {game.pk: [seat for seat in seats if seat.user_id and not is_robot(seat)] for game, seats in tables}
    found = absences_of({seat.user_id for seats in people.values() for seat in seats if seat.user_id}, now)
    away = {user: absence for user, absence in found.items() if absence.is_now}
    return {
        game.pk: (
            *([_pause_text(pauses[game.pk])] if game.pk in pauses else []),
            *(_away_text(seat, away[seat.user_id]) for seat in people[game.pk] if seat.user_id in away),
        )
        for game, _seats in tables
    }


def _pause_text(pause: TablePause) -> str:
    return _("paused until %(day)s") % {"day": _short_day(pause.until)} if pause.until else _("paused")


def _away_text(seat: Seat, absence: Absence) -> str:
    return _("%(name)s is on holiday, back on %(day)s") % {"name": seat_name(seat), "day": _short_day(absence.back)}


def _short_day(day: date) -> str:
    local = timezone.localtime(day) if isinstance(day, datetime) else day
    return format_date(local, pgettext("format of a date", "j M"))


def _inside(text: str) -> str:
    return text[:1].lower() + text[1:]


@dataclass(frozen=True, slots=True)
class PlayerTimeView:
    """The facts of the last year, and the usual hours of a player for a viewer.

    ``hours`` are in the viewer's time zone, ``hours_there`` in the player's, empty if it is the same time. ``shared``
    is for how many hours a day both are awake, None for others than players.
    """

    facts: TimeFacts
    hours: list[HoursLine]
    hours_there: list[HoursLine]
    zone: str
    zone_there: str
    is_declared: bool
    shared: int | None

    @property
    def median_text(self) -> str:
        answers = self.facts.answers
        return _rough(answers.median) if answers else ""

    @property
    def middle_text(self) -> str:
        """Between which times the middle half of the answers lies, in words; "" if that is one and the same."""
        answers = self.facts.answers
        if answers is None:
            return ""
        lower, upper = _rough(answers.lower), _rough(answers.upper)
        if lower == upper:
            return ""
        return _("Half of the turns take from %(lower)s to %(upper)s.") % {"lower": lower, "upper": upper}

    @property
    def others_text(self) -> str:
        stand_in, deputy = self.facts.by_stand_in, self.facts.by_deputy
        if not stand_in and not deputy:
            return _("None in the last year.")
        parts = [
            _("%(count)d by a stand-in robot") % {"count": stand_in} if stand_in else "",
            _("%(count)d by a deputy") % {"count": deputy} if deputy else "",
        ]
        since = self.facts.games_since
        games = ngettext("%(count)d game finished since.", "%(count)d games finished since.", since) % {"count": since}
        turns = _("%(turns)s in the last year.") % {"turns": ", ".join(filter(None, parts))}
        return f"{turns} {games}"


def _rough(length: timedelta) -> str:
    return rough_text(int(length.total_seconds()))


def player_time_view(user: User, viewer: Viewer, now: datetime) -> PlayerTimeView:
    """Return the facts about a player for a viewer, in five statements at most."""
    other = viewer if isinstance(viewer, User) and viewer.pk != user.pk else None
    weeks = declared_weeks([user, other] if other else [user])
    mine: DeclaredWeek = weeks[user.pk]
    zone = timezone.get_current_timezone_name()
    hours, there = week_lines(mine.week, zone, now), week_lines(mine.week, mine.week.zone, now)
    return PlayerTimeView(
        facts=time_facts_of(user, now),
        hours=hours,
        hours_there=there if there != hours else [],
        zone=_place(zone),
        zone_there=_place(mine.week.zone),
        is_declared=mine.is_declared,
        shared=shared_hours(weeks, list(weeks), now) if other else None,
    )


def _place(zone: str) -> str:
    return place_of(zone_of(zone).key)


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
        return (self.last - self.first).days + 1

    def days_after(self, day: date) -> int:
        return max(0, min(self.days, (self.last - day).days))

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
class TimeSettingsView:
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

    @property
    def change(self) -> PendingHours | None:
        """What the page says of the hours saved last: first hours apply to new turns even before the others."""
        latest = [one for one in self.pending if one.acts_at == self.pending[-1].acts_at]
        return next((one for one in latest if one.is_first), latest[-1]) if latest else None

    @property
    def planned(self) -> int:
        """The days of planned holidays that have not been taken from the account yet."""
        return sum(holiday.days_after(self.today) for holiday in self.current if holiday.pk)

    @property
    def free_days(self) -> int:
        """The days in the account that no planned holiday will take."""
        return max(0, self.days - self.planned)

    @property
    def longest(self) -> int:
        return min(MAX_LENGTH, self.free_days)


def time_settings_view(user: User, now: datetime) -> TimeSettingsView:
    player, profile = player_times([user])[user.pk], get_profile(user)
    seconds = player.ledger.seconds_at(instant_of(now))
    today = today_of(profile.time_zone, now)
    holidays = sorted(_holidays(player, now), key=lambda one: (one.first, one.pk))
    current = [one for one in holidays if one.is_now or (one.first > today and not one.is_cancelled)]
    past = [one for one in holidays if one not in current and not one.is_cancelled]
    latest = player.saved_hours[-1] if player.saved_hours else None
    return TimeSettingsView(
        zone=_place(profile.time_zone),
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
    return PendingHours(row.saved_at + DELAY, _place(row.zone), row.is_first)


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
    player = player_times([user])[user.pk]
    current = [row for row in player.planned if last_day_of(row) >= max(row.first, today_of(row.zone, now))]
    automatic = get_profile(user).takes_automatic_holidays
    return HolidaysNow(player.ledger.seconds_at(instant_of(now)), automatic, sorted(current, key=lambda row: row.first))
