"""ETags of table pages: one that has not changed since the last visit is answered by 304.

The key of a page is its address, what every page shows (``viewer_facts``), the columns of the game, and the minute
while the game runs: clocks, holidays, deputies and the time to return to a seat begin and end with time alone.
``Game.version`` covers what services write at the table, ``Seat.version`` what only its player sees. What changes
without either is part of the key (``_seat_facts``, and ``changes_beside_version``):

- the names of the players, of the owners of seats, of who has written in the chat and of who is named in the log
- how often the players want emails about their turns, here and in general
- the number of games that wait for the viewer elsewhere, and whether a sanction binds the viewer
- which players at the table have the viewer as their deputy, and when; whether the viewer sees the table only as one,
  and so reads only a part of the chat
- who is kept apart from a visitor, and so is not read in the chat; whether a visitor has marked the game
- the progress of the analysis, and the rematch
- what the game did to the ratings of its players
- the message at the table that the viewer has closed
"""

from datetime import UTC, datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.blocks import hidden_from
from accounts.models import User
from accounts.selectors import display_name, get_profile
from games.analysis.models import Analysis
from games.board.status import FAREWELL
from games.board.viewed_table import ViewedTable
from games.chat.models import ChatMessage
from games.common.decorators import look_of, wants_fragment
from games.common.release import release
from games.core.choices import Status
from games.core.models import Entry, Game, PackedPlayer, TableEvent
from games.core.selectors import seat_name
from games.deputies.models import Deputy
from games.ratings.selectors import changes_by

Facts = tuple[object, ...]
MINUTE = timedelta(minutes=1)
EPOCH = datetime(2020, 1, 1, tzinfo=UTC)
PLAYED = {Status.RUNNING, Status.FINISHED, Status.ABORTED}


def changes_beside_version(game: Game, visitor: User | None) -> tuple[object, ...]:
    """Return what changes on the page of a begun game without a version; a ``visitor`` may be a deputy there."""
    found: list[object] = _names_beside_seats(game)
    if visitor:
        found.append(sorted(hidden_from(visitor)))
    if visitor and (game.status == Status.RUNNING or game.is_private):
        deputies = Deputy.objects.current().filter(deputy=visitor, user__seats__game=game)
        columns = ("pk", "accepted_at", "first", "last", "user__profile__time_zone")
        found += deputies.order_by("pk").values_list(*columns)
        found.append(
            game.is_private and Game.objects.visible_to(visitor, to_deputies=False).filter(pk=game.pk).exists()
        )
    if game.is_rated and game.status == Status.FINISHED:
        found += changes_by(game).values_list("version", "user", "mu_after")
    if game.status != Status.RUNNING:
        found += Analysis.objects.filter(game=game).values_list("state", "turns_done", "finished_at", "version")
        found += Game.objects.filter(rematch_of=game).values_list("pk", "version", "status")
    return tuple(found)


def _names_beside_seats(game: Game) -> list[object]:
    """Return the names of who has written in the chat or is named in the log."""
    authors = ChatMessage.objects.filter(game=game).order_by().values("author")
    people = authors.union(
        TableEvent.objects.filter(game=game).order_by().values("user"),
        Entry.objects.filter(game=game).order_by().values("played_by"),
        PackedPlayer.objects.filter(game=game).values("user"),
    )
    users = User.objects.filter(pk__in=people).order_by("pk")
    return list(users.values_list("pk", "username", "profile__display_name"))


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
    return etag((*viewer_facts(request), request.COOKIES.get("closed"), *facts))


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
    own: Facts = ()
    if table.me:
        is_sanctioned = getattr(table.me, "is_sanctioned", False)
        own = (table.me.version, table.games_elsewhere, table.mail_frequencies, is_sanctioned)
    return *names, *owners, *own, table.is_marked


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

    Of the viewer also which short tours they have dismissed. Dates of this year are shown without the year. The CSRF
    secret changes at sign-in, and with it the page's token.
    """
    user = request.user
    return (
        release(),
        request.get_full_path(),
        request.META.get("CSRF_COOKIE"),
        (user.pk, user.username, display_name(user), user.is_staff, get_profile(user).tours_seen)
        if isinstance(user, User)
        else None,
        (get_language(), timezone.get_current_timezone_name(), timezone.localtime().year),
        look_of(request.COOKIES.get(settings.LOOK_COOKIE_NAME, "")),
    )
