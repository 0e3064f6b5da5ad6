"""The site as an app: its checks and signals are found at start."""

from django.apps import AppConfig


class SiteConfig(AppConfig):
    """Wiring: settings, middleware, checks."""

    name = "marrakech_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from . import checks, locale  # noqa: F401
