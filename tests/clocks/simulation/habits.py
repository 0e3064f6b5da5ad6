"""The habits of simulated players: when they are awake, how fast they answer, when they are away."""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from accounts.models import User

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ZONES = (
    "Europe/Paris",
    "Europe/London",
    "America/New_York",
    "America/Los_Angeles",
    "America/Sao_Paulo",
    "Africa/Casablanca",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
    "Pacific/Honolulu",
)
EVERY_DAY = (("08:00", "00:00"),) * 7
Rows = tuple[tuple[str, str] | None, ...]


@dataclass(frozen=True)
class Habit:
    """How a player lives. ``answer`` is the usual number of waking hours until an answer, ``rows`` when awake.

    A player who has not ``declared`` the hours has the default ones on the site, whatever is true.
    """

    name: str
    answer: float
    rows: Rows = EVERY_DAY
    has_declared: bool = False
    is_slow: bool = False  # stays away from fast paces


HABITS = (
    Habit("fast", 0.7),
    Habit("steady", 4),
    Habit("evenings", 5, (("18:00", "23:00"),) * 7, is_slow=True),
    Habit("early", 3, (("05:30", "21:30"),) * 7, has_declared=True),
    Habit("nights", 5, (("20:00", "08:00"),) * 7, has_declared=True),
    Habit("weekdays", 6, (*((("07:00", "23:00"),) * 5), None, None), has_declared=True),
    Habit("undeclared", 5, (("10:00", "23:30"),) * 7),
    Habit("slow", 22, is_slow=True),
    Habit("slow with rest days", 16, (*((("08:00", "22:00"),) * 4), None, None, ("09:00", "21:00")), True, True),
)


@dataclass
class Person:
    """A player with a life."""

    user: User
    habit: Habit
    zone: str
    chooser: random.Random
    deserts_at: datetime | None = None
    absences: list[tuple[datetime, datetime]] = field(default_factory=list)  # that were not announced
    holidays: list[tuple[datetime, datetime]] = field(default_factory=list)
    bounces: tuple[datetime, datetime] | None = None  # when the address fails
    takes_seats: bool = False
    claims: bool = False  # at tables with soft deadlines

    @property
    def is_innocent(self) -> bool:
        """Return True if the player never stays away without a word."""
        return self.deserts_at is None and not self.absences

    def is_gone(self, at: datetime) -> bool:
        """Return True if the player has left for ever."""
        return self.deserts_at is not None and at >= self.deserts_at

    def is_absent(self, at: datetime) -> bool:
        """Return True while the player is away without a word."""
        return self.is_gone(at) or any(start <= at < end for start, end in self.absences)

    def bounces_at(self, at: datetime) -> bool:
        """Return True while emails to the player fail."""
        return self.bounces is not None and self.bounces[0] <= at < self.bounces[1]

    def is_awake(self, at: datetime) -> bool:
        """Return True if the player might look at the site now."""
        if self.is_absent(at) or any(start <= at < end for start, end in self.holidays):
            return False
        return is_in_rows(self.habit.rows, at.astimezone(ZoneInfo(self.zone)))

    def answer_time(self, now: datetime) -> datetime | None:
        """Return when the player will next look at a table, None if never."""
        left = self.habit.answer * min(4.0, self.chooser.lognormvariate(0, 0.7))
        at, end = now, now + 200 * DAY
        while left > 0 and at < end:
            if self.is_gone(at):
                return None
            at += HOUR / 2
            left -= 0.5 if self.is_awake(at) else 0
        return at + timedelta(minutes=self.chooser.randrange(30))


def is_in_rows(rows: Rows, local: datetime) -> bool:
    """Return True if a local time is in the waking hours, by its clock and the day of the week alone."""
    clock, today, before = local.strftime("%H:%M"), rows[local.weekday()], rows[local.weekday() - 1]
    if before and before[1] < before[0] and clock < before[1]:
        return True
    return today is not None and today[0] <= clock and (clock < today[1] or today[1] <= today[0])
