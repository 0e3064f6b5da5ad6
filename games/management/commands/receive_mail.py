"""``manage.py receive_mail``: one mail on standard input, for the pipe of a mail server."""

import sys
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandParser

from games.inbound.handler import receive
from games.inbound.incoming_mail import MOST_BYTES, PIPE, IncomingMail, parse_mail

EX_TEMPFAIL = 75  # the mail server keeps the mail and tries again
MOST_THROWN_AWAY = 64 * 1024 * 1024
CHUNK = 64 * 1024


class Command(BaseCommand):
    """Deals with the mail. The exit code is 0 whatever became of it, 75 where it should come again later."""

    help = "Take one mail from standard input: what a Postfix or Exim pipe runs (docs/play-by-mail.md)."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the envelope, as far as the mail server tells it."""
        parser.add_argument("--recipient", action="append", default=[], help="whom the envelope names; may be repeated")
        parser.add_argument("--sender", help="return address of the envelope; empty for bounces")

    def handle(self, *args: Any, **options: Any) -> None:
        """Read and handle it. Exits with 75 for any failure: the mail server keeps the email."""
        try:
            self._take(options)
        except Exception as error:
            self.stderr.write(f"Not now: {type(error).__name__}: {error}".splitlines()[0])
            sys.exit(EX_TEMPFAIL)

    def _take(self, options: dict[str, Any]) -> None:
        data, is_truncated = read_bounded(sys.stdin.buffer)
        sender = options["sender"]
        envelope_sender = None if sender is None else sender.strip("<> ")
        recipients = tuple(options["recipient"])
        row = receive(IncomingMail(parse_mail(data), PIPE, envelope_sender, recipients, is_truncated=is_truncated))
        self.stdout.write(f"{row.state}: {row.reason} {row.detail}".rstrip() if row else "had come before")


def read_bounded(stream: BinaryIO) -> tuple[bytes, bool]:
    """Return what the stream holds, and whether that is only the beginning because there is too much of it.

    The rest of such a mail is thrown away, so that the mail server need not take a closed pipe for a failure.
    """
    data = stream.read(MOST_BYTES + 1)
    if len(data) <= MOST_BYTES:
        return data, False
    thrown = 0
    while thrown < MOST_THROWN_AWAY and (chunk := stream.read(CHUNK)):
        thrown += len(chunk)
    return data[:CHUNK], True
