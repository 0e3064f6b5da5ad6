"""Views of the home page, the rules, small drawings, the look of the site and its service worker."""

import re
from datetime import datetime
from functools import cache
from typing import Any, cast

import brotli
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import select_template
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.models import User
from accounts.selectors import get_profile, is_quiet
from accounts.services import note_tour
from games.board.cards import GameCard, game_cards, title_cards, with_news
from games.board.pictures import EXAMPLES, example_frames
from games.board.rules import rules_page
from games.common.decorators import Look, wants_fragment
from games.common.errors import NotFound
from games.common.forms import clean_or_raise, query_values, valid_values
from games.conduct.selectors import has_unread_decision
from games.core import lists
from games.core.choices import Status
from games.deputies.presenters import absences
from games.engine.registry import get_title
from games.following.presenters import timeline_view
from games.lobby.presenters import invitation_cards
from games.pictures.board_svg import pieces_file, small_picture, small_pictures
from games.play.robots import FIRST_ROBOT
from games.proposals.presenters import text_of
from games.table.forms import NextGameForm

from . import presenters
from .forms import LookForm, ReturnForm, SortForm
from .operator_texts import unseen_news
from .presenters import (
    Dashboard,
    dashboard_of,
    home_board_frames,
    latest_game_board,
    order_links,
    other_title_board,
    web_manifest,
)
from .search_engines import rules_data
from .tours import TOURS

WEEK = 7 * 24 * 3600
MAX_FROM_FOLLOWED, MAX_NEWS = 5, 3  # events and news on the dashboard

YEAR = 365 * 24 * 3600
BROTLI = re.compile(r"\bbr\b")


