"""The frames of a table's game, for drawings that move."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.forms.table import FramesForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.pictures.game_frames import game_frames

from ..decorators import with_game

MAX_AGE = 3600  # sentences tell names, and those may change


@require_safe
@gzip_page  # to a twentieth; nothing in it is a secret that could be guessed by its length
@with_game
def frames(request: HttpRequest, game: Game) -> HttpResponse:
    """Tell what was done from ``?from=`` to ``?to=``. It may be kept for a while: the past does not change."""
    asked = valid_values(FramesForm(request.GET))
    response = JsonResponse(game_frames(game, asked.get("from"), asked.get("to")))
    age = MAX_AGE if asked.get("to") is not None else 0
    if game.is_private or not age:
        patch_cache_control(response, private=True, max_age=age)
    else:
        patch_cache_control(response, public=True, max_age=age)
    return response
