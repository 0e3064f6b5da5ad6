"""Moments in words. What a list says fifty times is put together once: it reads the same until the minute ends.

What depends on the clock may be left open: where the context has ``gaps``, a tag says GAP and notes there what is to
be said in its place later.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from django.template.context import Context
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import conditional_escape, escape, format_html
from django.utils.safestring import SafeString
from django.utils.timesince import timesince
from django.utils.translation import get_language, gettext, gettext_noop, pgettext

from accounts.shelf import stand_in

Say = Callable[[datetime, datetime, str | None], SafeString]  # a moment, now, the language of this thread
Gaps = list[tuple[Say, datetime]]

CACHE_SIZE = 4096
MINUTE = timedelta(minutes=1)
LONG = timedelta(days=28)  # from here on it matters which months have passed
GAP = stand_in("gap")
OVERDUE, LEFT, SINCE = gettext_noop("%(time)s overdue"), gettext_noop("%(time)s left"), "%(time)s"
SOME_DAY = datetime(2001, 1, 1, tzinfo=UTC)


def time_tag(at: datetime, text: str) -> SafeString:
    """Return a text about a moment, with the whole date, in the viewer's time zone, behind it."""
    begin, end = _around(at, timezone.get_current_timezone_name(), get_language())
    return SafeString(f"{begin}{conditional_escape(text)}{end}")


@lru_cache(CACHE_SIZE)
def _around(at: datetime, zone: str, language: str | None) -> tuple[str, str]:
    local = timezone.localtime(at)
    whole = format_date(local, pgettext("format of a date", "l j F Y, H:i T"))
    return format_html('<time datetime="{}" title="{}">', local.isoformat(timespec="seconds"), whole), "</time>"


def local_date(at: datetime, style: str) -> str:
    """Return a moment in the viewer's time zone; ``style`` is a format of Django's."""
    return _date(at, style, timezone.get_current_timezone_name(), get_language())


@lru_cache(CACHE_SIZE)
def _date(at: datetime, style: str, zone: str, language: str | None) -> str:
    return format_date(timezone.localtime(at), style)


def current_text(context: Context, say: Say, at: datetime) -> SafeString:
    """Return what is said about a moment now; with ``gaps`` in the context, GAP."""
    gaps: Gaps | None = context.get("gaps")
    if gaps is None:
        return say(at, timezone.now(), get_language())
    gaps.append((say, at))
    return SafeString(GAP)


def time_left(at: datetime, now: datetime, language: str | None) -> SafeString:
    """Return how long it is until a deadline, or that it has passed."""
    return _length(OVERDUE, at, now, 1, language) if at <= now else _length(LEFT, now, at, 2, language)


def time_since(at: datetime, now: datetime, language: str | None) -> SafeString:
    """Return how long ago something was."""
    return _length(SINCE, at, now, 1, language)


def _length(form: str, start: datetime, end: datetime, depth: int, language: str | None) -> SafeString:
    """Return how long it is from one moment to another, in ``depth`` units at most."""
    if end - start >= LONG:
        return _in_form(form, timesince(start, end, depth=depth))
    return _short(form, max(0, (end - start) // MINUTE), depth, language)


@lru_cache(CACHE_SIZE)
def _short(form: str, minutes: int, depth: int, language: str | None) -> SafeString:
    length = timesince(SOME_DAY, SOME_DAY + minutes * MINUTE, depth=depth) if minutes else gettext("less than a minute")
    return _in_form(form, length)


def _in_form(form: str, length: str) -> SafeString:
    return escape(gettext(form) % {"time": length})
