"""A player's own page. Its frame is kept by all that it is made of; lines and how many games wait come anew."""

from django.conf import settings
from django.contrib.messages import get_messages
from django.http import HttpRequest, HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from accounts.selectors import display_name
from accounts.shelf import TOKEN, Shelf
from games.presenters.lists.game_cards import DashboardView
from games.presenters.look import COOKIE, look_of
from games.services.tables.robot_games import FIRST_ROBOT
from games.templatetags.lists import COUNT, Frame, Hole, filled
from games.templatetags.time_texts import GAP

_frames: Shelf[tuple[list[str], list[Hole]]] = Shelf(128)  # of about 12 KB


def own_page(request: HttpRequest, mine: DashboardView) -> HttpResponse:
    """Show a player their games."""
    if mine.invitations or get_messages(request) or is_reminded(request):  # these have forms or words of their own
        return render(request, "games/lists/dashboard.html", {"mine": mine, "robot": FIRST_ROBOT})
    key = (*asked(request), *Frame.seen(mine))
    texts, holes = _frames.get(key) or _frames.put(key, _framed(request, mine))
    look = look_of(request.COOKIES.get(COOKIE, ""))
    lists = [filled(mine, hole, look) + text for hole, text in zip(holes, texts[1:], strict=True)]
    page = "".join([texts[0], *lists])
    return HttpResponse(page.replace(COUNT, str(mine.count)).replace(TOKEN, get_token(request)))


def _framed(request: HttpRequest, mine: DashboardView) -> tuple[list[str], list[Hole]]:
    """Return the texts around the lists of the page, and what belongs between them."""
    frame = Frame(mine)
    context = {"mine": frame, "robot": FIRST_ROBOT, "csrf_token": TOKEN}
    return render_to_string("games/lists/dashboard.html", context, request).split(GAP), frame.holes


def is_reminded(request: HttpRequest) -> bool:
    """Tell whether the page says something about the viewer's address, which follows from other rows."""
    user = request.user
    return isinstance(user, User) and (not user.is_confirmed or user.bounced_at is not None)


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
