"""Configuration of the site's app."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """The app of checks and signal receivers."""

    name = "marrakech_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from . import checks, locale  # noqa: F401
