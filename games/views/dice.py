"""The dice of a game: sealed, and opened."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.models import Game
from games.presenters.dice import dice_view, words_of

from .door import at_table
from .files import files_of
from .show import address_of


@require_safe
@at_table
def dice(request: HttpRequest, game: Game) -> HttpResponse:
    """Show what may be known of the dice now; the page checks it by the game file."""
    address = address_of(game, request)
    context = {
        "game": game,
        "dice": dice_view(game),
        "files": files_of(game, request),
        "page_address": address,
        "ply_link": f"{address}{'&' if '?' in address else '?'}ply=",
        **words_of(game),
    }
    response = render(request, "games/dice.html", context)
    patch_cache_control(response, private=True, no_cache=True)
    return response
