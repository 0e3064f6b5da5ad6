"""Views of the replay of a game, and of its animations."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from accounts.errors import SiteError
from accounts.models import User
from games.forms.replay_game import FilmForm
from games.forms.tables.table_page import TableQueryForm
from games.forms.values import clean_or_raise, valid_values
from games.models import FilmFormat, Game
from games.presenters.replay.film_list import films_view
from games.presenters.replay.replay_game import game_replay_view
from games.presenters.sharing import share_card, share_links
from games.selectors.films import film_data
from games.selectors.games import game_for_viewer
from games.services.films import request_film

from ..decorators import recover_with, table_action, viewer_of, with_game
from ..render import wants_fragment
from ..table_urls import invite_code, table_url
from .pictures import cache_picture

CONTENT_TYPES = {FilmFormat.GIF: "image/gif", FilmFormat.WEBP: "image/webp"}


def _render_replay(
    request: HttpRequest, game: Game, ply: int | None = None, error: str = "", status: int = 200
) -> HttpResponse:
    """Render the page at a ply, or its part about films for an open page that waits for one."""
    template = "games/parts/replay/_films.html" if wants_fragment(request) else "games/replay/replay_game.html"
    response = render(request, template, {**_context(request, game, ply), "error": error}, status=status)
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _context(request: HttpRequest, game: Game, ply: int | None) -> dict[str, Any]:
    page, invite = table_url("replay_game", game.code, invite=invite_code(request)), invite_code(request)
    link = f"{page}{'&' if invite else '?'}ply="
    view = game_replay_view(game, viewer_of(request), ply, link)
    return {
        "view": view,
        "game": game,
        "invite": invite,
        "page_address": f"{link}{view.length}",
        "ply_link": link,
        "table_address": table_url("table", game.code, invite=invite_code(request)),
        "share": share_links(game),
        "card": share_card(game, view.names, ply=view.ply, page="replay_game"),
        "films": films_view(game, page),
    }


@require_safe
@with_game
def replay_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the game after ``?ply=``, by default at its beginning. static/js/replay_game.js plays it."""
    return _render_replay(request, game, valid_values(TableQueryForm(request.GET)).get("ply"))


@table_action
def make_film(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Request a film of the game."""
    request_film(game, user, clean_or_raise(FilmForm(request.POST))["format"])
    return redirect(table_url("replay_game", game.code, invite=invite_code(request)) + "#film")


def _render_film_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the reason of a refusal beside the films, or at the table if the game has not started."""
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    if game.started_at is None:
        return None
    return _render_replay(request, game, error=str(error.message), status=error.status)


recover_with(make_film, _render_film_refusal)


def _film(game: Game, kind: FilmFormat) -> HttpResponse:
    response = HttpResponse(film_data(game, kind), content_type=CONTENT_TYPES[kind])
    return cache_picture(response, game, is_past=True)


@require_safe
@with_game
def film_gif(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the film as GIF. 404 if it does not exist yet."""
    return _film(game, FilmFormat.GIF)


@require_safe
@with_game
def film_webp(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the film as WebP. 404 if it does not exist yet."""
    return _film(game, FilmFormat.WEBP)
