"""Views of small drawings that all pages share and browsers cache."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.presenters.pictures.small_picture import small_picture

WEEK = 7 * 24 * 3600


@require_safe
@cache_control(public=True, max_age=WEEK)
def art(request: HttpRequest, title: str, name: str) -> HttpResponse:
    """Send a small picture of a title. Raises NotFound for an unknown title or name."""
    return HttpResponse(small_picture(title, name), content_type="image/svg+xml")
