"""Bounces: blocked addresses, reports of mail services, error codes."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Max, Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import person_by_address
from accounts.services import record_bounce, record_undelivered
from games.common import rate_limits, signals
from games.common.errors import Conflict
from games.core.choices import Status
from games.core.models import Seat

from . import outbox
from .models import BlockReason, DeliveryEvent, Kind, MailBlock, Notification
from .selectors import address_of

PERMANENT = re.compile(r"\b5\.(\d{1,3})\.(\d{1,3})\b")
MAILBOX_GONE_CLASSES = {"1", "4"}  # bad address, no route to it
SENDERS_FAULT = {("1", "7"), ("1", "8")}
SERVERS_FAULT = {("4", code) for code in ("5", "6", "7", "14", "300", "316")}  # busy, a loop, or away until time was up
CLOSED_MAILBOX = {("2", "0"), ("2", "1")}
TOO_LARGE, CONTENT = ("3", "4"), "6"

VAGUE = "vague"  # a delivery event of our own: a report that gives no status
VAGUE_MOST, VAGUE_WITHIN = 5, timedelta(days=7)
# The row's number in our own Message-IDs; those of earlier releases end with it.
OWN_MESSAGE_ID = re.compile(r"\.(\d{1,18})(?:\.[a-z2-7]+)?@")
HARD_BOUNCES = {"bounced", "invalid", ""}  # anymail's reasons that mean a missing mailbox; others are temporary


def has_enhanced_code(answer: str) -> bool:
    """Return True if a server's answer has three numbers that mean a permanent failure."""
    return PERMANENT.search(answer) is not None


def is_unspecific(answer: str) -> bool:
    """Return True if a text has no status of a permanent or temporary failure, or only 5.0.0, which names no reason."""
    codes = re.findall(r"\b[245]\.\d{1,3}\.\d{1,3}\b", answer)
    return not codes or codes[0] == "5.0.0"


def is_mailbox_gone(answer: str) -> bool:
    """Return True if a permanent failure concerns the mailbox. Without a status code it does, except for relaying.

    Servers have no code for relaying: the word in their answer is all there is.
    """
    numbers = PERMANENT.search(answer)
    if numbers is None:
        return "relay" not in answer.lower()
    if numbers.groups() in SENDERS_FAULT | SERVERS_FAULT:
        return False
    return numbers[1] in MAILBOX_GONE_CLASSES or numbers.groups() in CLOSED_MAILBOX


def is_final_after_data(answer: str) -> bool:
    """Return True if a server's refusal of a complete email will not change within a day.

    Final are a bad address, a closed mailbox, a message that is too large or has the wrong format. Everything else
    (looks like spam, an unknown reason) often passes an hour later, when a server knows the sender better.
    """
    numbers = PERMANENT.search(answer)
    if numbers is None:
        return False
    return numbers[1] in {"1", CONTENT} or numbers.groups() in {*CLOSED_MAILBOX, TOO_LARGE}


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
    if reason != BlockReason.COMPLAINT and notification and notification.user and notification.user != user:
        outbox.requeue_stopped(notification.user)  # the player has another address now
    began = notification.sent_at if reason == BlockReason.REPORTS and notification else None
    values = {"user": user, "reason": reason, "detail": detail[:300], "began_at": began or now}
    block, is_new = MailBlock.objects.get_or_create(email=email, ended_at=None, defaults=values)
    if not is_new:
        return None
    if user:
        record_bounce(user, now)
        _notify_opponents(user, block)
        signals.address_blocked.send(sender=None, user=user, now=now)
    return block


@transaction.atomic
def note_vague_report(notification: Notification, detail: str, now: datetime) -> MailBlock | None:
    """Count a report that may mean a missing mailbox, once for each email. Five in a week block the address.

    Return the new block. Reports from before the end of an earlier block do not count.
    """
    email = address_of(notification).lower()
    values = {"notification": notification, "event": VAGUE, "recipient": email, "reason": detail[:300], "at": now}
    _event, is_new = DeliveryEvent.objects.get_or_create(event_id=f"{VAGUE}:{notification.pk}", defaults=values)
    if not is_new:
        return None
    ended = MailBlock.objects.filter(email=email).aggregate(ended_at=Max("ended_at"))["ended_at"]
    since = max(now - VAGUE_WITHIN, ended or now - VAGUE_WITHIN)
    if DeliveryEvent.objects.filter(event=VAGUE, recipient=email, at__gt=since).count() < VAGUE_MOST:
        return None
    return note_bounce(email, BlockReason.REPORTS, detail, now, notification)


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
    """Unblock the player's address, and requeue the stopped emails. Return how many. Raises Conflict, TooMany."""
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


@dataclass(frozen=True, slots=True)
class Report:
    """One report. ``event`` and ``reject_reason`` are anymail's words; a bounce that ``is_soft`` is temporary."""

    service: str
    event_id: str
    event: str
    message_id: str
    recipient: str
    reject_reason: str
    detail: str
    at: datetime | None
    is_soft: bool = False

    @property
    def key(self) -> str:
        """The unique key of this report. A service may give no ids, or the same id to several reports."""
        parts = [self.service, self.event_id or str(self.at or ""), self.event, self.message_id, self.recipient]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@transaction.atomic
def store_report(report: Report, now: datetime) -> DeliveryEvent | None:
    """Store a report, and block its address if need be. Return the row, None if the report was already stored."""
    row = _row_of(report.message_id)
    recipient = (report.recipient or (address_of(row) if row else ""))[:254]
    values = {
        "notification": row,
        "event": report.event[:20],
        "recipient": recipient,
        "reason": report.detail[:300],
        "at": report.at or now,
    }
    stored, is_new = DeliveryEvent.objects.get_or_create(event_id=report.key, defaults=values)
    if not is_new:
        return None
    if (reason := _block_reason(report)) and recipient:
        note_bounce(recipient, reason, report.detail, now, row)
    return stored


def _row_of(message_id: str) -> Notification | None:
    """Return the email that a report is about, by the service's id or by our own Message-ID."""
    rows = Notification.objects.select_related("user")
    # Without "exclude", SQLite does not use the index, which leaves out the rows without an id.
    row = rows.filter(provider_id=message_id).exclude(provider_id="").first() if message_id else None
    if row is None and (match := OWN_MESSAGE_ID.search(message_id)):
        row = rows.filter(pk=int(match[1]), message_id=f"<{message_id.strip('<>')}>").first()
    return row


def _block_reason(report: Report) -> BlockReason | None:
    if report.event == "complained":
        return BlockReason.COMPLAINT
    if report.event in {"bounced", "rejected"} and report.reject_reason in HARD_BOUNCES and not report.is_soft:
        return BlockReason.BOUNCE
    return None
