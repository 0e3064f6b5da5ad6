"""What mails are made of, beyond the game itself."""

from django.db.models import Q

from accounts.models import User
from games.models import (
    UNSWITCHABLE,
    Frequency,
    Game,
    Invitation,
    Kind,
    MailChoice,
    MailRefusal,
    Message,
    Notification,
    NotificationState,
)


def frequency_of(user: User, kind: str, game: Game | None = None) -> Frequency:
    """Return how often the player wants mail of a kind, from one table or in general: the closest choice counts."""
    if kind in UNSWITCHABLE:
        return Frequency.EVERY
    places = Q(game=None) | Q(game=game) if game else Q(game=None)
    choices = MailChoice.objects.filter(places, user=user, kind__in=["", kind])
    found = {(row.game_id is not None, row.kind != ""): row.frequency for row in choices}
    return Frequency(found[max(found)]) if found else Frequency.EVERY


def is_switched_off(user: User, kind: str, game: Game | None = None) -> bool:
    """Tell whether the player does not want this kind of mail."""
    return frequency_of(user, kind, game) is Frequency.NEVER


def is_refused(email: str) -> bool:
    """Tell whether the reader of an address without an account wants no mail from here."""
    return MailRefusal.objects.filter(email=email.lower()).exists()


def wanted_kinds(user: User) -> set[str]:
    """Return the kinds of mail that the player gets, of those that can be switched off."""
    kinds = {kind.value for kind in Kind} - UNSWITCHABLE
    return {kind for kind in kinds if not is_switched_off(user, kind)}


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
