"""The rules for players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import TITLES
from games.presenters.example import FIGURES, example_board
from games.presenters.rules import comparison


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Tell how the game is played, with boards, and how the rulesets differ."""
    figures = {figure: example_board(figure) for figure in FIGURES}
    titles = [(title.name, comparison(title)) for title in TITLES.values()]
    return render(request, "games/rules.html", {"figures": figures, "titles": titles})
