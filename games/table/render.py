"""Rendering of a table: the whole page, or the parts that htmx puts into an open page."""

import re
from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers

from accounts.errors import SiteError
from games.board.sharing import ShareCard, share_card
from games.common.decorators import wants_fragment
from games.common.forms import query_values
from games.core.forms import sent_again
from games.core.models import Game
from games.core.selectors import game_for_viewer
from games.lobby.presenters import open_table_view
from games.notifications.presenters import frequency_text
from games.pictures.board_svg import without_definitions
from games.play.decorators import invite_code, table_url

from .forms import PollForm
from .view import TableView, arrivals, live_region_text, new_events, table_view

LINES = re.compile(r"\n\s+")
ALL_PARTS = ("bar", "play", "log", "chat", "more", "studies", "poll")
STEP_PARTS = ("play", "poll")  # after a choice that is not confirmed


def render_table(
    request: HttpRequest, view: TableView, parts: tuple[str, ...] = ALL_PARTS, error: SiteError | None = None
) -> HttpResponse:
    """Render a page or, for htmx, its parts.

    An open page gets all parts, whatever has changed, so that none of them can contradict the game. Only the drawing of
    the board is left out if the page has the same one (``drawn``), and its definitions if it has those (``defined``).
    """
    status = error.status if error else HTTPStatus.OK
    if wants_fragment(request):
        response = _render_parts(request, view, parts, error, status)
    else:
        response = HttpResponse(_render_page(request, view, error), status=status)
    patch_headers(response)
    return response


def patch_headers(response: HttpResponse) -> None:
    """Allow only the viewer's browser to cache a table: page and parts separately, always revalidated."""
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)


def _refusal(request: HttpRequest, error: SiteError | None) -> dict[str, Any]:
    typed = request.POST.get("text", "") if error else ""
    return {"error": str(error.message) if error else "", "sent_again": sent_again(request, error), "typed": typed}


def _render_page(request: HttpRequest, view: TableView, error: SiteError | None) -> str:
    context = {**table_context(request, view), **_refusal(request, error)}
    return _dense(render_to_string("games/table/table.html", context, request), context)


def _dense(text: str, context: dict[str, Any]) -> str:
    """Return a text without the indentation of its templates, also that of the ends of its tags."""
    return text if context["typed"] else LINES.sub("\n", text).replace("\n>", ">")


def _render_parts(
    request: HttpRequest, view: TableView, parts: tuple[str, ...], error: SiteError | None, status: int
) -> HttpResponse:
    page = query_values(PollForm, request.POST or request.GET)
    seen, event = page.get("seen"), page.get("event")
    is_same = seen == view.length and page.get("stage") == view.stage_mark and parts != STEP_PARTS
    said = " ".join(new_events(view, event)) if is_same else live_region_text(view, seen, event)
    said = " ".join([*arrivals(view, page.get("seat")), said]).strip()
    is_drawn = page.get("drawn") == view.drawing_mark
    update = {"parts": parts, "live_text": said, "is_drawn": is_drawn, **_refusal(request, error)}
    context = {**table_context(request, view), **update}
    text = _dense(render_to_string("games/table/_updates.html", context, request), context)
    is_defined = page.get("defined") == view.definitions_mark != ""
    return HttpResponse(without_definitions(text) if is_defined else text, status=status)


def table_context(request: HttpRequest, view: TableView) -> dict[str, Any]:
    """Return the context of the templates of a table. ``typed`` is the text of a refused chat message.

    Only visitors without an account get a share card, because services that show links have none.
    """
    frequency = view.table.mail_frequency
    return {
        "view": view,
        "game": view.game,
        "open_table": open_table_view(view.game, view.table.viewer, view.rows) if view.table.stage == "open" else None,
        "proposals": view.requests.proposals,
        "closed_event": closed_event(request),
        "next": view.table.waits_elsewhere,
        "mail_frequency_text": frequency_text(frequency) if frequency else "",
        **_links(view, invite_code(request)),
        "typed": "",
        "oob": wants_fragment(request),
        "is_drawn": False,
        "card": None if request.user.is_authenticated else _card(view),
    }


def closed_event(request: HttpRequest) -> int:
    """Return the number of the event that the viewer has closed at this table (static/js/table/closed.js), or 0."""
    number = request.COOKIES.get("closed", "")
    return int(number) if number.isdecimal() and len(number) < 19 else 0


def _links(view: TableView, invite: str) -> dict[str, str]:
    return {
        "invite": invite,
        "ply_link": f"?{urlencode({'invite': invite})}&ply=" if invite else "?ply=",
        "page_address": table_url("table", view.game.code, invite=invite),
    }


def _card(view: TableView) -> ShareCard | None:
    return share_card(view.game, view.rows, ply=view.ply if view.is_past else None)


def shown_ply(request: HttpRequest, game: Game) -> int | None:
    """Return the earlier ply that an open page shows (``at``), or None for the present."""
    at = query_values(PollForm, request.POST or request.GET).get("at")
    return None if at is None else min(at, game.ply)


def render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse:
    game = game_for_viewer(code, request.user, invite_code(request))
    ply = request.POST.get("ply", "")
    since = int(ply) if error.code == "stale-ply" and ply.isdecimal() and len(ply) < 6 else None
    at = shown_ply(request, game) if wants_fragment(request) else None
    view = table_view(game, request.user, ply=at, since=since)
    return render_table(request, view, (*ALL_PARTS, "notice"), error)
