"""Dates in the viewer's time zone, and durations that static/js/clocks/clocks.js updates.

A dashboard contains 150 dates: the caches of formatted texts save 10 ms.
"""

from datetime import datetime
from functools import lru_cache

from django.conf import settings
from django.utils import timezone
from django.utils.dateformat import format as format_date
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext

from games.common.wording import full_date, time_between, time_until

LEFT, SINCE = "left", "since"  # kinds of clocks
CACHE_SIZE = 4096


def time_tag(at: datetime, text: str, clock: str = "") -> SafeString:
    """Return a text about a moment with the full date as its tooltip. The browser updates a text with a clock."""
    attributes = _attributes(at, clock, timezone.get_current_timezone_name(), get_language())
    return format_html("<time {}>{}</time>", attributes, text)


@lru_cache(CACHE_SIZE)
def _attributes(at: datetime, clock: str, zone: str, language: str | None) -> SafeString:
    clock_attribute = format_html(' data-clock="{}"', clock) if clock else ""
    return format_html(
        'datetime="{}" title="{}"{}',
        timezone.localtime(at).isoformat(timespec="seconds"),
        full_date(at),
        clock_attribute,
    )


def local_date(at: datetime, style: str) -> str:
    """Return a date in the viewer's time zone; ``style`` is a Django date format."""
    return _date(at, style, timezone.get_current_timezone_name(), get_language())


@lru_cache(CACHE_SIZE)
def _date(at: datetime, style: str, zone: str, language: str | None) -> str:
    return format_date(timezone.localtime(at), style)


def time_left(at: datetime, now: datetime) -> str:
    """Return the time until a deadline, or since it has passed."""
    if at <= now:
        return gettext("%(time)s overdue") % {"time": time_between(at, now, 1)}
    return gettext("%(time)s left") % {"time": time_until(at, now)}


def time_since(at: datetime, now: datetime) -> str:
    return time_between(at, now, 1)


def clock_texts() -> dict[str, str]:
    """Return the texts around a duration, and the text of a very short one, for clocks.js.

    A site whose clock is ahead (CLOCK_OFFSET) adds by how many milliseconds.
    """
    texts = {
        "left": gettext("%(time)s left"),
        "overdue": gettext("%(time)s overdue"),
        "moment": gettext("less than a minute"),
    }
    return {**texts, "ahead": str(int(settings.CLOCK_OFFSET * 3_600_000))} if settings.CLOCK_OFFSET else texts
