"""The IMAP source: fetches unread email from a mailbox, handles it and marks it as read."""

import imaplib
import logging
import re
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.db import InterfaceError, OperationalError

from .handler import receive
from .incoming_mail import IMAP, MAX_BYTES, IncomingMail, parse_mail

TIMEOUT = 30.0  # seconds
MAX_AT_ONCE = 200
_SIZE = re.compile(rb"RFC822\.SIZE (\d+)")
logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mailbox:
    """A mailbox on a server. ``is_tls``: the connection is encrypted from the start."""

    host: str
    port: int
    username: str
    password: str
    folder: str
    is_tls: bool


def mailbox_of(url: str) -> Mailbox:
    """Return the mailbox that imaps://user:password@host:port/FOLDER names; imap:// begins with STARTTLS.

    Raises ValueError with a sentence for anything else.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"imap", "imaps"} or not parts.hostname or not parts.username:
        raise ValueError("INBOUND_IMAP_URL must look like imaps://user:password@host/INBOX.")
    is_tls = parts.scheme == "imaps"
    folder = unquote(parts.path.strip("/")) or "INBOX"
    port = parts.port or (993 if is_tls else 143)
    return Mailbox(parts.hostname, port, unquote(parts.username), unquote(parts.password or ""), folder, is_tls)


def fetch() -> int:
    """Handle the unread email of the mailbox in the settings, if one is set. Return how many emails there were.

    Raises OSError and imaplib.IMAP4.error if the mailbox cannot be read, OperationalError if the database cannot be
    reached: emails that were not handled stay unread. An email that raises any other error is flagged.
    """
    if not settings.INBOUND_IMAP_URL:
        return 0
    mailbox = mailbox_of(settings.INBOUND_IMAP_URL)
    connection = _connected(mailbox)
    try:
        connection.login(mailbox.username, mailbox.password)
        _checked(connection.select(_quoted(mailbox.folder)), "select")
        found = _checked(connection.uid("SEARCH", "UNSEEN"), "search")[0] or b""
        numbers = found.split()[:MAX_AT_ONCE]
        for number in numbers:
            _handle(connection, number.decode())
        return len(numbers)
    finally:
        _log_out(connection)


def _connected(mailbox: Mailbox) -> imaplib.IMAP4:
    context = ssl.create_default_context()
    if mailbox.is_tls:
        return imaplib.IMAP4_SSL(mailbox.host, mailbox.port, ssl_context=context, timeout=TIMEOUT)
    connection = imaplib.IMAP4(mailbox.host, mailbox.port, timeout=TIMEOUT)
    if mailbox.host not in {"localhost", "127.0.0.1", "::1"}:  # a password never travels in the clear
        connection.starttls(context)
    return connection


def _handle(connection: imaplib.IMAP4, number: str) -> None:
    """Handle one email, then mark it as read. If it is too large, only its header is fetched.

    An email that cannot be handled is flagged and marked as read too: unread it would stop all others every minute.
    """
    sizes = _checked(connection.uid("FETCH", number, "(RFC822.SIZE)"), "fetch")
    size = next((int(found[1]) for part in sizes if isinstance(part, bytes) and (found := _SIZE.search(part))), 0)
    is_truncated = size > MAX_BYTES
    wanted = "(BODY.PEEK[HEADER])" if is_truncated else "(BODY.PEEK[])"
    parts = _checked(connection.uid("FETCH", number, wanted), "fetch")
    data = next((part[1] for part in parts if isinstance(part, tuple)), None)
    if data is None:  # deleted in the meantime
        return
    flags = r"(\Seen)"
    try:
        receive(IncomingMail(parse_mail(data[:MAX_BYTES]), IMAP, is_truncated=is_truncated))
    except (OperationalError, InterfaceError):
        raise
    except Exception:
        logger.exception("an email in the mailbox could not be handled", extra={"mail": number})
        flags = r"(\Seen \Flagged)"
    connection.uid("STORE", number, "+FLAGS.SILENT", flags)


def _checked(answer: tuple[str, Sequence[Any]], command: str) -> Sequence[Any]:
    status, data = answer
    if status != "OK":
        raise imaplib.IMAP4.error(f"{command}: {data[0]!r}")
    return data


def _quoted(folder: str) -> str:
    escaped = folder.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _log_out(connection: imaplib.IMAP4) -> None:
    try:
        connection.logout()
    except (OSError, imaplib.IMAP4.error):
        logger.debug("the mail server did not end the connection properly", exc_info=True)
        connection.shutdown()
