"""Views of replays, pictures, films and game files, and of public games that other sites may frame.

The pages to frame use no session and set no cookie, so the other site learns nothing about the viewer. Nothing on them
changes anything when it is clicked.
"""

from typing import Any, TypeVar

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page, require_http_methods, require_safe

from accounts.errors import SiteError
from accounts.models import User
from accounts.rate_limits import visitor_of
from games.analysis.selectors import has_analysis
from games.board.pictures import board_png as draw_board
from games.board.pictures import card_png as draw_card
from games.board.pictures import game_frames
from games.board.sharing import file_name, share_card, share_links, text_file_name
from games.common import rate_limits
from games.common.caching import MAX_AGE_PAST, MAX_AGE_PRESENT, keep_for
from games.common.decorators import player_of, recover_with, wants_fragment
from games.common.errors import NotFound
from games.common.forms import clean_or_raise, valid_values
from games.core.forms import FramesForm, PicturePlyForm, TableQueryForm
from games.core.models import Game
from games.core.selectors import game_for_viewer, may_be_listed, show_elsewhere, viewer_of
from games.core.visibility import is_past
from games.play.decorators import invite_code, table_action, table_url, with_game

from .films import request_film
from .forms import USUAL_SIZE, EmbedForm, FilmForm, PictureForm, ReplayForm
from .game_files import game_archive, game_document, game_file, game_record
from .models import FilmFormat
from .presenters import GameReplayView, films_view, game_replay_view, times_csv
from .replay_file import MAX_CHARACTERS, file_frames, file_replay_view, list_games, read_games
from .selectors import film_data

FRAMES_MAX_AGE = 3600  # seconds; sentences contain names, which may change
FILM_MAX_AGE = 3600  # seconds; a film is made again when the drawing changes

PNG = "image/png"
CONTENT_TYPES = {FilmFormat.GIF: "image/gif", FilmFormat.WEBP: "image/webp"}


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, code: str) -> HttpResponse:
    game = game_for_viewer(code, None)
    link = reverse("games:embed", args=[code]) + "?ply="
    return _render_embed(
        request, game, game_replay_view(game, None, valid_values(TableQueryForm(request.GET)).get("ply"), link)
    )


@require_safe
@xframe_options_exempt
def embed_position(request: HttpRequest, code: str, ply: int) -> HttpResponse:
    game = game_for_viewer(code, None)
    return _render_embed(request, game, game_replay_view(game, None, ply), is_still=True)


def _render_embed(request: HttpRequest, game: Game, view: GameReplayView, *, is_still: bool = False) -> HttpResponse:
    show_elsewhere(game, view.rows)
    context = {
        "view": view,
        "game": game,
        "ply_link": view.link,
        "invite": "",
        "is_still": is_still,
        "theme": valid_values(EmbedForm(request.GET)).get("theme", ""),
    }
    response = HttpResponse(render_to_string("games/replay/embed.html", context))
    patch_cache_control(response, public=True, max_age=MAX_AGE_PRESENT)
    patch_vary_headers(response, ["Cookie"])  # a cookie may hold the language
    return response


