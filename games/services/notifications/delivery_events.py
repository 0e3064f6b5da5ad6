"""Reports of mail services about sent emails."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from games.models import BlockReason, DeliveryEvent, Notification
from games.selectors.notifications.mail_blocks import address_of

from . import bounces

OWN_MESSAGE_ID = re.compile(r"\.(\d{1,18})@")  # the row's number in our own Message-IDs
HARD_BOUNCES = {"bounced", "invalid", ""}  # anymail's reasons that mean a missing mailbox; others are temporary


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
    """Store a report, and block its address if the mailbox does not exist or its reader complains.

    Return the new row; None if the report was already stored.
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
    if (reason := _block_reason(report)) and recipient:
        bounces.note_bounce(recipient, reason, report.detail, now, row)
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
