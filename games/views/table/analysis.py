"""View of the luck and skill in a finished game, as a page or as a part of the table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_safe

from games.errors import NotFound
from games.models import Game
from games.presenters.table.view import table_view

from ..decorators import viewer_of, with_game
from ..render import table_context, wants_fragment


@require_safe
@with_game
def analysis(request: HttpRequest, game: Game) -> HttpResponse:
    """Show the progress of the analysis, or its results. An open page requests the part alone until it is complete."""
    view = table_view(game, viewer_of(request))
    found = view.full_analysis()
    if found is None:
        raise NotFound
    template = "games/parts/analysis/_analysis.html" if wants_fragment(request) else "games/table/analysis.html"
    response = render(request, template, {**table_context(request, view), "analysis": found})
    patch_vary_headers(response, ["HX-Request", "Cookie"])
    patch_cache_control(response, private=True, no_cache=True)
    return response
