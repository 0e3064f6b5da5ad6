"""The headers of an email: Message-ID, thread, list, unsubscribe link.

Message-ID follows from the row alone: if a worker dies and an email is sent twice, the recipient's mail program sees
one email. Date is the time at which the email leaves.
"""

import re
from email.utils import format_datetime, formataddr, parseaddr
from urllib.parse import urlsplit

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from games.models import Game, Kind, Notification
from games.selectors.notifications.threads import has_thread_of_table, thread_of, turn_of

from .links.unsubscribe_tokens import unsubscribe_token

# Kinds without an unsubscribe link: answers to the recipient's own emails, and the site's test email.


def host() -> str:
    """Return the site's host name, the right side of all ids."""
    return urlsplit(settings.SITE_URL).hostname or "localhost"


def link(name: str, *args: object) -> str:
    """Return the full address of a page."""
    return f"{settings.SITE_URL}{reverse(name, args=args)}"


def table_link(game: Game) -> str:
    """Return the full address of a table's page."""
    return f"{settings.SITE_URL}{game.get_absolute_url()}"


def sender() -> str:
    """Return the From address of the settings, with the site's name if it has no name."""
    name, address = parseaddr(settings.DEFAULT_FROM_EMAIL)
    return formataddr((name or settings.SITE_NAME, address))


def message_id(row: Notification) -> str:
    """Return the Message-ID of a row's email."""
    return f"<{row.kind}.{_place(row)}.{row.pk}@{host()}>"


def thread_id(row: Notification) -> str:
    """Return the id that all emails of one conversation refer to. No email has this id itself."""
    place, turn = row.kind, turn_of(row)
    if row.game and has_thread_of_table(row):
        place = f"table.{row.game.code}"
    elif row.game:
        place = f"{row.kind}.{row.game.code}" if turn is None else f"{Kind.TURN}.{row.game.code}.{turn}"
    return f"<{place}.{row.user_id or 'guest'}@{host()}>"


def _place(row: Notification) -> str:
    return row.game.code if row.game else "site"


def headers_of(row: Notification) -> dict[str, str]:
    """Return the headers of a row's email, except From, To, Subject and Reply-To.

    "Auto-Submitted" and the like suppress automatic replies, but not bounce reports.
    """
    root, earlier = thread_id(row), thread_of(row)
    headers = {
        "Message-ID": message_id(row),
        "Date": format_datetime(timezone.now()),
        "In-Reply-To": earlier[-1] if earlier else root,
        "References": " ".join([root, *earlier]),
        "Auto-Submitted": "auto-replied" if row.kind == Kind.REPLY else "auto-generated",
        "X-Auto-Response-Suppress": "RN, NRN, OOF, AutoReply",
        "Precedence": "list",
        "List-Id": f"<{row.game.code}.tables.{host()}>" if row.game else f"<{row.kind}.{host()}>",
        "Feedback-ID": _feedback_id(row),
    }
    if not Kind(row.kind).policy.is_immediate:
        headers["List-Unsubscribe"] = f"<{unsubscribe_link(row)}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return headers


def _feedback_id(row: Notification) -> str:
    """Return the id for complaint statistics: kind, title, and a site name of 5 to 15 characters."""
    site = re.sub(r"[^a-z0-9]+", "-", host().lower()).strip("-")[-15:].strip("-")
    return f"{row.kind}:{row.game.title if row.game else 'site'}:mail:{site.ljust(5, '0')}"


def unsubscribe_link(row: Notification) -> str:
    """Return the unsubscribe link for emails like this one."""
    return link("games:unsubscribe", unsubscribe_token(row.user or row.email, row.kind, row.game))
