"""Admin of invitations."""

from typing import cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.reasons import with_reason
from games.core.admin import ReadOnlyAdmin

from .invitations import withdraw_invitation
from .models import Invitation


@admin.register(Invitation)
class InvitationAdmin(ReadOnlyAdmin[Invitation]):
    """Invitations, without their codes, which let anyone take the seat."""

    list_display = ("game", "inviter", "invited", "state", "created_at", "answered_at")
    list_filter = ("state",)
    list_select_related = ("game", "inviter", "user")
    search_fields = ("game", "email", "user", "inviter")
    search_help_text = gettext_lazy("Search by table code, email address or player name (exact).")
    actions = ("withdraw",)
    fields = (
        "game",
        "inviter",
        "user",
        "email",
        "state",
        "accept_on_verification",
        "held_until",
        "created_at",
        "answered_at",
    )

    @admin.display(description=gettext_lazy("invited"))
    def invited(self, invitation: Invitation) -> str:
        return invitation.user.username if invitation.user else invitation.email

    @admin.action(description=gettext_lazy("Withdraw selected invitations"), permissions=["change"])
    @with_reason(gettext_lazy("These invitations can no longer be accepted."))
    def withdraw(self, request: HttpRequest, queryset: QuerySet[Invitation], reason: str) -> None:
        by = cast(User, request.user)
        self.apply_to_each(request, queryset, reason, lambda row: withdraw_invitation(row.code, by), _("withdrawn"))
