"""Users, invitations and messages that emails are about."""

from accounts.models import User
from games.models import ChatMessage, Invitation, Notification


def user_of_token(user_id: int) -> User | None:
    """Return the user of an unsubscribe token, None if the account was deleted."""
    return User.objects.filter(pk=user_id).first()


def invitation_of(row: Notification) -> Invitation | None:
    """Return the invitation that a notification is about, with inviter and invited player."""
    invitations = Invitation.objects.filter(code=row.params.get("invitation", ""))
    return invitations.select_related("inviter__profile", "user__profile").first()


def message_of(row: Notification) -> ChatMessage | None:
    """Return the chat message that a notification is about, with its author."""
    return ChatMessage.objects.filter(pk=row.params.get("message")).select_related("author__profile").first()
