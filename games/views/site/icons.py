"""Views of small drawings that all pages share and browsers cache."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.errors import NotFound
from games.presenters.pictures.icons import coin_svg, die_svg, rug_svg

FACES = (1, 2, 3, 4)
WEEK = 7 * 24 * 3600


def _svg(text: str) -> HttpResponse:
    return HttpResponse(text, content_type="image/svg+xml")


@require_safe
@cache_control(public=True, max_age=WEEK)
def rug(request: HttpRequest, style: str) -> HttpResponse:
    """Send a rug of a style."""
    return _svg(rug_svg(style[:20], size=120))


@require_safe
@cache_control(public=True, max_age=WEEK)
def die(request: HttpRequest, face: int) -> HttpResponse:
    """Send a face of the die. Raises NotFound for an unknown face."""
    if face not in FACES:
        raise NotFound
    return _svg(die_svg(face, title=_("The die shows %(face)s") % {"face": face}))


@require_safe
@cache_control(public=True, max_age=WEEK)
def coin(request: HttpRequest) -> HttpResponse:
    """Send a dirham."""
    return _svg(coin_svg(size=32))
