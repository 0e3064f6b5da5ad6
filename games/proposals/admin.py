"""Admin of proposals and their answers."""

from django.contrib import admin

from games.clocks.admin import ReadOnlyInline
from games.core.admin import SEARCH_BY_TABLE_OR_PLAYER, ReadOnlyAdmin
from games.play.models import Proposal, ProposalAnswer


class ProposalAnswerInline(ReadOnlyInline):
    model = ProposalAnswer
    fields = readonly_fields = ("user", "agrees", "at")


@admin.register(Proposal)
class ProposalAdmin(ReadOnlyAdmin[Proposal]):
    list_display = ("game", "user", "kind", "state", "created_at", "expires_at", "ended_at")
    list_select_related = ("game", "user")
    search_fields = ("game", "user")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    inlines = (ProposalAnswerInline,)
