"""Configuration of the site's app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app of checks and signal receivers."""

    name = "marrakech_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from django.conf import settings

        from . import checks  # noqa: F401 -- registers the checks
        from .development import clock as development_clock

        if settings.CLOCK_OFFSET:
            development_clock.move_clock()
