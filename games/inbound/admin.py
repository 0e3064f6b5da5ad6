"""Admin of received emails."""

from django.contrib import admin
from django.utils.translation import gettext_lazy

from games.core.admin import ReadOnlyAdmin
from games.notifications.models import InboundMail


@admin.register(InboundMail)
class InboundMailAdmin(ReadOnlyAdmin[InboundMail]):
    """The result of each email and its reason. Only an excerpt of the email is stored."""

    list_display = ("received_at", "sender", "user", "game", "state", "reason", "detail", "words", "source")
    list_filter = ("state", "reason")
    list_select_related = ("user", "game")
    search_fields = ("sender", "user", "game", "message_id")
    search_help_text = gettext_lazy("Search by email address, player name, table code or Message-ID (exact).")
    fields = (
        "received_at",
        "source",
        "sender",
        "user",
        "game",
        "state",
        "reason",
        "detail",
        "words",
        "message_id",
        "digest",
    )
    readonly_fields = ("words",)

    @admin.display(description=gettext_lazy("excerpt"))
    def words(self, row: InboundMail) -> str:
        """Return what was written, but for a private table: it may be a message there."""
        return "…" if row.excerpt and row.game and row.game.is_private else row.excerpt
