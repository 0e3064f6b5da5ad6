"""The frames of boards that move on the first page and on the page of the rules."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.errors import NotFound
from games.presenters.example import PARTS
from games.presenters.living import living_frames
from games.presenters.scenes import example_frames


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def example(request: HttpRequest, name: str) -> HttpResponse:
    """Tell an example in frames."""
    if name not in PARTS:
        raise NotFound
    return JsonResponse({"frames": example_frames(name)})


@require_safe
@gzip_page
@cache_control(public=True, max_age=3600)
def living(request: HttpRequest, code: str) -> HttpResponse:
    """Tell the game of the living board in frames."""
    return HttpResponse(f'{{"frames": {living_frames(code)}}}', content_type="application/json")
