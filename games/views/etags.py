"""ETags of pages: a page that has not changed since the last visit is answered by 304."""

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
from games.models import Game, Status
from games.presenters.look import COOKIE, look_of
from games.selectors.table_version import Facts, table_facts

from .decorators import viewer_of
from .render import wants_fragment

CODE_FILES = ("templates/**/*.html", "locale/*/*/django.mo", "games/**/*.py", "accounts/**/*.py", "marrakech_site/*.py")
PLAYED = {Status.RUNNING, Status.FINISHED, Status.ABORTED}


def table_etag(request: HttpRequest, game: Game) -> str | None:
    """Return the ETag of a table page, None for a page that follows from other rows as well.

    Those are tables that still gather players (invitations), tables that name the table they continue, and pages with
    a message or a reminder about the viewer's address.
    """
    if game.status not in PLAYED or game.branched_at is not None or not may_have_etag(request):
        return None
    return etag((*viewer_facts(request), *table_facts(game, viewer_of(request), timezone.now())))


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
    digest = sha256(getattr(staticfiles_storage, "manifest_hash", "").encode())
    for pattern in CODE_FILES:
        for path in sorted(Path(settings.BASE_DIR).glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()
