"""The accounts app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Make drf-spectacular know the token scheme, and French dates their first of the month."""
        from .date_format import install

        import_module("accounts.schema")
        install()
