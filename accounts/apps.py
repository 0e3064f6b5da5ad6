"""Configuration of the accounts app."""

from importlib import import_module

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AccountsConfig(AppConfig):
    name = "accounts"
    verbose_name = _("People")

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in, user_logged_out
        from django.db.models.signals import post_delete

        from . import exports
        from .date_format import install
        from .guests import on_sign_in, on_sign_out
        from .services import on_password_stored
        from .signals import password_stored

        import_module("accounts.authentication")
        install()
        user_logged_in.connect(on_sign_in, dispatch_uid="accounts.on_sign_in")
        user_logged_out.connect(on_sign_out, dispatch_uid="accounts.on_sign_out")
        post_delete.connect(exports.on_deleted, sender="accounts.Export", dispatch_uid="accounts.exports.on_deleted")
        password_stored.connect(on_password_stored, dispatch_uid="accounts.on_password_stored")
