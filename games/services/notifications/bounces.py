"""Blocks of bouncing addresses: no email goes there until the player has fixed the address."""

from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import person_by_address
from accounts.services import record_bounce, record_undelivered
from games import signals
from games.errors import Conflict
from games.models import BlockReason, Kind, MailBlock, Notification, Seat, Status

from .. import rate_limits
from . import outbox


@transaction.atomic
def note_bounce(
    email: str, reason: BlockReason, detail: str, now: datetime, notification: Notification | None = None
) -> MailBlock | None:
    """Block an address that does not exist or whose reader complains, and notify the player's opponents.

    ``detail`` is the mail server's text; ``notification`` is the bounced email and is marked as bounced. Account emails
    ignore the block. Return the new block; None if one exists, or if the email left before the player fixed the
    address.
    """
    email = email.lower()
    if notification:
        outbox.mark_bounced(notification, detail)
        if notification.kind == Kind.CANARY or _is_outdated(notification, email):
            return None
    user = person_by_address(email)
    if reason == BlockReason.BOUNCE and notification and notification.user and notification.user != user:
        outbox.requeue_stopped(notification.user)  # the player has another address now
    block, is_new = MailBlock.objects.get_or_create(
        email=email,
        ended_at=None,
        defaults={"user": user, "reason": reason, "detail": detail[:300], "began_at": now},
    )
    if not is_new:
        return None
    if user:
        record_bounce(user, now)
        _notify_opponents(user, block)
        signals.address_blocked.send(sender=None, user=user, now=now)
    return block


def _is_outdated(notification: Notification, email: str) -> bool:
    sent_at = notification.sent_at
    return sent_at is not None and MailBlock.objects.filter(email=email, ended_at__gte=sent_at).exists()


def _notify_opponents(user: User, block: MailBlock) -> None:
    """Queue an email to each opponent of a player whose emails bounce, one per game."""
    seats = Seat.objects.filter(user=user, game__status=Status.RUNNING, is_out=False).select_related("game")
    for seat in seats:
        for other in seat.game.seats.exclude(user=user).exclude(user=None).select_related("user"):
            event, params = f"{block.pk}.{seat.game_id}", {"seat": seat.number or 0}
            outbox.queue(Kind.BOUNCE, event, user=other.user, game=seat.game, params=params)


@transaction.atomic
def unblock(user: User, now: datetime) -> int:
    """Unblock the player's address and queue the stopped emails again. Return their number.

    Raises Conflict (not-blocked), TooMany.
    """
    if user.bounced_at is None:
        raise Conflict("not-blocked", _("Your emails are already on."))
    rate_limits.count("unblock", user.pk)
    return _release(user, now)


@transaction.atomic
def end_block(block_id: int, now: datetime) -> None:
    """End a block, for administrators. Raises Conflict (block-over)."""
    block = MailBlock.objects.filter(pk=block_id, ended_at=None).select_related("user").first()
    if block is None:
        raise Conflict("block-over", _("This block has already ended."))
    if block.user:
        _release(block.user, now)
    else:
        MailBlock.objects.filter(pk=block_id).update(ended_at=now)


@transaction.atomic
def unblock_confirmed_address(user: User, now: datetime) -> None:
    """Unblock an address that the player has just confirmed, and keep the block of the old one."""
    MailBlock.objects.filter(email=user.email, user=None, ended_at=None).update(ended_at=now)
    old_blocks = list(MailBlock.objects.filter(user=user, ended_at=None).exclude(email=user.email))
    record_undelivered(user, None)
    if user.bounced_at or old_blocks:
        _release(user, now)
    for old in old_blocks:
        MailBlock.objects.create(email=old.email, reason=old.reason, detail=old.detail, began_at=now)


def _release(user: User, now: datetime) -> int:
    MailBlock.objects.filter(Q(user=user) | Q(email=user.email), ended_at=None).update(ended_at=now)
    record_bounce(user, None)
    signals.address_unblocked.send(sender=None, user=user, now=now)
    return outbox.requeue_stopped(user)
