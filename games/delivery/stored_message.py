"""Emails that were complete when they were queued: Django's own."""

from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from email.message import Message
from email.utils import format_datetime
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.utils import timezone

from games.models import Notification

# A mail service sends these headers unchanged.
PASSED_HEADERS = {
    "auto-submitted",
    "in-reply-to",
    "list-id",
    "message-id",
    "precedence",
    "references",
    "x-auto-response-suppress",
}


class StoredMessage(Message):
    """A complete message, sent unchanged but for its date."""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "") -> bytes:
        """Return the message with the requested line endings, else those of its policy."""
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
    """Return a complete message in the form that mail services take: subject, text, HTML and a few headers."""
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
    """Return the mail of a row that holds a complete message."""
    is_service = settings.DELIVERY_EMAIL_BACKEND.startswith("anymail.")
    return as_parts(row.raw, row.email) if is_service else StoredMail(row.raw, row.email)
