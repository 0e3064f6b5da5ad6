"""ETags of pages: a page that has not changed since the last visit is answered by 304."""

from datetime import datetime, timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path

from django.conf import settings
from django.contrib.messages import get_messages
from django.contrib.staticfiles.storage import staticfiles_storage
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.selectors import display_name
from games.models import Game, Seat, Status
from games.presenters.look import COOKIE, look_of
from games.presenters.table.view import TableView
from games.selectors.seats import seat_name

from .render import wants_fragment

CODE_FILES = ("templates/**/*.html", "locale/*/*/django.mo", "games/**/*.py", "accounts/**/*.py", "marrakech_site/*.py")
Facts = tuple[object, ...]
HOUR = timedelta(hours=1)
PLAYED = {Status.RUNNING, Status.FINISHED, Status.ABORTED}


def table_etag(request: HttpRequest, view: TableView) -> str | None:
    """Return the ETag of a table page, None for a page that follows from other rows as well.

    Those are tables that still gather players (invitations), tables that name the table they continue, and pages with
    a message or a reminder about the viewer's address.
    """
    game = view.game
    if game.status not in PLAYED or game.branched_at is not None or not may_have_etag(request):
        return None
    return etag((*viewer_facts(request), *_game_facts(game, timezone.now()), *_view_facts(view)))


def _game_facts(game: Game, now: datetime) -> Facts:
    """Return the version, which covers log and chat, the columns that may change without it, and the hours left.

    A script shows the minutes left (static/js/clocks.js); without scripts the page is at most an hour behind.
    """
    hours = (game.deadline - now) // HOUR if game.deadline else None
    return game.pk, game.version, game.name, game.is_private, game.host_id, game.deadline, game.overdue_at, hours


def _view_facts(view: TableView) -> Facts:
    """Return what the page shows of the seats, the analysis, and the viewer's other games, orders and emails."""
    analysis = view.analysis_row
    return (
        view.poll_seconds,
        view.seen_ply,
        (view.waits_elsewhere, view.orders_waiting, view.mail_frequency),
        (analysis.state, analysis.turns_done, analysis.turns) if analysis else None,
        *map(_seat_facts, view.rows),
    )


def _seat_facts(seat: Seat) -> Facts:
    name = seat.user.username if seat.user else ""
    return seat.user_id, name, seat_name(seat), seat.is_acting, seat.is_out, seat.wants_abort


def etag(facts: Facts) -> str:
    """Return a weak ETag: the CSRF token of a page is masked differently every time."""
    return f'W/"{sha256(repr(facts).encode()).hexdigest()[:32]}"'


def may_have_etag(request: HttpRequest) -> bool:
    """Tell whether the frame of the page follows from ``viewer_facts``, and is a whole page."""
    user = request.user
    is_reminded = isinstance(user, User) and (not user.is_confirmed or user.bounced_at is not None)
    return not (settings.DEBUG or is_reminded or wants_fragment(request) or len(get_messages(request)))


def viewer_facts(request: HttpRequest) -> Facts:
    """Return what every page follows from: the viewer, the address, the CSRF secret, language, time zone and look.

    Dates of this year are shown without the year. The CSRF secret changes at sign-in, and with it the page's token.
    """
    user = request.user
    return (
        release(),
        (settings.SITE_NAME, settings.SITE_URL, settings.SOURCE_URL),
        request.get_full_path(),
        request.META.get("CSRF_COOKIE"),
        (user.pk, user.username, display_name(user), user.is_staff) if isinstance(user, User) else None,
        (get_language(), timezone.get_current_timezone_name(), timezone.localtime().year),
        look_of(request.COOKIES.get(COOKIE, "")),
    )


@cache
def release() -> str:
    """Return a digest of everything that pages are made by: templates, translations, code and static files."""
    files = [path for pattern in CODE_FILES for path in sorted(Path(settings.BASE_DIR).glob(pattern))]
    manifest = getattr(staticfiles_storage, "manifest_hash", "")
    return sha256(manifest.encode() + b"".join([path.read_bytes() for path in files])).hexdigest()
