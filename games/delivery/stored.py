"""Mails that were complete when they were queued: the account's own."""

from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from email.message import Message
from typing import Any, cast

from django.core.mail import EmailMultiAlternatives

from games.models import Notification

KEPT = {"auto-submitted", "date", "message-id"}  # headers that a mail service is to pass on as they are


class StoredMessage(Message):
    """A message that was complete when it was queued. It is sent as it was."""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n") -> bytes:
        """Return the message with the line ends that are asked for."""
        return super().as_bytes(unixfrom, policy or self.policy.clone(linesep=linesep))


class StoredMail(EmailMultiAlternatives):
    """A complete message as Django's backends take it: whole for SMTP, in its parts for a mail service."""

    def __init__(self, raw: str, to: str) -> None:
        self._stored = message_from_bytes(raw.encode(), _class=StoredMessage, policy=policy.compat32)
        read = cast("Parsed", message_from_bytes(raw.encode(), policy=policy.default))
        headers = {name: str(value) for name, value in self._stored.items() if name.lower() in KEPT}
        text, page = read.get_body(("plain",)), read.get_body(("html",))
        subject, sender = str(read["Subject"] or ""), str(self._stored["From"])
        super().__init__(subject, text.get_content() if text else "", sender, [to], headers=headers)
        if page:
            self.attach_alternative(page.get_content(), "text/html")

    def message(self, *_args: Any, **_kwargs: Any) -> Any:
        """Return the stored message."""
        return self._stored


def stored(row: Notification) -> StoredMail:
    """Return the mail of a row that holds a complete message."""
    return StoredMail(row.raw, row.email)
