"""A clock that is ahead of the time, to see in development what happens after days. See CLOCK_OFFSET."""

from datetime import datetime, timedelta

from django.conf import settings
from django.utils import timezone


def move_clock() -> None:
    """Let ``timezone.now`` be ahead by CLOCK_OFFSET hours. ``manage.py work`` takes the jump for no outage."""
    real_now, offset = timezone.now, timedelta(hours=settings.CLOCK_OFFSET)

    def now() -> datetime:
        return real_now() + offset

    timezone.now = now
