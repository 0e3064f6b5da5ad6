"""Blocked email addresses."""

from accounts.models import User
from games.models import Channel, Kind, MailBlock, Notification


def address_of(row: Notification) -> str:
    """Return the address of an email: the one it went to; before that the player's confirmed one, or the row's own."""
    return row.sent_to or (row.user.email if row.user else row.email)


def is_blocked(email: str) -> bool:
    """Return True if an address is blocked after a bounce or a complaint."""
    return MailBlock.objects.filter(email=email.lower(), ended_at=None).exists()


def is_undeliverable(row: Notification) -> bool:
    """Return True if an email must not be sent because its address is blocked. Takes no query for a player."""
    if row.channel != Channel.EMAIL or Kind(row.kind).policy.ignores_blocks:
        return False
    return row.user.bounced_at is not None if row.user else is_blocked(row.email)


def block_of(user: User) -> MailBlock | None:
    """Return the block of the player's address that lasts now."""
    return MailBlock.objects.filter(user=user, ended_at=None).order_by("-began_at").first()
