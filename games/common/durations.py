"""Lengths of time in words: all times of clocks are written like this."""

from django.utils.translation import gettext, ngettext, pgettext

DAY, HOUR, MINUTE = 86400, 3600, 60
TIME_TO_RETURN = 14 * DAY  # for the owner of a seat, from the instant at which another player took it


def duration_text(seconds: int) -> str:
    """Return "3 days", "2 days, 6 hours" or "45 minutes": at most two units, rounded down."""
    minutes = max(0, seconds) // MINUTE
    days, hours, rest = minutes // (24 * 60), minutes // 60 % 24, minutes % 60
    parts = [text for text in (_days(days), _hours(hours), "" if days else _minutes(rest)) if text]
    return ", ".join(parts) or gettext("less than a minute")


def exact_text(seconds: int) -> str:
    """Return "2 days 06:30:00" or "06:30:00", so that sums can be checked."""
    days, rest = divmod(max(0, seconds), DAY)
    clock = f"{rest // HOUR:02}:{rest // MINUTE % 60:02}:{rest % 60:02}"
    return f"{_days(days)} {clock}".strip()


def bank_text(seconds: int) -> str:
    """Return what a bank holds; "empty" for nothing."""
    return duration_text(seconds) if seconds > 0 else pgettext("a bank of time", "empty")


def _days(count: int) -> str:
    return ngettext("%(count)d day", "%(count)d days", count) % {"count": count} if count else ""


def _hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count} if count else ""


def _minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count} if count else ""


def rough_text(seconds: int) -> str:
    """Return "5 minutes", "14 hours" or "3 days": one unit, rounded to the nearest."""
    if seconds < HOUR - MINUTE // 2:
        return _minutes(round(seconds / MINUTE)) or gettext("less than a minute")
    return _hours(round(seconds / HOUR)) if seconds < 2 * DAY else _days(round(seconds / DAY))
