"""Views of the table page, its updates and its picture."""

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import condition, require_safe

from games.forms.replay_game import BoardForm
from games.forms.tables.table_page import PollForm, TableQueryForm
from games.forms.values import query_values, valid_values
from games.models import Game
from games.presenters.pictures.board_picture import board_picture
from games.presenters.table.base import ViewedTable, table_of
from games.presenters.table.view import page_of, table_view

from ..decorators import viewer_of, with_game
from ..etags import table_etag
from ..render import STEP_PARTS, parts_to_update, patch_headers, render_table, shown_ply


@require_safe
@with_game
def table(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the table now or after ``?ply=``, with what is chosen and not confirmed yet.

    That is a choice made on the board, or a step towards one (``?choose=``), after actions of the turn (``?done=``). An
    open page requests the parts that show it.
    """
    response = _table_page(request, table_of(game, viewer_of(request)))
    patch_headers(response)  # a 304 has not passed through render_table
    return response


@condition(etag_func=table_etag)
def _table_page(request: HttpRequest, shown: ViewedTable) -> HttpResponse:
    look = query_values(TableQueryForm, request.GET)
    ply, chosen, is_whole = look.get("ply"), look.get("choose", ""), look.get("log") == "all"
    drafted = look.get("done", ())
    view = page_of(shown, ply=ply, chosen=chosen, drafted=drafted, is_whole=is_whole)
    return render_table(request, view, STEP_PARTS)


@require_safe
@with_game
def poll(request: HttpRequest, game: Game) -> HttpResponse:
    """Send what has changed; nothing (204) if nothing has, which a middleware answers for pages with their key."""
    page = query_values(PollForm, request.GET)
    if page.get("v") == game.version:
        return HttpResponse(status=204)
    chosen, drafted = page.get("choose", ""), page.get("done", ())
    view = table_view(game, viewer_of(request), ply=shown_ply(request, game), chosen=chosen, drafted=drafted)
    return render_table(request, view, parts_to_update(request, game))


@require_safe
@with_game
def board_svg(request: HttpRequest, game: Game) -> HttpResponse:
    """Draw the board alone, light or dark (``?theme=dark``). With ``?ply=`` it is cached."""
    look = valid_values(BoardForm(request.GET))
    ply = look.get("ply")
    drawn = board_picture(game, ply, is_dark=look.get("theme") == "dark" or bool(look.get("light")))
    response = HttpResponse(drawn, content_type="image/svg+xml")
    if ply is None or game.is_private:
        patch_cache_control(response, private=True, max_age=0 if ply is None else 3600)
    else:
        patch_cache_control(response, public=True, max_age=7 * 24 * 3600)
    return response
