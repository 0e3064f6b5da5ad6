"""Admin of the record: all of it, to read. Cases have pages of their own."""

from django.contrib import admin

from games.conduct.models import RecordedAct
from games.core.admin import SEARCH_BY_TABLE_OR_PLAYER, ReadOnlyAdmin


@admin.register(RecordedAct)
class RecordedActAdmin(ReadOnlyAdmin[RecordedAct]):
    list_display = ("at", "actor", "role", "verb", "object", "before", "after", "reason")
    list_select_related = ("actor",)
    search_fields = ("actor", "person", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = ("at", "actor", "role", "verb", "object", "person", "game", "before", "after", "reason", "case")
