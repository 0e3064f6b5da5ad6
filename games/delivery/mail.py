"""By mail."""

from django.core.mail import EmailMessage

from games.mail.compose import compose
from games.models import Notification

from .courier import Courier
from .stored import stored


def send(row: Notification, carrier: Courier) -> tuple[str, str]:
    """Send a row as a mail. Return its Message-ID, and what the mail service calls it ("" without a service)."""
    mail: EmailMessage = stored(row) if row.raw else compose(row)
    carrier.send(mail)
    status = getattr(mail, "anymail_status", None)  # put there by anymail's backends
    return str(mail.extra_headers.get("Message-ID", "")), str(getattr(status, "message_id", None) or "")
