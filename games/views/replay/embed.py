"""Views of positions and replays of public games that other sites may frame.

These pages use no session and set no cookie, so the other site learns nothing about the viewer. Nothing on them
changes anything when it is clicked.
"""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.forms.replay_game import EmbedForm
from games.forms.tables.table_page import TableQueryForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.replay.replay_game import GameReplayView, game_replay_view
from games.selectors.games import game_for_viewer

MAX_AGE = 300  # seconds, because a running game changes


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, code: str) -> HttpResponse:
    """Show the replay of a public game, at ``?ply=`` or at its beginning."""
    game = game_for_viewer(code, None)
    link = reverse("games:embed", args=[code]) + "?ply="
    return _render_embed(
        request, game, game_replay_view(game, None, valid_values(TableQueryForm(request.GET)).get("ply"), link)
    )


@require_safe
@xframe_options_exempt
def embed_position(request: HttpRequest, code: str, ply: int) -> HttpResponse:
    """Show one position of a public game."""
    game = game_for_viewer(code, None)
    return _render_embed(request, game, game_replay_view(game, None, ply), is_still=True)


def _render_embed(request: HttpRequest, game: Game, view: GameReplayView, *, is_still: bool = False) -> HttpResponse:
    context = {
        "view": view,
        "game": game,
        "ply_link": view.link,
        "invite": "",
        "is_still": is_still,
        "theme": valid_values(EmbedForm(request.GET)).get("theme", ""),
    }
    response = HttpResponse(render_to_string("games/replay/embed.html", context))
    patch_cache_control(response, public=True, max_age=MAX_AGE)
    patch_vary_headers(response, ["Cookie"])  # a cookie may hold the language
    return response
