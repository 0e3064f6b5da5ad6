"""Views of the frames of the animated boards of the home page and the rules."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.errors import NotFound
from games.presenters.home_board import home_board_frames
from games.presenters.pictures.animation.animated_boards import example_frames
from games.presenters.pictures.example_games import EXAMPLES


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def example_board(request: HttpRequest, name: str) -> HttpResponse:
    """Return the frames of an example."""
    if name not in EXAMPLES:
        raise NotFound
    return JsonResponse({"frames": example_frames(name)})


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def home_board(request: HttpRequest, code: str) -> HttpResponse:
    """Return the frames of the home page's game."""
    return HttpResponse(f'{{"frames": {home_board_frames(code)}}}', content_type="application/json")
