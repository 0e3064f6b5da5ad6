"""By mail."""

from django.core.mail import EmailMessage

from games.mail.compose import compose
from games.models import Notification

from .courier import Courier
from .errors import final
from .stored import stored


def send(row: Notification, carrier: Courier) -> tuple[str, str]:
    """Send a row as a mail. Return its Message-ID, and what the mail service calls it ("" without a service).

    Raises Bounced, Refused, or whatever the server or the way there says.
    """
    mail: EmailMessage = stored(row) if row.raw else compose(row)
    try:
        carrier.send(mail)
    except Exception as error:
        raise final(error) or error from None
    service_id = getattr(getattr(mail, "anymail_status", None), "message_id", None)  # put there by anymail's backends
    return str(mail.extra_headers.get("Message-ID", "")), "" if service_id is None else str(service_id)
