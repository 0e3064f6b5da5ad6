"""View of the dice of a game, sealed or opened."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.models import Game
from games.presenters.table.dice import dice_view, result_names

from ..decorators import viewer_of, with_game
from ..table_urls import invite_code, table_url
from .files import file_links


@require_safe
@with_game
def dice(request: HttpRequest, game: Game) -> HttpResponse:
    """Show what may be known about the dice now; the page checks it with the game file."""
    address = table_url("table", game.code, invite=invite_code(request))
    context = {
        "game": game,
        "dice": dice_view(game, viewer_of(request)),
        "files": file_links(game, request),
        "page_address": address,
        "ply_link": f"{address}{'&' if '?' in address else '?'}ply=",
        **result_names(game),
    }
    response = render(request, "games/table/dice.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response
