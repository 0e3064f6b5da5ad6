"""Admin of chat messages."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.core.admin import SEARCH_BY_TABLE_OR_PLAYER, ReadOnlyAdmin

from .models import ChatMessage
from .services import remove_message


@admin.register(ChatMessage)
class ChatMessageAdmin(ReadOnlyAdmin[ChatMessage]):
    list_display = ("at", "game", "author")
    list_select_related = ("game", "author")
    search_fields = ("game", "author")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    actions = ("remove",)
    fields = ("game", "author", "at", "ply")  # what was written is read at /moderation/tables/, with a reason

    @admin.action(description=gettext_lazy("Remove selected messages"), permissions=["change"])
    @with_reason(gettext_lazy("These messages are removed from their tables for everyone. This cannot be undone."))
    def remove(self, request: HttpRequest, queryset: QuerySet[ChatMessage], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, lambda message: remove_message(message.pk), _("removed"))
