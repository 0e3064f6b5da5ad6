"""Mails that were complete when they were queued: the account's own."""

from email import message_from_bytes, policy
from email.message import Message
from typing import Any

from django.core.mail import EmailMessage

from games.models import Notification


class StoredMessage(Message):
    """A message that was complete when it was queued. It is sent as it was."""

    def as_bytes(self, unixfrom: bool = False, policy: Any = None, linesep: str = "\n") -> bytes:
        """Return the message with the line ends that are asked for."""
        return super().as_bytes(unixfrom, policy or self.policy.clone(linesep=linesep))


class StoredMail(EmailMessage):
    """A complete message as Django's backends take it."""

    def __init__(self, raw: str, to: str) -> None:
        self._stored = message_from_bytes(raw.encode(), _class=StoredMessage, policy=policy.compat32)
        headers = {"Message-ID": str(self._stored["Message-ID"])}
        super().__init__(from_email=str(self._stored["From"]), to=[to], headers=headers)

    def message(self, *_args: Any, **_kwargs: Any) -> Any:
        """Return the stored message."""
        return self._stored


def stored(row: Notification) -> StoredMail:
    """Return the mail of a row that holds a complete message."""
    return StoredMail(row.raw, row.email)
