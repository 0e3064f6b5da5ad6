"""``manage.py fetch_mail``, which fetches emails from the mailbox in INBOUND_IMAP_URL."""

import imaplib
import signal
from threading import Event
from typing import Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, close_old_connections

from games.inbound import imap

INTERVAL = 60.0  # seconds
log = structlog.get_logger("mailbox")


class Command(BaseCommand):
    """Fetches every minute until it is stopped. The workers do the same, so this is for sites whose workers cannot."""

    help = "Fetch unread emails from INBOUND_IMAP_URL every minute, or once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="fetch once and stop, for cron")

    def handle(self, *args: Any, **options: Any) -> None:
        """Fetch once or every minute. Raises CommandError without a mailbox, or if --once cannot read it."""
        if not settings.INBOUND_IMAP_URL:
            raise CommandError("INBOUND_IMAP_URL is not set: there is no mailbox to fetch from.")
        if options["once"]:
            try:
                self.stdout.write(f"{imap.fetch()} emails fetched.")
            except (OSError, imaplib.IMAP4.error, DatabaseError, ValueError) as error:
                raise CommandError(f"{type(error).__name__}: {error}") from error
            return
        stop = Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        while not stop.is_set():
            fetch_or_log()
            stop.wait(INTERVAL)


def fetch_or_log() -> None:
    """Fetch once and log any error, so that the next minute tries again."""
    close_old_connections()
    try:
        imap.fetch()
    except Exception:
        log.exception("the mailbox could not be read")
