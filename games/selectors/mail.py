"""What mails are made of, beyond the game itself."""

from games.models import Invitation, MailRefusal, Message, Notification

from .mail_choices import is_switched_off as is_switched_off


def is_refused(email: str) -> bool:
    """Tell whether the reader of an address without an account wants no mail from here."""
    return MailRefusal.objects.filter(email=email.lower()).exists()


def invitation_of(row: Notification) -> Invitation | None:
    """Return the invitation that a row announces, with the people concerned."""
    found = Invitation.objects.filter(code=row.params.get("invitation", ""))
    return found.select_related("inviter__profile", "user__profile").first()


def message_of(row: Notification) -> Message | None:
    """Return the line of a chat that a row announces, with its author."""
    return Message.objects.filter(pk=row.params.get("message")).select_related("author__profile").first()
