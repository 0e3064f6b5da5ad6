"""Invitations by table and by code."""

from accounts.models import User
from games.errors import NotFound
from games.models import Game, Invitation, InvitationState

from .seats import Viewer


def pending_of(game: Game) -> list[Invitation]:
    """Return the unanswered invitations to a table, oldest first, with inviters and invited players."""
    pending = Invitation.objects.filter(game=game, state=InvitationState.PENDING)
    return list(pending.select_related("user__profile", "inviter").order_by("id"))


def invitation_for(code: str, viewer: Viewer) -> Invitation:
    """Return the invitation with this code. Raises NotFound, also for an invitation to another player.

    A visitor who is not signed in may see it, because signing in comes before accepting.
    """
    invitation = Invitation.objects.select_related("game__host", "inviter__profile", "user").filter(code=code).first()
    if invitation is None or (isinstance(viewer, User) and invitation.user_id not in {None, viewer.pk}):
        raise NotFound
    return invitation
