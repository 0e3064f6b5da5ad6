"""Views of game files: one game, all games of a player, and uploaded files."""

from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.board.sharing import file_name, text_file_name
from games.common import rate_limits
from games.common.decorators import player_of
from games.common.errors import NotFound
from games.core.models import Game
from games.play.decorators import with_game

from .game_files import game_archive, game_document, game_file, game_record
from .presenters import times_csv

Download = TypeVar("Download", bound=HttpResponseBase)

MKG = "text/plain; charset=utf-8"


def _attached(response: Download, name: str) -> Download:
    """Return the response as a download that only the viewer's browser caches."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@with_game
def mkg(request: HttpRequest, game: Game) -> HttpResponse:
    return _attached(HttpResponse(game_file(game, game_record(game)), content_type=MKG), text_file_name(game))


@require_safe
@with_game
def json(request: HttpRequest, game: Game) -> HttpResponse:
    document = game_document(game, game_record(game))
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _attached(response, f"{file_name(game)}.json")


@require_safe
@with_game
def times(_request: HttpRequest, game: Game) -> HttpResponse:
    if game.started_at is None:
        raise NotFound
    return _attached(HttpResponse(times_csv(game), content_type="text/csv; charset=utf-8"), f"{file_name(game)}.csv")


@require_safe
@login_required
def game_archive_zip(request: HttpRequest) -> StreamingHttpResponse:
    user = player_of(request)
    rate_limits.count("zip", user.pk)
    response = StreamingHttpResponse(game_archive(user), content_type="application/zip")
    return _attached(response, f"marrakech-{user.username}.zip")