@never_cache
@require_safe
def dashboard_version(request: HttpRequest) -> HttpResponse:
    """Return the version of the player's own page, or 204 if it is still the one of ``?v=``."""
    if not isinstance(request.user, User):
        return HttpResponse(status=403)
    version = presenters.dashboard_version(request.user)
    return HttpResponse(status=204) if request.GET.get("v") == version else JsonResponse({"v": version})


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    if not isinstance(request.user, User):
        shown = latest_game_board()
        boards = {"home_board": shown, "home_title": get_title(shown.title), "other": other_title_board(shown)}
        return render(request, "games/site/home.html", {**boards, "robot": FIRST_ROBOT, "titles": title_cards()})
    order = query_values(SortForm, request.GET).get("sort") or ""
    page = {"dashboard": dashboard_context(request.user, order), "robot": FIRST_ROBOT}
    return render(request, "games/site/dashboard.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the waiting game with the first deadline, other than the one that ``after`` names."""
    after = valid_values(NextGameForm(request.GET)).get("after", "")
    game = lists.next_game(cast("User", request.user), after)
    if game is not None:
        return redirect("games:table", game.code)
    messages.info(request, _("No other game is waiting for you."))
    return redirect("games:home")


def dashboard_context(user: User, order: str = "") -> dict[str, Any]:
    dashboard, now = dashboard_of(user, order), timezone.now()
    return {
        **_lists(dashboard, user, now),
        "count": dashboard.waiting_count,
        "orders": order_links(order),
        "invitations": invitation_cards(dashboard.invitations),
        "proposals": [(row.game, text_of(row)) for row in dashboard.proposals],
        "has_more": dashboard.has_more,
        "followed": timeline_view(user, size=MAX_FROM_FOLLOWED),
        "absences": absences(user, now),
        **_notices(user),
    }


def _notices(user: User) -> dict[str, Any]:
    return {
        "has_decision": has_unread_decision(user),
        "quiet_unread": get_profile(user).quiet_unread,
        "is_quiet": is_quiet(user),
        "news": unseen_news(user)[:MAX_NEWS],
    }


def _lists(dashboard: Dashboard, user: User, now: datetime) -> dict[str, list[GameCard]]:
    """Return the games by list: those that wait are all that the badge counts. In "thinking" a robot is to play."""
    games = [*dashboard.waiting, *dashboard.others, *dashboard.finished]
    cards = with_news(game_cards(games, user), now)
    return {
        "waiting": [card for card in cards if card.waits],
        "running": [card for card in cards if card.game.status == Status.RUNNING and not card.waits],
        "thinking": [card for card in cards if card.robot_thinks],
        "open": [card for card in cards if card.game.status == Status.OPEN],
        "finished": [card for card in cards if card.game.is_over],
    }


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def example_board(request: HttpRequest, name: str) -> HttpResponse:
    if name not in EXAMPLES:
        raise NotFound
    return JsonResponse({"frames": example_frames(name)})


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def home_board(request: HttpRequest, code: str) -> HttpResponse:
    return HttpResponse(f'{{"frames": {home_board_frames(code)}}}', content_type="application/json")


@require_safe
@cache_control(public=True, max_age=WEEK)
def art(request: HttpRequest, title: str, name: str) -> HttpResponse:
    return HttpResponse(small_picture(title, name), content_type="image/svg+xml")


@require_safe
@gzip_page
def sprite(request: HttpRequest, title: str, version: str) -> HttpResponse:
    return _drawing_of_version(request, version, *small_pictures(title))


@require_safe
@gzip_page
def pieces(request: HttpRequest, title: str, version: str) -> HttpResponse:
    return _drawing_of_version(request, version, *pieces_file(title))


def _drawing_of_version(request: HttpRequest, version: str, drawing: str, current: str) -> HttpResponse:
    """Send a drawing for good. A page from before the latest release gets that of today.

    Marram’s pieces take 20 kB with Brotli, 29 kB with gzip.
    """
    response = HttpResponse(drawing, content_type="image/svg+xml")
    if BROTLI.search(request.headers.get("Accept-Encoding", "")):
        response.content = _brotli(drawing)
        response["Content-Encoding"] = "br"
    if version == current:
        patch_cache_control(response, public=True, max_age=YEAR, immutable=True)
    else:
        patch_cache_control(response, public=True, no_cache=True)
    return response


@cache
def _brotli(drawing: str) -> bytes:
    packed: bytes = brotli.compress(drawing.encode(), quality=9)
    return packed


@require_http_methods(["GET", "HEAD", "POST"])
def look(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/site/look.html")
    values = clean_or_raise(LookForm(request.POST))
    response = redirect_back(values.pop("next"))
    name, secure = settings.LOOK_COOKIE_NAME, settings.SESSION_COOKIE_SECURE
    response.set_cookie(name, Look(**values).cookie, max_age=YEAR, samesite="Lax", secure=secure, httponly=True)
    return response


def redirect_back(address: str) -> HttpResponseRedirect:
    """Redirect to a page of the site, home for any other address."""
    is_own_page = address.startswith("/") and url_has_allowed_host_and_scheme(address, None)
    return HttpResponseRedirect(address if is_own_page else "/")  # redirect() would take it for a view name


@require_safe
def tours(request: HttpRequest) -> HttpResponse:
    seen = get_profile(request.user).tours_seen if isinstance(request.user, User) else ()
    shown = [(tour, tour.key in seen) for tour in TOURS.values()]
    return render(request, "games/site/tours.html", {"tours": shown})


@require_POST
@login_required
def dismiss_tour(request: HttpRequest, name: str) -> HttpResponse:
    """Show a tour to the player no more. The page from which htmx asks removes it itself."""
    if name not in TOURS:
        raise NotFound
    note_tour(cast("User", request.user), name, is_seen=True)
    back = valid_values(ReturnForm(request.POST)).get("next", "/")
    return HttpResponse() if wants_fragment(request) else redirect_back(back)


@require_POST
@login_required
def show_tour(request: HttpRequest, name: str) -> HttpResponse:
    if name not in TOURS:
        raise NotFound
    note_tour(cast("User", request.user), name, is_seen=False)
    return redirect("games:tours")


@require_safe
@cache_control(public=True, max_age=3600)
def app_manifest(request: HttpRequest) -> HttpResponse:
    return JsonResponse(web_manifest(), content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """Send the service worker, from the root so that it may open every page."""
    return render(request, "games/site/sw.js", content_type="text/javascript; charset=utf-8")


@require_safe
@cache_control(private=True, no_cache=True)
def offline(request: HttpRequest) -> HttpResponse:
    """Show the tables stored on this device. The service worker shows this page instead of those it has not stored."""
    return render(request, "games/site/offline.html")


@require_safe
def rules(request: HttpRequest, title: str = "") -> HttpResponse:
    page = rules_page(title)
    template = select_template([f"games/rules/{page.title.key}.html", "games/site/rules.html"])
    context = {"title": page.title, "titles": page.titles, "comparison": page.comparison, "scenes": page.scenes}
    context |= {
        "canonical": reverse("games:title_rules", args=[page.title.key]),
        "structured_data": rules_data(page.title.key),
    }
    return HttpResponse(template.render(context, request))
