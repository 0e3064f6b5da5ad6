"""``manage.py receive_mail``, which reads one email from standard input, for the pipe of a mail server."""

import sys
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.inbound.handler import receive
from games.inbound.incoming_mail import MAX_BYTES, PIPE, IncomingMail, parse_mail

EX_TEMPFAIL = 75  # the mail server keeps the email and tries again
MAX_DISCARDED_BYTES = 64 * 1024 * 1024
CHUNK_BYTES = 64 * 1024


class Command(BaseCommand):
    """Processes the email. The exit code is 0, or 75 if the mail server must try again later."""

    help = "Read one email from standard input: what a Postfix or Exim pipe runs (docs/play-by-mail.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--recipient", action="append", default=[], help="recipient on the envelope; may be repeated"
        )
        parser.add_argument("--sender", help="return address on the envelope; empty for bounces")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read and process the email. Exits with 75 for any failure, so that the mail server keeps the email."""
        try:
            self._process(options)
        except Exception as error:
            self.stderr.write(f"Not now: {type(error).__name__}: {error}".splitlines()[0])
            sys.exit(EX_TEMPFAIL)

    def _process(self, options: dict[str, Any]) -> None:
        data, is_truncated = read_bounded(sys.stdin.buffer)
        sender = options["sender"]
        envelope_sender = None if sender is None else sender.strip("<> ")
        recipients = tuple(options["recipient"])
        row = receive(IncomingMail(parse_mail(data), PIPE, envelope_sender, recipients, is_truncated=is_truncated))
        self.stdout.write(f"{row.state}: {row.reason} {row.detail}".rstrip() if row else "already received")


def read_bounded(stream: BinaryIO) -> tuple[bytes, bool]:
    """Return the data of the stream, or its first part if it is too long, and whether it was too long.

    The rest is read and discarded, because the mail server would take a closed pipe for a failure.
    """
    data = stream.read(MAX_BYTES + 1)
    if len(data) <= MAX_BYTES:
        return data, False
    discarded = 0
    while discarded < MAX_DISCARDED_BYTES and (chunk := stream.read(CHUNK_BYTES)):
        discarded += len(chunk)
    return data[:CHUNK_BYTES], True
