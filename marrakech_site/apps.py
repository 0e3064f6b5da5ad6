"""Configuration of the site's app."""

from datetime import datetime, timedelta

from django.apps import AppConfig
from django.conf import settings
from django.utils import timezone


class SiteConfig(AppConfig):
    name = "marrakech_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from . import checks, metrics  # noqa: F401 -- checks registers itself
        from .errors import ErrorReports

        if settings.SENTRY_DSN:
            from . import sentry

            sentry.connect()
            ErrorReports.report = sentry.send
        else:
            from . import error_mails

            ErrorReports.report = error_mails.send
        metrics.connect()
        if settings.HAS_TRACES:
            from . import telemetry

            telemetry.connect()

        if settings.CLOCK_OFFSET:
            move_clock()


def move_clock() -> None:
    """Let ``timezone.now`` be ahead by CLOCK_OFFSET hours. ``manage.py work`` takes the jump for no outage."""
    real_now, offset = timezone.now, timedelta(hours=settings.CLOCK_OFFSET)

    def now() -> datetime:
        return real_now() + offset

    timezone.now = now
