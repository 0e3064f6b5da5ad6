"""From the outbox to the mail server.

A row is claimed in one statement, composed and sent outside any transaction, then marked. A worker that dies between
sending and marking leaves a row that is sent again after its lease, under the same Message-ID.
"""

import contextlib
import logging
import time
from collections.abc import Iterator, Sequence
from datetime import datetime
from email import message_from_bytes, policy
from email.message import Message
from email.utils import getaddresses
from typing import Any

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone

from games.mail.compose import compose
from games.mail.worth import reason_to_drop
from games.models import Notification
from games.services import outbox

LONGEST_ROUND = 60.0  # seconds: a worker is stopped after two minutes, and must not be in the middle of a mail then
logger = logging.getLogger(__name__)


class Courier:
    """One connection to the mail server, opened for the first mail and kept for those that follow.

    ``is_away`` tells that the server could not be reached: then the rest need not be tried now.
    """

    def __init__(self) -> None:
        self.is_away = False
        self._connection: BaseEmailBackend | None = None

    def send(self, mail: EmailMessage) -> None:
        """Hand one mail over. Raises whatever the mail server or the way there says; the next mail starts afresh."""
        try:
            self._open().send_messages([mail])
        except Exception:
            self.close()
            raise

    def _open(self) -> BaseEmailBackend:
        if self._connection is None:
            connection = get_connection(settings.DELIVERY_EMAIL_BACKEND)
            self.is_away = True
            connection.open()
            self.is_away = False
            self._connection = connection
        return self._connection

    def close(self) -> None:
        """Say goodbye. The mails have left by then, so a server that answers rudely changes nothing."""
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.close()
            except Exception:
                logger.warning("the connection to the mail server did not close cleanly", exc_info=True)


@contextlib.contextmanager
def courier() -> Iterator[Courier]:
    """Give a Courier and close its connection in the end."""
    carrier = Courier()
    try:
        yield carrier
    finally:
        carrier.close()


def deliver(pk: int) -> None:
    """Send one row of the outbox, unless somebody else has it or it has been dealt with. Never raises for a mail."""
    with courier() as carrier:
        carry(pk, carrier)


def drain(now: datetime) -> int:
    """Send every row whose time has come, over one connection. Return how many were tried.

    Stops early where the mail server cannot be reached or answers slowly: the rest stays due.
    """
    tried, began = 0, time.monotonic()
    with courier() as carrier:
        for pk in outbox.due(now):
            carry(pk, carrier)
            tried += 1
            if carrier.is_away or time.monotonic() - began >= LONGEST_ROUND:
                break
    return tried


def carry(pk: int, carrier: Courier) -> None:
    """Claim, judge, compose, send and mark one row."""
    row = outbox.claim(pk, timezone.now())
    if row is None:
        return
    try:
        if reason := reason_to_drop(row):
            outbox.mark_dropped(row, reason)
            return
        mail = stored(row) if row.raw else compose(row)
        carrier.send(mail)
    except Exception as error:
        logger.exception("mail %s failed", row.key, extra={"notification": row.pk, "attempt": row.attempts})
        outbox.mark_failed(row, f"{type(error).__name__}: {error}", timezone.now())
        return
    outbox.mark_sent(row, mail.extra_headers.get("Message-ID", ""), timezone.now())


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


class QueuedBackend(BaseEmailBackend):
    """Django's own mails (confirm an address, new password) take the same way as all others: into the outbox.

    They are part of the transaction around: what is rolled back is not sent.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        """Queue every message once for each recipient; return how many messages had any."""
        return sum(bool(_queue(mail)) for mail in email_messages)


def _queue(mail: EmailMessage) -> list[Notification]:
    message = mail.message()
    raw, name = message.as_bytes().decode(), str(message["Message-ID"])
    addresses = [address for _name, address in getaddresses(mail.recipients())]
    return [outbox.queue_raw(address, raw, f"account:{name}:{address}"[-160:]) for address in addresses]
