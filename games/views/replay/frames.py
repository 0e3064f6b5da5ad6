"""View of the frames of a game, for animations."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from games.forms.tables.table_page import FramesForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.pictures.animation.game_frames import game_frames
from games.selectors.visibility import has_secrets

from ..decorators import viewer_of, with_game

MAX_AGE = 3600  # seconds; sentences contain names, which may change


@require_safe
@gzip_page  # to a twentieth; the answer contains no secret that its length could reveal
@with_game
def frames(request: HttpRequest, game: Game) -> HttpResponse:
    """Return the frames from ``?from=`` to ``?to=``. With ``?to=`` they may be cached: the past does not change."""
    values = valid_values(FramesForm(request.GET))
    response = JsonResponse(game_frames(game, viewer_of(request), values.get("from"), values.get("to")))
    age = MAX_AGE if values.get("to") is not None else 0
    if game.is_private or not age or has_secrets(game):
        patch_cache_control(response, private=True, max_age=age)
    else:
        patch_cache_control(response, public=True, max_age=age)
    return response
