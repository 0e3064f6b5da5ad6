"""Delivery of emails."""

from django.conf import settings
from django.core.mail import EmailMessage

from games.mail.compose import compose
from games.mail.links.return_addresses import return_address
from games.models import Notification

from .errors import permanent_error
from .mail_connection import MailConnection
from .stored_message import stored_email


def send(row: Notification, connection: MailConnection) -> tuple[str, str]:
    """Send a row as an email. Return its Message-ID, and the id that the mail service gives it ("" without a service).

    Raises Bounced, MessageRefused, or any error of the connection.
    """
    mail: EmailMessage = stored_email(row) if row.raw else compose(row)
    _return_to(mail, return_address(row.pk))
    try:
        connection.send(mail)
    except Exception as error:
        raise permanent_error(error) or error from None
    service_id = getattr(getattr(mail, "anymail_status", None), "message_id", None)  # set by anymail's backends
    return str(mail.extra_headers.get("Message-ID", "")), "" if service_id is None else str(service_id)


def _return_to(mail: EmailMessage, address: str) -> None:
    """Have bounces sent to this address. Mail services report bounces in their own way."""
    if address and not settings.EMAIL_SERVICE:
        mail.extra_headers.setdefault("From", mail.from_email)
        mail.from_email = address
