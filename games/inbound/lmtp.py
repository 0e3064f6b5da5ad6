"""An LMTP server (RFC 2033): a mail server hands over emails without starting a process for each.

Each connection has a thread. Every recipient gets an answer: 250 if the email was dealt with, even if it was refused,
and 451 if the mail server must try again. No email stops the server.
"""

import logging
import re
import socketserver
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import close_old_connections, connections

from .handler import receive
from .incoming_mail import LMTP, MAX_BYTES, IncomingMail, parse_mail

IDLE_SECONDS = 300.0
MAX_LINE = 4096  # bytes of a command
MAX_PART = 64 * 1024  # bytes of an email that are read at once, a line at most
MAX_RECIPIENTS = 100
MAX_ERRORS = 20  # then the connection ends
BEGINNING = 64 * 1024  # bytes that are kept of an email that is too large
PATH = re.compile(rb"<([^<>\s]{0,320})>")
logger = logging.getLogger(__name__)


@dataclass
class _Envelope:
    sender: str | None = None
    recipients: list[str] = field(default_factory=list)


class LmtpHandler(socketserver.StreamRequestHandler):
    timeout = IDLE_SECONDS

    def handle(self) -> None:
        self.envelope, self.errors = _Envelope(), 0
        try:
            self._answer("220 ready")
            while self.errors < MAX_ERRORS and (line := self.rfile.readline(MAX_LINE)) and self._obey(line):
                pass
        except OSError as error:
            logger.info("a mail server hung up: %s", error)
        finally:
            connections.close_all()

    def _obey(self, line: bytes) -> bool:
        command, _space, rest = line.strip().partition(b" ")
        name = command.upper().decode("ascii", "replace")
        if name == "QUIT":
            self._answer("221 bye")
            return False
        obey: dict[str, Callable[[bytes], str]] = {
            "LHLO": self._greet,
            "MAIL": self._mail,
            "RCPT": self._rcpt,
            "DATA": self._data,
            "RSET": self._reset,
            "NOOP": lambda _rest: "250 fine",
            "VRFY": lambda _rest: "252 try it",
        }
        answer = obey[name](rest) if name in obey else "500 5.5.1 unknown command"
        self.errors += answer.startswith("5")
        if answer:
            self._answer(answer)
        return True

    def _answer(self, text: str) -> None:
        self.wfile.write(text.encode() + b"\r\n")

    def _greet(self, _rest: bytes) -> str:
        self.envelope = _Envelope()
        return f"250-marrakech\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES\r\n250-PIPELINING\r\n250 SIZE {MAX_BYTES}"

    def _reset(self, _rest: bytes) -> str:
        self.envelope = _Envelope()
        return "250 2.0.0 fine"

    def _mail(self, rest: bytes) -> str:
        found = PATH.search(rest)
        if found is None or not rest.upper().startswith(b"FROM:"):
            return "501 5.5.4 MAIL FROM:<address>"
        self.envelope = _Envelope(found[1].decode("utf-8", "replace"))
        return "250 2.1.0 fine"

    def _rcpt(self, rest: bytes) -> str:
        found = PATH.search(rest)
        if self.envelope.sender is None:
            return "503 5.5.1 MAIL first"
        if found is None or not found[1] or not rest.upper().startswith(b"TO:"):
            return "501 5.5.4 RCPT TO:<address>"
        if len(self.envelope.recipients) >= MAX_RECIPIENTS:
            return "452 4.5.3 too many recipients"
        self.envelope.recipients.append(found[1].decode("utf-8", "replace"))
        return "250 2.1.5 fine"

    def _data(self, _rest: bytes) -> str:
        if not self.envelope.recipients:
            return "503 5.5.1 RCPT first"
        self._answer("354 go on")
        data, is_truncated = self._read_mail()
        envelope, self.envelope = self.envelope, _Envelope()
        for recipient in envelope.recipients:
            self._answer(_received(data, envelope.sender, recipient, is_truncated=is_truncated))
        return ""

    def _read_mail(self) -> tuple[bytes, bool]:
        """Return the email up to the line with a dot, or its beginning, and whether it was too large.

        A dot after a bare line feed, or in the middle of a long line, is no end: another server may have let it pass.
        """
        data, size, is_line = bytearray(), 0, True
        while (part := self.rfile.readline(MAX_PART)) != b".\r\n" or not is_line:
            if not part:
                raise ConnectionError("no end of the email")
            if size <= MAX_BYTES:
                data += part.removeprefix(b".") if is_line else part
            size, is_line = size + len(part), part.endswith(b"\r\n")
        return (bytes(data), False) if size <= MAX_BYTES else (bytes(data[:BEGINNING]), True)


def _received(data: bytes, sender: str | None, recipient: str, *, is_truncated: bool) -> str:
    """Deal with an email for one recipient, and return the answer to the mail server."""
    close_old_connections()
    try:
        row = receive(IncomingMail(parse_mail(data), LMTP, sender, (recipient,), is_truncated=is_truncated))
    except Exception as error:
        logger.exception("an email could not be taken")
        return f"451 4.3.0 not now: {type(error).__name__}"
    return f"250 2.0.0 {row.state}: {row.reason}" if row else "250 2.0.0 already received"


class TcpServer(socketserver.ThreadingTCPServer):
    allow_reuse_address = daemon_threads = True


class SocketServer(socketserver.ThreadingUnixStreamServer):
    daemon_threads = True
