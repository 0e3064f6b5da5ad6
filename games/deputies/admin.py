"""Admin of deputies."""

from django.contrib import admin

from games.core.admin import SEARCH_BY_PLAYER, ReadOnlyAdmin

from .models import Deputy


@admin.register(Deputy)
class DeputyAdmin(ReadOnlyAdmin[Deputy]):
    list_display = ("user", "deputy", "first", "last", "created_at", "accepted_at", "ended_at", "ended_by")
    list_select_related = ("user", "deputy", "ended_by")
    search_fields = ("user", "deputy")
    search_help_text = SEARCH_BY_PLAYER
