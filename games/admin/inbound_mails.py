"""Mails that have come in, as administrators see them."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from games.models import InboundMail

from .common import ReadOnlyAdmin


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin[InboundMail]):
    """What became of each, and why. The mail itself is not kept, only what was read of it."""

    list_display = ("received_at", "sender", "user", "game", "state", "reason", "detail", "excerpt", "source")
    list_filter = ("state", "reason", "source")
    list_select_related = ("user", "game")
    search_fields = ("=sender", "=user__username", "=game__code", "=message_id")
    search_help_text = gettext_lazy("Search by email address, player name, table code or Message-ID (exact).")
    ordering = ("-id",)
    fields = (
        "received_at",
        "source",
        "sender",
        "user",
        "game",
        "state",
        "reason",
        "detail",
        "excerpt",
        "message_id",
        "digest",
    )
