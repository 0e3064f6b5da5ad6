"""Configuration of the accounts app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        """Register the token scheme of the API and the French date format."""
        from .date_format import install

        import_module("accounts.schema")
        install()
