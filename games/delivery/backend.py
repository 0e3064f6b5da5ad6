"""Emails that were complete when they were queued: Django's own."""

from collections.abc import Sequence
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from email.message import Message
from email.utils import format_datetime, getaddresses, make_msgid
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from accounts.emails import encode_for_relays
from games.mail.compose import sender
from games.notifications import outbox
from games.notifications.links import host
from games.notifications.models import Notification

# A mail service sends these headers unchanged.
PASSED_HEADERS = {
    "auto-submitted",
    "in-reply-to",
    "list-id",
    "message-id",
    "precedence",
    "references",
    "reply-to",
    "x-auto-response-suppress",
}


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
    encode_for_relays(message)
    raw, name = message.as_bytes().decode(), str(message["Message-ID"])
    addresses = [address for _name, address in getaddresses(mail.recipients())]
    return [outbox.queue_raw(address, raw, f"account:{name}:{address}"[-160:]) for address in addresses]


class StoredMessage(Message):
    """A complete message, sent unchanged but for its date."""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "") -> bytes:
        return super().as_bytes(unixfrom, policy or self.policy.clone(linesep=linesep or self.policy.linesep))


class StoredMail(EmailMessage):
    """A complete message in the form that Django's backends take."""

    def __init__(self, raw: str, to: str) -> None:
        self._stored = message_from_bytes(raw.encode(), _class=StoredMessage, policy=policy.compat32)
        del self._stored["Date"]  # that of the queueing
        self._stored["Date"] = format_datetime(timezone.now())
        headers = {"Message-ID": str(self._stored["Message-ID"])}
        super().__init__(from_email=str(self._stored["From"]), to=[to], headers=headers)

    def message(self, *_args: Any, **kwargs: Any) -> Any:
        """Return the stored message. Of a ``policy``, which Django 6 passes, only the line endings count."""
        if given := kwargs.get("policy"):
            self._stored.policy = self._stored.policy.clone(linesep=given.linesep)
        return self._stored


def as_parts(raw: str, to: str) -> EmailMultiAlternatives:
    stored = message_from_bytes(raw.encode(), _class=Parsed, policy=policy.default)
    headers = {name: str(value) for name, value in stored.items() if name.lower() in PASSED_HEADERS}
    headers["Date"] = format_datetime(timezone.now())
    text, page = stored.get_body(("plain",)), stored.get_body(("html",))
    subject, sender = str(stored["Subject"] or ""), str(stored["From"])
    mail = EmailMultiAlternatives(subject, text.get_content() if text else "", sender, [to], headers=headers)
    if page:
        mail.attach_alternative(page.get_content(), "text/html")
    return mail


def stored_email(row: Notification) -> EmailMessage:
    is_service = settings.DELIVERY_EMAIL_BACKEND.startswith("anymail.")
    return as_parts(row.raw, row.email) if is_service else StoredMail(row.raw, row.email)
