"""The headers of a mail: its lasting name, the thread it belongs to, how to stop it.

A row's Message-ID follows from the row alone, so that a mail which left twice (the worker died between sending and
noting it) is one mail to its reader's program.
"""

from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse

from games.models import Game, Notification
from games.selectors.mail import last_message_id

from .tokens import stop_token


def host() -> str:
    """Return the site's host name, the right side of every id."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def link(name: str, *args: object) -> str:
    """Return the full address of a page."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def table_link(game: Game) -> str:
    """Return the full address of a table's page."""
    return f"{settings.SITE_URL}{game.get_absolute_url()}"


def message_id(row: Notification) -> str:
    """Return the Message-ID of a row's mail."""
    return f"<{row.kind}.{_place(row)}.{row.pk}@{host()}>"


def thread_id(row: Notification) -> str:
    """Return the id that all mails about one table to one reader refer to. No mail has it."""
    return f"<table.{_place(row)}.{row.user_id or 'guest'}@{host()}>"


def _place(row: Notification) -> str:
    return row.game.code if row.game else "site"


def headers_of(row: Notification) -> dict[str, str]:
    """Return the headers of a row's mail, but for those that every mail has (From, To, Subject, Date)."""
    root, last = thread_id(row), last_message_id(row)
    return {
        "Message-ID": message_id(row),
        "In-Reply-To": last or root,
        "References": f"{root} {last}".strip(),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "List-Id": f"<{_place(row)}.tables.{host()}>",
        "List-Unsubscribe": f"<{stop_link(row)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def stop_link(row: Notification) -> str:
    """Return the address where this reader stops this kind of mail."""
    return link("games:unsubscribe", stop_token(row.user or row.email, row.kind))
