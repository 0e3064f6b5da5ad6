"""The email backend that puts Django's own emails into the outbox."""

from collections.abc import Sequence
from email.utils import getaddresses, make_msgid

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from games.mail.headers import host, sender
from games.models import Notification
from games.services.notifications import outbox


class QueuedBackend(BaseEmailBackend):
    """Queues Django's own emails (confirm an address, reset a password) like all others.

    They belong to the current transaction: an email of a transaction that is rolled back is not sent.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue every message once for each recipient; return how many messages had any."""
        return sum(bool(_queue(mail)) for mail in email_messages)


def _queue(mail: EmailMessage) -> list[Notification]:
    if mail.from_email == settings.DEFAULT_FROM_EMAIL:
        mail.from_email = sender()
    mail.extra_headers.setdefault("Message-ID", make_msgid("account", host()))
    message = mail.message()
    raw, name = message.as_bytes().decode(), str(message["Message-ID"])
    addresses = [address for _name, address in getaddresses(mail.recipients())]
    return [outbox.queue_raw(address, raw, f"account:{name}:{address}"[-160:]) for address in addresses]
