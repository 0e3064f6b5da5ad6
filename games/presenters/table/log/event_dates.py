"""Dates in sentences about clocks, in the reader's time zone."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.dateparse import parse_date, parse_datetime
from django.utils.translation import pgettext


def moment_text(at: datetime) -> str:
    """Return the weekday, date and time of a moment, with the year unless it is this one."""
    local = timezone.localtime(at)
    if local.year == timezone.localtime().year:
        return format_date(local, pgettext("format of a date", "l j F, H:i"))
    return format_date(local, pgettext("format of a date", "l j F Y, H:i"))


def stored_moment(value: object) -> str:
    """Return the text of a moment stored in ISO 8601, "" for none."""
    at = parse_datetime(value) if isinstance(value, str) else None
    return moment_text(at) if at else ""


def time_on_same_day(start: object, end: object) -> str:
    """Return the time of a stored moment if it is on the same local day as another one, otherwise ""."""
    first, last = (parse_datetime(value) if isinstance(value, str) else None for value in (start, end))
    if first is None or last is None or timezone.localtime(first).date() != timezone.localtime(last).date():
        return ""
    return format_date(timezone.localtime(last), "H:i")


def stored_day(value: object, later: int = 0) -> str:
    """Return the weekday and date of a stored local day, or of a number of days later; "" for none."""
    day = parse_date(value) if isinstance(value, str) else None
    if day is None:
        return ""
    day += timedelta(days=later)
    if day.year == timezone.localtime().year:
        return format_date(day, pgettext("format of a date", "l j F"))
    return format_date(day, pgettext("format of a date", "l j F Y"))
