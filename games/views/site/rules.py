"""View of the rules."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import TITLES
from games.presenters.pictures.animated_boards import HOME_EXAMPLE, example_board
from games.presenters.pictures.example_games import EXAMPLES
from games.presenters.rules import compare_rulesets


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Show the rules with animated boards, and the differences of the rulesets."""
    scenes = {name: example_board(name) for name in EXAMPLES if name != HOME_EXAMPLE}
    titles = [(title.name, compare_rulesets(title)) for title in TITLES.values()]
    return render(request, "games/site/rules.html", {"scenes": scenes, "titles": titles})
