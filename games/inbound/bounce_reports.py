"""Bounce reports (RFC 3464): a mail server sends them to the return address of the email that it could not deliver."""

from datetime import datetime
from email.message import Message

from games.mail.bounces import has_enhanced_code, is_mailbox_gone
from games.mail.links.return_addresses import row_of_return_address
from games.models import BlockReason, InboundReason
from games.selectors.notifications.inbound_mail import notification_of_report
from games.selectors.notifications.mail_blocks import address_of
from games.services.notifications.bounces import note_bounce

from .incoming_mail import IncomingMail


def note_bounce_report(mail: IncomingMail, now: datetime) -> InboundReason | None:
    """Block an address if a report says that its mailbox does not exist.

    Return the result, None for an email to no return address.
    """
    pk = next((found for address in mail.addresses if (found := row_of_return_address(address)) is not None), None)
    if pk is None:
        return None
    row, detail = notification_of_report(pk), _failure(mail.message)
    if row is None or not detail or not has_enhanced_code(detail) or not is_mailbox_gone(detail):
        return InboundReason.VAGUE_REPORT
    note_bounce(address_of(row), BlockReason.BOUNCE, detail, now, row)
    return InboundReason.FINAL_REPORT


def _failure(message: Message) -> str:
    """Return status and text of the first recipient that a report gives up, "" if there is none."""
    for part in message.walk():
        if str(part.get("Action", "")).strip().lower() == "failed":
            text = str(part.get("Diagnostic-Code", "")).partition(";")[2]
            return " ".join(f"{part.get('Status', '')} {text}".replace("\0", "").split())
    return ""
