"""Which kinds of mail a player wants."""

from django.db import transaction

from accounts.models import User
from games.models import UNSWITCHABLE, Frequency, Kind, MailChoice, MailRefusal

SWITCHABLE = tuple(kind for kind in Kind if kind not in UNSWITCHABLE)


@transaction.atomic
def set_mail_switches(user: User, on: set[str]) -> None:
    """Make ``on`` the kinds that the player gets; every other one that can be switched off is off."""
    MailChoice.objects.filter(user=user, game=None, kind__in=SWITCHABLE).delete()
    off = [kind for kind in SWITCHABLE if kind not in on]
    MailChoice.objects.bulk_create(MailChoice(user=user, kind=kind, frequency=Frequency.NEVER) for kind in off)


def refuse_address(email: str) -> None:
    """Send no more invitations to an address without an account. Doing it twice changes nothing."""
    MailRefusal.objects.get_or_create(email=email.lower())


def switch_off(user: User, kind: str) -> None:
    """Stop one kind of mail. Doing it twice changes nothing."""
    if kind in SWITCHABLE:
        MailChoice.objects.update_or_create(user=user, kind=kind, game=None, defaults={"frequency": Frequency.NEVER})
