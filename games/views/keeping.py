"""Pages of tables, kept whole: whoever comes back to a table where nothing has changed gets the page they had.

A page is kept by all that it is made of: the rows of the table, its seats and their players, the lines of the chat,
who looks, from where and how. What has been played follows from the table's row: a log only grows. So the log need not
be read, nothing replayed, nothing drawn. Whether the viewer may see the table at all is asked before, every time.
"""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.db.models import Model
from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.selectors import display_name
from accounts.shelf import TOKEN, Shelf
from games.presenters.look import COOKIE, look_of
from games.presenters.table.view import TableView
from games.templatetags.time_texts import time_left

PAGES = 64  # of about 60 KB
_TOKEN = TOKEN.encode()
_kept: Shelf[bytes] = Shelf(PAGES)


def may_keep(request: HttpRequest, view: TableView) -> bool:
    """Tell whether the page follows from what ``_made_of`` says.

    Not while players gather (invitations), with a choice that is not confirmed, or with something to be told once or
    about the viewer's address; not that of a table which tells of another one; nor the whole log and chat, which may be
    several times as long.
    """
    is_plain = view.game.branched_at is None and not view.chosen and not view.is_whole
    is_settled = view.stage in {"running", "over"} and is_plain
    return is_settled and request.method == "GET" and not get_messages(request) and not is_reminded(request)


def is_reminded(request: HttpRequest) -> bool:
    """Tell whether the page says something about the viewer's address, which follows from other rows."""
    user = request.user
    return isinstance(user, User) and (not user.is_confirmed or user.bounced_at is not None)


def page(request: HttpRequest, view: TableView, make: Callable[[str], str]) -> bytes:
    """Return the page that ``make`` makes with a token for its forms, or made before, with the request's own token."""
    key = _made_of(request, view)
    found = _kept.get(key) or _kept.put(key, make(TOKEN).encode())
    return found.replace(_TOKEN, get_token(request).encode()) if _TOKEN in found else found


def _made_of(request: HttpRequest, view: TableView) -> tuple[object, ...]:
    """Return all that the page of a table depends on, as values that can be compared."""
    game, analysed = view.game, view.analysis_row
    rows: list[Model | None] = [game, *view.rows]
    for seat in view.rows:
        rows += [seat.user, seat.user.profile] if seat.user else [None]
    clock = (view.poll_seconds, time_left(game.deadline, timezone.now(), get_language()) if game.deadline else "")
    progress = (analysed.state, analysed.version, analysed.turns_done, analysed.turns) if analysed else None
    return (*asked(request), clock, progress, *map(_values, rows), *view.chat)


def asked(request: HttpRequest) -> tuple[object, ...]:
    """Return who asks, for which address of which site, and how they want pages."""
    user, year = request.user, timezone.localtime().year
    return (
        request.get_full_path(),
        (user.pk, user.username, display_name(user), user.is_staff, user.is_confirmed, user.bounced_at)
        if isinstance(user, User)
        else None,
        (get_language(), timezone.get_current_timezone_name(), year, look_of(request.COOKIES.get(COOKIE, ""))),
        (settings.SITE_NAME, settings.SITE_URL, settings.SOURCE_URL, settings.DEBUG, settings.ROOT_URLCONF),
    )


def _values(row: Model | None) -> tuple[Any, ...]:
    """Return what a row says."""
    if row is None:
        return ()
    return tuple([str(one) if isinstance(one, dict) else one for name, one in vars(row).items() if name != "_state"])
