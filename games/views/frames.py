"""The frames of a table's game, for drawings that move."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.forms.cleaning import accepted
from games.forms.table import FramesForm
from games.models import Game
from games.presenters.moving import table_frames

from .door import at_table


@require_safe
@at_table
def frames(request: HttpRequest, game: Game) -> HttpResponse:
    """Tell what was done from ``?from=`` to ``?to=``. It may be kept: the past does not change."""
    asked = accepted(FramesForm(request.GET))
    response = JsonResponse(table_frames(game, asked.get("from"), asked.get("to")))
    is_fixed = asked.get("to") is not None
    if game.is_private or not is_fixed:
        patch_cache_control(response, private=True, max_age=3600 if is_fixed else 0)
    else:
        patch_cache_control(response, public=True, max_age=7 * 24 * 3600)
    return response
