"""The rules for players."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.engine.registry import TITLES
from games.presenters.example import PARTS
from games.presenters.rules import comparison
from games.presenters.scenes import ALONE, example_scene


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Tell how the game is played, with boards, and how the rulesets differ."""
    scenes = {name: example_scene(name) for name in PARTS if name != ALONE}
    titles = [(title.name, comparison(title)) for title in TITLES.values()]
    return render(request, "games/rules.html", {"scenes": scenes, "titles": titles})
