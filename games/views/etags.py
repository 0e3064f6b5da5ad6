"""ETags of table pages: one that has not changed since the last visit is answered by 304.

The key of a page is its address, what every page shows (``viewer_facts``), the columns of the game, and the minute
while the game runs: clocks, holidays, deputies and the time to return to a seat begin and end with time alone.
``Game.version`` covers what services write at the table, ``Seat.version`` what only its player sees. What changes
without either is part of the key (``_seat_facts``, and ``changes_beside_version`` in ``selectors/tables/polls.py``):

- the names of the players, of the owners of seats, of who has written in the chat and of who is named in the log
- how often the players want emails about their turns, here and in general
- the number of games that wait for the viewer elsewhere
- which players at the table have the viewer as their deputy
- the progress of the analysis, and the rematch
"""

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
from games.presenters.look import COOKIE, look_of
from games.presenters.table.base import ViewedTable
from games.presenters.table.status import FAREWELL
from games.release import release
from games.selectors.tables.polls import changes_beside_version
from games.selectors.tables.seats import seat_name

from .render import wants_fragment

Facts = tuple[object, ...]
MINUTE = timedelta(minutes=1)
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
PLAYED = {Status.RUNNING, Status.FINISHED, Status.ABORTED}


def table_etag(request: HttpRequest, table: ViewedTable) -> str | None:
    """Return the ETag of a table page, None for a page that depends on other rows as well.

    Those are tables that still gather players (invitations), tables that name the table they continue, and pages with
    a message or a reminder about the viewer's address.
    """
    game = table.game
    if game.status not in PLAYED or game.branched_at is not None or not may_have_etag(request):
        return None
    visitor = table.viewer if isinstance(table.viewer, User) and table.me is None else None
    facts = (*_game_facts(game), *_seat_facts(table), *changes_beside_version(game, visitor))
    return etag((*viewer_facts(request), *facts))


def _game_facts(game: Game) -> Facts:
    """Return the version, the columns that may change without it, and the time as far as the page depends on it."""
    now = timezone.now()
    minute = (now - EPOCH) // MINUTE if game.status == Status.RUNNING else None
    is_farewell = game.finished_at is not None and now - game.finished_at < FAREWELL
    columns = (game.name, game.is_private, game.host_id, game.pace, game.deadline, game.overdue_at)
    return game.pk, game.version, *columns, minute, is_farewell


def _seat_facts(table: ViewedTable) -> Facts:
    """Return the names at the table, and what only its viewer sees. Without an address a player has no chat."""
    names = [
        (seat.user_id, seat_name(seat), seat.user and (seat.user.username, seat.user.email), seat.owner_id)
        for seat in table.rows
    ]
    owners = [display_name(seat.owner) for seat in table.rows if seat.owner]
    own = (table.me.version, table.games_elsewhere, table.mail_frequencies) if table.me else ()
    return *names, *owners, *own


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
