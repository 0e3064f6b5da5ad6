"""ETags of table pages: one that has not changed since the last visit is answered by 304."""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.selectors import display_name
from games.models import Game, Status
from games.models.sql import table_facts
from games.presenters.look import COOKIE, look_of
from games.presenters.table.status import PATIENCE
from games.release import release

from .render import wants_fragment

Facts = tuple[object, ...]
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
HAVE_DATES = {"holiday", "deputy", "owner"}  # they begin and end without a change of any row
QUARTER = 15 * MINUTE  # a page may be so late to show that; days begin at a quarter of an hour in all time zones
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
PLAYED = {Status.RUNNING, Status.FINISHED, Status.ABORTED}


def table_etag(request: HttpRequest, game: Game) -> str | None:
    """Return the ETag of a table page, None for a page that depends on other rows as well.

    Those are tables that still gather players (invitations), tables that name the table they continue, and pages with
    a message or a reminder about the viewer's address.
    """
    if game.status not in PLAYED or game.branched_at is not None or not may_have_etag(request):
        return None
    now = timezone.now()
    rows = table_facts(game.pk, request.user.pk, now - PATIENCE)
    has_dates = any(row.what in HAVE_DATES for row in rows)
    return etag((*viewer_facts(request), *_game_facts(game, now), has_dates and (now - EPOCH) // QUARTER, *rows))


def _game_facts(game: Game, now: datetime) -> Facts:
    """Return the version, which covers log and chat, the columns that may change without it, and the time left.

    A script updates the time left (static/js/clocks.js). Without scripts the page is at most an hour behind, and
    at most a minute in the hours before and after the deadline.
    """
    left = game.deadline - now if game.deadline else None
    clock = left and left // (MINUTE if abs(left) < HOUR else HOUR)
    columns = (game.name, game.is_private, game.host_id, game.pace, game.deadline, game.overdue_at)
    return game.pk, game.version, *columns, clock


def etag(facts: Facts) -> str:
    """Return a weak ETag: the CSRF token of a page is masked differently every time."""
    return f'W/"{sha256(repr(facts).encode()).hexdigest()[:32]}"'


def may_have_etag(request: HttpRequest) -> bool:
    """Return True if this is a whole page whose frame depends on ``viewer_facts`` only.

    A browser without the CSRF cookie gets no ETag: after a 304 it would have forms, but no cookie to send with them.
    """
    user = request.user
    is_reminded = isinstance(user, User) and not (user.is_confirmed and user.bounced_at is user.undelivered_at is None)
    has_cookie = "CSRF_COOKIE" in request.META
    return has_cookie and not (settings.DEBUG or is_reminded or wants_fragment(request) or len(get_messages(request)))


def viewer_facts(request: HttpRequest) -> Facts:
    """Return the facts behind every page: the viewer, the address, the CSRF secret, language, time zone and look.

    Dates of this year are shown without the year. The CSRF secret changes at sign-in, and with it the page's token.
    """
    user = request.user
    return (
        release(),
        request.get_full_path(),
        request.META.get("CSRF_COOKIE"),
        (user.pk, user.username, display_name(user), user.is_staff) if isinstance(user, User) else None,
        (get_language(), timezone.get_current_timezone_name(), timezone.localtime().year),
        look_of(request.COOKIES.get(COOKIE, "")),
    )
