"""What a mail service reports about mails that have left."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.models import BlockReason, DeliveryEvent, Notification
from games.selectors.notifications.mail_blocks import address_of

from . import bounces

OWN_MESSAGE_ID = re.compile(r"\.(\d{1,18})@")  # the row's number in our own Message-IDs
HARD_BOUNCES = {"bounced", "invalid", ""}  # reasons of a bounce that are about the mailbox; others pass


@dataclass(frozen=True, slots=True)
class Report:
    """One report. ``event`` and ``reject_reason`` are anymail's words; ``is_soft`` that a bounce may pass."""

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
        """Return what tells this report from all others, also where a service numbers none or several alike."""
        parts = [self.service, self.event_id or str(self.at or ""), self.event, self.message_id, self.recipient]
        return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@transaction.atomic
def store_report(report: Report, now: datetime) -> DeliveryEvent | None:
    """Store a report, and block its address if the mailbox does not exist or its reader complains.

    Return the stored row; None where it was stored before.
    """
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
    if (why := _why_to_block(report)) and recipient:
        bounces.note_bounce(recipient, why, report.detail, now, row)
    return stored


def _row_of(message_id: str) -> Notification | None:
    """Return the mail that a report is about: by the service's name for it, or by our own Message-ID."""
    rows = Notification.objects.select_related("user")
    found = rows.filter(provider_id=message_id).first() if message_id else None
    if found is None and (ours := OWN_MESSAGE_ID.search(message_id)):
        found = rows.filter(pk=int(ours[1]), message_id=f"<{message_id.strip('<>')}>").first()
    return found


def _why_to_block(report: Report) -> BlockReason | None:
    if report.event == "complained":
        return BlockReason.COMPLAINT
    if report.event in {"bounced", "rejected"} and report.reject_reason in HARD_BOUNCES and not report.is_soft:
        return BlockReason.BOUNCE
    return None
