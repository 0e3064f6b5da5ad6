"""Reports of mail servers that a mail could not be delivered (RFC 3464): they come to the mail's own return address."""

from datetime import datetime
from email.message import Message

from games.mail.bounces import has_enhanced_code, is_mailbox_gone, row_of_return_address
from games.models import BlockReason, Notification
from games.selectors.notifications.mail_blocks import address_of
from games.services.notifications.bounces import note_bounce

from .incoming_mail import IncomingMail


def note_bounce_report(arrival: IncomingMail, now: datetime) -> str:
    """Stop mail to an address where a report says for good that there is nobody.

    Return what was made of it in a few words, "" for a mail that went to no return address.
    """
    pk = next((found for address in arrival.addresses if (found := row_of_return_address(address)) is not None), None)
    if pk is None:
        return ""
    row = Notification.objects.filter(pk=pk).select_related("user").first()
    told = _refusal(arrival.message)
    if row is None or not told or not has_enhanced_code(told) or not is_mailbox_gone(told):
        return "a report about a mail of ours that says nothing final"
    note_bounce(address_of(row), BlockReason.BOUNCE, told, now, row)
    return "a report that a mail of ours came back"


def _refusal(message: Message) -> str:
    """Return status and words of the first recipient that a report gives up, "" if it gives up none."""
    for part in message.walk():
        if str(part.get("Action", "")).strip().lower() == "failed":
            code = str(part.get("Diagnostic-Code", "")).partition(";")[2]
            return " ".join(f"{part.get('Status', '')} {code}".replace("\0", "").split())
    return ""
