"""Configuration of the site's app."""

from datetime import datetime, timedelta

from django.apps import AppConfig
from django.conf import settings
from django.utils import timezone


class SiteConfig(AppConfig):
    name = "marrakech_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from . import checks, errors, metrics  # noqa: F401 -- checks registers itself

        errors.connect()
        metrics.connect()

        if settings.CLOCK_OFFSET:
            move_clock()


def move_clock() -> None:
    """Let ``timezone.now`` be ahead by CLOCK_OFFSET hours. ``manage.py work`` takes the jump for no outage."""
    real_now, offset = timezone.now, timedelta(hours=settings.CLOCK_OFFSET)

    def now() -> datetime:
        return real_now() + offset

    timezone.now = now
