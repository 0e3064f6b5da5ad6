"""An SMTP server for tests, and mail backends that fail."""

import asyncio
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage as Parsed
from smtplib import SMTPServerDisconnected

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from pytest_django.fixtures import Settings


class SmtpSink:
    """Stores every mail; refuses the next ``refuse`` ones, and each address in ``strangers`` with its answer."""

    def __init__(self) -> None:
        self.mails: list[Parsed] = []
        self.recipients: list[str] = []
        self.senders: list[str] = []
        self.sessions: set[int] = set()
        self.refuse, self.answer = 0, "451 try again later"
        self.pause = 0.0  # seconds before it answers a mail
        self.connections = 0
        self.strangers: dict[str, str] = {}

    async def handle_EHLO(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, hostname: str, responses: list[str]
    ) -> list[str]:
        """Count a greeting."""
        self.connections += 1
        session.host_name = hostname
        return responses

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        """Accept or refuse a recipient."""
        if address in self.strangers:
            return self.strangers[address]
        envelope.rcpt_tos.append(address)
        return "250 go on"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        """Store one mail."""
        await asyncio.sleep(self.pause)
        if self.refuse:
            self.refuse -= 1
            return self.answer
        self.mails.append(message_from_bytes(envelope.original_content or b"", policy=policy.default))
        self.recipients += envelope.rcpt_tos
        self.senders.append(envelope.mail_from or "")
        self.sessions.add(id(session))
        return "250 taken"


@contextmanager
def smtp_sink(settings: Settings) -> Iterator[SmtpSink]:
    """Run an SMTP server on a free port and make the site use it."""
    sink = SmtpSink()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    for name, value in {
        "DELIVERY_EMAIL_BACKEND": "games.delivery.email.PatientBackend",
        "EMAIL_HOST": "127.0.0.1",
        "EMAIL_PORT": port,
    }.items():
        setattr(settings, name, value)
    try:
        yield sink
    finally:
        controller.stop()


class UnreachableBackend(EmailBackend):
    """A mail server that cannot be reached. Counts the attempts."""

    tries = 0

    def open(self) -> bool:
        """Fail."""
        type(self).tries += 1
        raise ConnectionRefusedError("connection refused")


class FailingCloseBackend(EmailBackend):
    """A mail server that accepts the mail and then answers QUIT with an error."""

    def close(self) -> None:
        """Fail."""
        raise SMTPServerDisconnected("bye")


class PickyBackend(EmailBackend):
    """A mail server that refuses mail for one address."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        """Fail for the first player of a test."""
        if any("refused" in address for mail in messages for address in mail.to):
            raise SMTPServerDisconnected("no such mailbox")
        return int(super().send_messages(messages))