@require_safe
@gzip_page  # to a twentieth; the answer contains no secret that its length could reveal
@conditional_page
@with_game
def frames(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the frames from ``?from=`` to ``?to=``, with ``?seats=1`` as a table shows them to this viewer.

    ``?figures=1`` adds the figures of the seats, but calls nobody "you". Those of the past may be cached.
    """
    values = valid_values(FramesForm(request.GET))
    at_table = values.get("seats")
    has_figures, elsewhere = bool(at_table or values.get("figures")), bool(values.get("elsewhere"))
    part = values.get("from"), values.get("to")
    found = game_frames(
        game, viewer_of(request), *part, at_table=at_table, has_figures=has_figures, elsewhere=elsewhere
    )
    is_public = is_past(game, values.get("to"), values.get("undone")) and not has_figures and not game.is_private
    return keep_for(JsonResponse(found), FRAMES_MAX_AGE, is_public=is_public)


def _picture(data: bytes, game: Game, ply: int | None, undone: int | None) -> HttpResponse:
    is_final = is_past(game, ply, undone)
    age = MAX_AGE_PAST if is_final else MAX_AGE_PRESENT
    return keep_for(HttpResponse(data, content_type=PNG), age, is_public=not game.is_private, is_final=is_final)


def _rate_limit_key(request: HttpRequest) -> str:
    return str(request.user.pk or visitor_of(request))


@require_safe
@conditional_page
@with_game
def board_png(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the board as PNG, now or after ``?ply=``. ``?size=`` is one of three widths."""
    look = valid_values(PictureForm(request.GET))
    ply = look.get("ply")
    data = draw_board(game, ply, look.get("size") or USUAL_SIZE, _rate_limit_key(request))
    return _picture(data, game, ply, look.get("undone"))


@require_safe
@conditional_page
@with_game
def card_png(request: HttpRequest, game: Game) -> HttpResponse:
    look = valid_values(PicturePlyForm(request.GET))
    ply = look.get("ply")
    data = draw_card(game, ply, _rate_limit_key(request))
    return _picture(data, game, ply, look.get("undone"))


def _render_replay(
    request: HttpRequest, game: Game, ply: int | None = None, error: str = "", status: int = 200
) -> HttpResponse:
    """Render the page at a ply, or its part about films for an open page that waits for one."""
    template = "games/replay/_films.html" if wants_fragment(request) else "games/replay/replay_game.html"
    context = _context(request, game, ply)
    response = render(request, template, {**context, "error": error}, status=status)
    if not may_be_listed(game, context["view"].rows):
        response["X-Robots-Tag"] = "noindex"
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _context(request: HttpRequest, game: Game, ply: int | None) -> dict[str, Any]:
    invite = invite_code(request)
    page = table_url("replay_game", game.code, invite=invite)
    view = game_replay_view(game, viewer_of(request), ply, f"{page}{'&' if invite else '?'}ply=")
    return {
        "view": view,
        "game": game,
        "invite": invite,
        "page_address": f"{view.link}{view.ply}",
        "ply_link": view.link,
        "share": share_links(game),
        "card": share_card(game, view.rows, ply=ply and view.ply, page="replay_game"),
        "films": films_view(game, page),
        "has_analysis": has_analysis(game),
    }


@require_safe
@with_game
def replay_game(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the game after ``?ply=``, by default at its beginning. static/js/replay/replay_game.js plays it."""
    return _render_replay(request, game, valid_values(TableQueryForm(request.GET)).get("ply"))


@table_action
def make_film(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    request_film(game, user, clean_or_raise(FilmForm(request.POST))["format"])
    ply = _posted_ply(request)
    position = {} if ply is None else {"ply": ply}
    return redirect(table_url("replay_game", game.code, invite=invite_code(request), **position) + "#film")


def _posted_ply(request: HttpRequest) -> int | None:
    return valid_values(TableQueryForm(request.POST)).get("ply")


def _render_film_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    if game.started_at is None:
        return None
    return _render_replay(request, game, _posted_ply(request), error=str(error.message), status=error.status)


recover_with(make_film, _render_film_refusal)


def _film(game: Game, kind: FilmFormat) -> HttpResponse:
    response = HttpResponse(film_data(game, kind), content_type=CONTENT_TYPES[kind])
    return keep_for(response, FILM_MAX_AGE, is_public=not game.is_private)


@require_safe
@conditional_page
@with_game
def film_gif(request: HttpRequest, game: Game) -> HttpResponse:
    return _film(game, FilmFormat.GIF)


@require_safe
@conditional_page
@with_game
def film_webp(request: HttpRequest, game: Game) -> HttpResponse:
    return _film(game, FilmFormat.WEBP)


def _render_form(request: HttpRequest, error: SiteError | None = None) -> HttpResponse:
    context = {
        "error": str(error.message) if error else "",
        "fault": getattr(error, "fault", None),
        "text": request.POST.get("text", ""),
        "most": MAX_CHARACTERS,
    }
    return render(request, "games/replay/replay_file_form.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def replay_file(request: HttpRequest) -> HttpResponse:
    """Show a game of a file, at its end or after ``ply``. With ``to``, send its frames to js/replay/replay_game.js."""
    if request.method != "POST":
        return _render_form(request)
    values = clean_or_raise(ReplayForm(request.POST, request.FILES))
    games = read_games(values["text"])
    if len(games) > 1 and values["game"] is None:
        return render(
            request, "games/replay/replay_file_choice.html", {"games": list_games(games), "text": values["text"]}
        )
    view = file_replay_view(values["text"], games, values["game"] or 0, values["ply"])
    if values["to"] is not None:
        return JsonResponse(file_frames(view, values["from"] or 0, values["to"]))
    response = render(request, "games/replay/replay_file.html", {"view": view, "form": "game-file"})
    patch_cache_control(response, private=True, no_store=True)
    return response


recover_with(replay_file, _render_form)


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
