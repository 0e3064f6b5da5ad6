"""Views of game files: one game, all games of a player, and uploaded files."""

from typing import TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.errors import NotFound
from games.models import Game
from games.presenters.files.game_archive import SCRIPT, game_archive
from games.presenters.files.game_file import file_name, game_document, game_file, game_record, text_file_name
from games.presenters.replay.turn_times import times_csv
from games.selectors.visibility import has_secrets
from games.services import rate_limits

from ..decorators import player_of, with_game
from ..table_urls import invite_code, table_url

Download = TypeVar("Download", bound=HttpResponseBase)

MKG = "text/plain; charset=utf-8"


def file_links(game: Game, request: HttpRequest) -> dict[str, str] | None:
    """Return the addresses of the game's files, the program that checks them, and how; None if there are none yet."""
    if game.started_at is None or has_secrets(game):
        return None
    kinds = {kind: table_url(kind, game.code, invite=invite_code(request)) for kind in ("mkg", "json")}
    return {**kinds, "script": SCRIPT, "command": f"python3 {SCRIPT} {text_file_name(game)}"}


def _attached(response: Download, name: str) -> Download:
    """Return the response as a download that only the viewer's browser caches."""
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    patch_cache_control(response, private=True, no_cache=True)
    return response


@require_safe
@with_game
def mkg(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the game file; of a running game without the secret of its dice."""
    return _attached(HttpResponse(game_file(game, game_record(game)), content_type=MKG), text_file_name(game))


@require_safe
@with_game
def json(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the same as JSON."""
    document = game_document(game, game_record(game))
    response = JsonResponse(document, json_dumps_params={"ensure_ascii": False, "indent": 1})
    return _attached(response, f"{file_name(game)}.json")


@require_safe
@with_game
def times(_request: HttpRequest, game: Game) -> HttpResponse:
    """Send the times of the game's turns as a table."""
    if game.started_at is None:
        raise NotFound
    return _attached(HttpResponse(times_csv(game), content_type="text/csv; charset=utf-8"), f"{file_name(game)}.csv")


@require_safe
@login_required
def game_archive_zip(request: HttpRequest) -> StreamingHttpResponse:
    """Send all games of the player, made while they are sent."""
    user = player_of(request)
    rate_limits.count("zip", user.pk)
    response = StreamingHttpResponse(game_archive(user), content_type="application/zip")
    return _attached(response, f"marrakech-{user.username}.zip")
