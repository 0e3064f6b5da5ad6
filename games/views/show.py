"""Showing a table: the whole page, or the parts of it that htmx puts into an open one."""

import re
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import patch_cache_control, patch_vary_headers

from games.errors import DomainError
from games.forms.values import query_values
from games.forms.table import (InviteCodeForm, PollForm)
from games.models import Game, Status
from games.presenters.hearing import heard
from games.presenters.mail_choices import often_words
from games.presenters.opening import opening_view
from games.presenters.sharing import card_of
from games.presenters.table import TableView, table_view
from games.selectors.games import game_for_viewer

from . import keeping

LINES = re.compile(r"\n\s+")
EVERYTHING = ("bar", "play", "log", "chat", "more", "poll")
UNTOUCHED_BOARD = ("bar", "chat", "more", "poll")  # nothing was played: a half-made choice stays
EARLIER_POSITION = ("bar", "chat", "poll")  # the viewer looks at another ply: the board is not taken from them


def address_of(game: Game, request: HttpRequest) -> str:
    """Return the table's address, with the invite code that the request came with."""
    return with_invite(game.get_absolute_url(), request)


def with_invite(address: str, request: HttpRequest) -> str:
    """Return an address of a table, with the invite code that the request came with."""
    invite = invite_of(request)
    return address + (f"?{urlencode({'invite': invite})}" if invite else "")


def invite_of(request: HttpRequest) -> str:
    """Return the invite code that a request carries, "" for none."""
    return query_values(InviteCodeForm, request.POST).get("invite") or query_values(InviteCodeForm, request.GET).get("invite") or ""


def wants_parts(request: HttpRequest) -> bool:
    """Tell whether htmx asks for parts of an open page (not for the whole one after a step back in history)."""
    headers = request.headers
    return headers.get("HX-Request") == "true" and headers.get("HX-History-Restore-Request") != "true"


def parts_for(request: HttpRequest, game: Game) -> tuple[str, ...]:
    """Return the parts that an open page needs to be up to date, by what it says that it shows."""
    seen = query_values(PollForm, request.POST or request.GET)
    if seen.get("at") is not None:
        return EARLIER_POSITION
    if game.status == Status.OPEN:
        return EVERYTHING
    same = seen.get("seen") == game.ply and seen.get("stage") == game.status
    return UNTOUCHED_BOARD if same else EVERYTHING


def show(
    request: HttpRequest, view: TableView, parts: tuple[str, ...] = EVERYTHING, *, error: str = "", status: int = 200
) -> HttpResponse:
    """Render a table, whole or in parts."""
    if wants_parts(request):
        response = _news(request, view, parts, error, status)
    elif not error and keeping.may_keep(request, view):
        response = HttpResponse(keeping.page(request, view, lambda token: _page(request, view, csrf_token=token)))
    else:
        response = HttpResponse(_page(request, view, error=error), status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _page(request: HttpRequest, view: TableView, **more: str) -> str:
    """Return the whole page, without what white space its templates have and browsers do not show."""
    context = {**context_of(request, view), "error": "", **more}
    page = render_to_string("games/table.html", context, request)
    return page if context["typed"] else LINES.sub("\n", page)


def _news(request: HttpRequest, view: TableView, parts: tuple[str, ...], error: str, status: int) -> HttpResponse:
    """Return parts of an open page, with what its live region says."""
    seen = query_values(PollForm, request.POST or request.GET).get("seen")
    said = {"parts": parts, "error": error, "heard": heard(view, seen)}
    return render(request, "games/parts/_news.html", {**context_of(request, view), **said}, status=status)


def context_of(request: HttpRequest, view: TableView) -> dict[str, Any]:
    """Return what the parts of a table are made of. ``typed`` is a line of the chat that was not sent.

    Only strangers get a card: services that show links come as such.
    """
    invite, is_known = invite_of(request), request.user.is_authenticated
    return {
        "view": view,
        "game": view.game,
        "opening": opening_view(view.game, view.viewer, view.rows) if view.stage == "open" else None,
        "next": view.desk is not None and view.desk.elsewhere > 0 and not view.is_my_turn,
        "mail_words": often_words(view.desk.frequency) if view.desk else "",
        "invite": invite,
        "ply_link": f"?{urlencode({'invite': invite})}&ply=" if invite else "?ply=",
        "page_address": address_of(view.game, request),
        "typed": request.POST.get("text", ""),
        "oob": wants_parts(request),
        "card": None if is_known else card_of(view.game, view.names, ply=view.ply if view.is_past else None),
    }


def refused(request: HttpRequest, error: DomainError, code: str) -> HttpResponse:
    """Answer a refused request with the table as it stands now, the reason, and what has happened since."""
    game = game_for_viewer(code, request.user, invite_of(request))
    ply = request.POST.get("ply", "")
    since = int(ply) if error.code == "stale-ply" and ply.isdecimal() and len(ply) < 6 else None
    view = table_view(game, request.user, since=since)
    return show(request, view, (*parts_for(request, game), "notice"), error=str(error.message), status=error.status)
