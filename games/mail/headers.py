"""The headers of a mail: its lasting name, the thread it belongs to, how to stop it.

A row's Message-ID follows from the row alone, so that a mail which left twice (the worker died between sending and
noting it) is one mail to its reader's program. The same for its date: the time when it was queued.
"""

import re
from email.utils import format_datetime, formataddr, parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from games.models import Game, Kind, Notification
from games.selectors.notifications.threads import thread_of

from .unsubscribe_tokens import unsubscribe_token

# What nobody can stop by a click: the answer to a mail of one's own, and what the site sends itself.
WITHOUT_UNSUBSCRIBE = frozenset({Kind.REPLY, Kind.CANARY, Kind.ACCOUNT})


def host() -> str:
    """Return the site's host name, the right side of every id."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def link(name: str, *args: object) -> str:
    """Return the full address of a page."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def table_link(game: Game) -> str:
    """Return the full address of a table's page."""
    return f"{settings.SITE_URL}{game.get_absolute_url()}"


def sender() -> str:
    """Return whom a mail is from: the address that was set, with the site's name where it has none of its own."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or settings.SITE_NAME, address))


def message_id(row: Notification) -> str:
    """Return the Message-ID of a row's mail."""
    return f"<{row.kind}.{_place(row)}.{row.pk}@{host()}>"


def thread_id(row: Notification) -> str:
    """Return the id that all mails about one table to one reader refer to. No mail has it."""
    place = f"table.{row.game.code}" if row.game else row.kind
    return f"<{place}.{row.user_id or 'guest'}@{host()}>"


def _place(row: Notification) -> str:
    return row.game.code if row.game else "site"


def headers_of(row: Notification) -> dict[str, str]:
    """Return the headers of a row's mail, but for From, To and Subject, and for where a reply goes.

    "Auto-Submitted" and its kin keep away answers of machines, not the reports of mail that could not be delivered.
    """
    root, earlier = thread_id(row), thread_of(row)
    headers = {
        "Message-ID": message_id(row),
        "Date": format_datetime(row.created_at),
        "In-Reply-To": earlier[-1] if earlier else root,
        "References": " ".join([root, *earlier]),
        "Auto-Submitted": "auto-replied" if row.kind == Kind.REPLY else "auto-generated",
        "X-Auto-Response-Suppress": "RN, NRN, OOF, AutoReply",
        "Precedence": "list",
        "List-Id": f"<{row.game.code}.tables.{host()}>" if row.game else f"<{row.kind}.{host()}>",
        "Feedback-ID": _feedback_id(row),
    }
    if row.kind not in WITHOUT_UNSUBSCRIBE:
        headers["List-Unsubscribe"] = f"<{unsubscribe_link(row)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _feedback_id(row: Notification) -> str:
    """Return by what mail services count complaints: kind, title, and a name of the site of 5 to 15 characters."""
    site = re.sub(r"[^a-z0-9]+", "-", host().lower()).strip("-")[-15:].strip("-")
    return f"{row.kind}:{row.game.title if row.game else 'site'}:mail:{site.ljust(5, '0')}"


def unsubscribe_link(row: Notification) -> str:
    """Return the address where this reader stops mails like this one."""
    return link("games:unsubscribe", unsubscribe_token(row.user or row.email, row.kind, row.game))
