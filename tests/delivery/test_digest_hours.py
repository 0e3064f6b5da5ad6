from datetime import date, datetime, time

import pytest

from accounts.models import Profile
from accounts.notification_hours import QuietHours, last_digest_time, local_moment, next_digest_time, quiet_hours_at
from accounts.time_zones import zone_of

PARIS, KOLKATA, LORD_HOWE = "Europe/Paris", "Asia/Kolkata", "Australia/Lord_Howe"
SPRING, AUTUMN = date(2026, 3, 29), date(2026, 10, 25)  # when Paris changes its clocks


def at(text: str) -> datetime:
    return datetime.fromisoformat(f"{text}:00+00:00")


def profile(begin: str = "", end: str = "", zone: str = PARIS, digest_hour: int = 8) -> Profile:
    """Return a profile, not stored."""
    hours = [time.fromisoformat(text) if text else None for text in (begin, end)]
    return Profile(time_zone=zone, digest_hour=digest_hour, quiet_from=hours[0], quiet_until=hours[1])


@pytest.mark.parametrize(
    ("day", "clock", "zone", "second", "expected"),
    [
        (date(2026, 1, 15), "22:30", PARIS, False, "2026-01-15T21:30"),
        (date(2026, 7, 15), "22:30", PARIS, False, "2026-07-15T20:30"),
        (date(2026, 7, 15), "07:15", KOLKATA, False, "2026-07-15T01:45"),
        (SPRING, "01:59", PARIS, False, "2026-03-29T00:59"),
        (SPRING, "02:00", PARIS, False, "2026-03-29T01:00"),  # does not exist: the clocks jump from 2:00 to 3:00
        (SPRING, "02:30", PARIS, True, "2026-03-29T01:00"),
        (SPRING, "03:00", PARIS, False, "2026-03-29T01:00"),
        (AUTUMN, "02:30", PARIS, False, "2026-10-25T00:30"),  # comes twice
        (AUTUMN, "02:30", PARIS, True, "2026-10-25T01:30"),
        (date(2026, 10, 4), "02:15", LORD_HOWE, False, "2026-10-03T15:30"),  # half an hour is left out there
        (date(2011, 12, 30), "12:00", "Pacific/Apia", False, "2011-12-30T10:00"),  # a whole day was
        (date(2026, 1, 15), "08:00", "Atlantis/Capital", False, "2026-01-15T08:00"),
    ],
)
def test_a_clock_time_of_digests_is_an_instant(day: date, clock: str, zone: str, second: bool, expected: str) -> None:
    assert local_moment(day, time.fromisoformat(clock), zone_of(zone), second=second) == at(expected)


@pytest.mark.parametrize(
    ("begin", "end", "zone", "begins", "ends"),
    [
        ("22:00", "07:00", PARIS, "2026-01-14T21:00", "2026-01-15T06:00"),  # across midnight
        ("01:00", "09:30", PARIS, "2026-01-15T00:00", "2026-01-15T08:30"),
        ("22:15", "07:45", KOLKATA, "2026-01-15T16:45", "2026-01-16T02:15"),
        ("23:59", "00:00", "UTC", "2026-01-14T23:59", "2026-01-15T00:00"),
        ("22:00", "07:00", "Pacific/Kiritimati", "2026-01-15T08:00", "2026-01-15T17:00"),
    ],
)
def test_quiet_hours_have_two_ends(begin: str, end: str, zone: str, begins: str, ends: str) -> None:
    quiet = QuietHours(at(begins), at(ends))
    reader = profile(begin, end, zone)
    assert quiet_hours_at(reader, quiet.begins) == quiet
    assert quiet_hours_at(reader, quiet.ends) is None


@pytest.mark.parametrize(
    ("day", "begin", "end", "begins", "ends"),
    [
        (SPRING, "22:00", "07:00", "2026-03-28T21:00", "2026-03-29T05:00"),  # eight hours
        (AUTUMN, "22:00", "07:00", "2026-10-24T20:00", "2026-10-25T06:00"),  # ten
        (SPRING, "02:30", "07:00", "2026-03-29T01:00", "2026-03-29T05:00"),  # begin with the jump
        (SPRING, "22:00", "02:30", "2026-03-28T21:00", "2026-03-29T01:00"),  # end with it
        (AUTUMN, "02:30", "07:00", "2026-10-25T00:30", "2026-10-25T06:00"),  # begin when it is 2:30 first
        (AUTUMN, "22:00", "02:30", "2026-10-24T20:00", "2026-10-25T01:30"),  # end when it is 2:30 again
    ],
)
def test_quiet_hours_know_the_changes_of_the_clocks(day: date, begin: str, end: str, begins: str, ends: str) -> None:
    quiet = QuietHours(at(begins), at(ends))
    assert quiet.ends.date() == day
    assert quiet_hours_at(profile(begin, end), quiet.begins) == quiet


@pytest.mark.parametrize("minute", ["00:00", "00:59", "01:00", "02:00"])
def test_quiet_hours_that_the_clocks_jump_over_are_none(minute: str) -> None:
    assert quiet_hours_at(profile("02:10", "02:40"), at(f"2026-03-29T{minute}")) is None


@pytest.mark.parametrize(("begin", "end"), [("", ""), ("22:00", ""), ("", "07:00"), ("08:00", "08:00")])
def test_quiet_hours_need_both_times(begin: str, end: str) -> None:
    assert quiet_hours_at(profile(begin, end), at("2026-01-15T07:00")) is None


@pytest.mark.parametrize(
    ("now", "twice", "last", "following"),
    [
        ("2026-01-15T06:59", False, "2026-01-14T07:00", "2026-01-15T07:00"),
        ("2026-01-15T07:00", False, "2026-01-15T07:00", "2026-01-16T07:00"),
        ("2026-01-15T18:59", True, "2026-01-15T07:00", "2026-01-15T19:00"),
        ("2026-01-15T19:00", True, "2026-01-15T19:00", "2026-01-16T07:00"),
        ("2026-03-28T12:00", False, "2026-03-28T07:00", "2026-03-29T06:00"),
        ("2026-10-24T12:00", False, "2026-10-24T06:00", "2026-10-25T07:00"),
    ],
)
def test_digests_are_sent_at_their_hours(now: str, twice: bool, last: str, following: str) -> None:
    reader = profile()
    assert last_digest_time(reader, at(now), twice=twice) == at(last)
    assert next_digest_time(reader, at(now), twice=twice) == at(following)


@pytest.mark.parametrize(
    ("now", "following"),
    [
        ("2026-03-28T12:00", "2026-03-29T01:00"),  # at 3:00, because there is no 2:00
        ("2026-10-24T12:00", "2026-10-25T00:00"),  # when it is 2:00 first
        ("2026-10-25T00:30", "2026-10-26T01:00"),  # and not when it is 2:00 again
    ],
)
def test_digests_come_once_on_the_day_of_a_clock_change(now: str, following: str) -> None:
    assert next_digest_time(profile(digest_hour=2), at(now), twice=False) == at(following)


def test_the_second_digest_at_a_late_hour_comes_in_the_morning() -> None:
    reader = profile(digest_hour=20, zone=KOLKATA)
    assert next_digest_time(reader, at("2026-01-15T15:00"), twice=True) == at("2026-01-16T02:30")
