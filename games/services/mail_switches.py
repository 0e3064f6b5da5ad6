"""Which kinds of mail a player wants."""

from django.db import transaction

from accounts.models import User
from games.models import Kind, MailRefusal, MailSwitch

SWITCHABLE = tuple(kind for kind in Kind if kind is not Kind.ACCOUNT)


@transaction.atomic
def set_mail_switches(user: User, on: set[str]) -> None:
    """Make ``on`` the kinds that the player gets; every other one that can be switched off is off."""
    MailSwitch.objects.filter(user=user, kind__in=on).delete()
    off = [MailSwitch(user=user, kind=kind) for kind in SWITCHABLE if kind not in on]
    MailSwitch.objects.bulk_create(off, ignore_conflicts=True)


def refuse_address(email: str) -> None:
    """Send no more invitations to an address without an account. Doing it twice changes nothing."""
    MailRefusal.objects.get_or_create(email=email.lower())


def switch_off(user: User, kind: str) -> None:
    """Stop one kind of mail. Doing it twice changes nothing."""
    if kind in SWITCHABLE:
        MailSwitch.objects.get_or_create(user=user, kind=kind)
