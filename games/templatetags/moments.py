"""Moments in words. What a list says fifty times is put together once: it reads the same until the minute ends."""

from datetime import UTC, datetime, timedelta
from functools import lru_cache

from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language, pgettext

TEXTS = 4096
LONG = timedelta(days=28)  # from here on it matters which months have passed
SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)


def told(at: datetime, text: str) -> SafeString:
    """Return a text about a moment, with the whole date, in the viewer's time zone, behind it."""
    begin, end = _around(at, timezone.get_current_timezone_name(), get_language())
    return SafeString(f"{begin}{escape(text)}{end}")


@lru_cache(TEXTS)
def _around(at: datetime, zone: str, language: str | None) -> tuple[str, str]:
    local = timezone.localtime(at)
    whole = format_date(local, pgettext("format of a date", "l j F Y, H:i T"))
    return format_html('<time datetime="{}" title="{}">', local.isoformat(), whole), "</time>"


def date_of(at: datetime, style: str) -> str:
    """Return a moment in the viewer's time zone; ``style`` is a format of Django's."""
    return _date(at, style, timezone.get_current_timezone_name(), get_language())


@lru_cache(TEXTS)
def _date(at: datetime, style: str, zone: str, language: str | None) -> str:
    return format_date(timezone.localtime(at), style)


def length_of(start: datetime, end: datetime, depth: int) -> str:
    """Return how long it is from one moment to another, in ``depth`` units at most."""
    if not timedelta() <= end - start < LONG:
        return timesince(start, end, depth=depth)
    return _length((end - start) // timedelta(minutes=1), depth, get_language())


@lru_cache(TEXTS)
def _length(minutes: int, depth: int, language: str | None) -> str:
    return timesince(SOME_DAY, SOME_DAY + timedelta(minutes=minutes), depth=depth)
