"""What mails are made of, beyond the game itself."""

from accounts.models import User
from games.models import Invitation, Kind, MailRefusal, MailSwitch, Message, Notification, NotificationState


def is_switched_off(user: User, kind: str) -> bool:
    """Tell whether the player does not want this kind of mail."""
    return MailSwitch.objects.filter(user=user, kind=kind).exists()


def is_refused(email: str) -> bool:
    """Tell whether the reader of an address without an account wants no mail from here."""
    return MailRefusal.objects.filter(email=email.lower()).exists()


def wanted_kinds(user: User) -> set[str]:
    """Return the kinds of mail that the player gets, of those that can be switched off."""
    off = set(MailSwitch.objects.filter(user=user).values_list("kind", flat=True))
    return {kind.value for kind in Kind if kind is not Kind.ACCOUNT} - off


def last_message_id(row: Notification) -> str:
    """Return the Message-ID of the latest mail that this reader got about this table, or ""."""
    sent = Notification.objects.filter(game=row.game, user=row.user, email=row.email, state=NotificationState.SENT)
    return sent.exclude(pk=row.pk).order_by("-sent_at").values_list("message_id", flat=True).first() or ""


def invitation_of(row: Notification) -> Invitation | None:
    """Return the invitation that a row announces, with the people concerned."""
    found = Invitation.objects.filter(code=row.params.get("invitation", ""))
    return found.select_related("inviter__profile", "user__profile").first()


def message_of(row: Notification) -> Message | None:
    """Return the line of a chat that a row announces, with its author."""
    return Message.objects.filter(pk=row.params.get("message")).select_related("author__profile").first()
