"""The named reads about addresses that mail no longer goes to."""

from datetime import datetime

from django.db.models import Q

from accounts.models import User
from games.models import Channel, Kind, MailBlock, Notification


def address_of(row: Notification) -> str:
    """Return the address that a mail goes to: the player's confirmed one, or the row's own."""
    return row.user.email if row.user else row.email


def is_blocked(email: str) -> bool:
    """Tell whether mail to an address has come back, or its reader has complained."""
    return MailBlock.objects.filter(email=email.lower(), ended_at=None).exists()


def is_undeliverable(row: Notification) -> bool:
    """Tell whether a mail must not leave because its address is blocked. Costs no query for a player."""
    if row.channel != Channel.EMAIL or Kind(row.kind).policy.ignores_blocks:
        return False
    return row.user.bounced_at is not None if row.user else is_blocked(row.email)


def block_of(user: User) -> MailBlock | None:
    """Return the block that keeps mail from a player now."""
    return MailBlock.objects.filter(user=user, ended_at=None).order_by("-began_at").first()


def was_blocked(user: User, since: datetime, until: datetime) -> bool:
    """Tell whether there was a time between two moments at which no mail went to this player.

    For clocks: whoever could not be told that a turn had come is not to blame for letting it pass.
    """
    blocks = MailBlock.objects.filter(user=user, began_at__lt=until)
    return blocks.filter(Q(ended_at=None) | Q(ended_at__gt=since)).exists()
