"""Views of pictures at permanent addresses: the board as PNG, and the card that a link shows."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.forms.replay_game import USUAL_SIZE, PictureForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.pictures.board_png import board_png as draw_board
from games.presenters.pictures.board_png import card_png as draw_card

from ..decorators import with_game

PNG = "image/png"
MAX_AGE_PAST, MAX_AGE_PRESENT = 7 * 24 * 3600, 300  # seconds


def cache_picture(response: HttpResponse, game: Game, *, is_past: bool) -> HttpResponse:
    """Set the caching of a picture: public for a public table, for the viewer's browser only for a private one."""
    age = MAX_AGE_PAST if is_past else MAX_AGE_PRESENT
    if game.is_private:
        patch_cache_control(response, private=True, max_age=min(age, 3600) if is_past else 0)
    else:
        patch_cache_control(response, public=True, max_age=age)
    return response


def _picture(data: bytes, game: Game, ply: int | None) -> HttpResponse:
    """Return a position's picture, immutable if a ply is given."""
    response = cache_picture(HttpResponse(data, content_type=PNG), game, is_past=ply is not None)
    if ply is not None:
        patch_cache_control(response, immutable=True)
    return response


def _rate_limit_key(request: HttpRequest) -> str:
    """Return the key under which pictures are counted: the player, or the IP address of a visitor."""
    return str(request.user.pk or get_adapter().get_client_ip(request))


@require_safe
@with_game
def board_png(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the board as PNG, now or after ``?ply=``. ``?size=`` is one of three widths."""
    look = valid_values(PictureForm(request.GET))
    ply = look.get("ply")
    data = draw_board(game, ply, look.get("size") or USUAL_SIZE, _rate_limit_key(request))
    return _picture(data, game, ply)


@require_safe
@with_game
def card_png(request: HttpRequest, game: Game) -> HttpResponse:
    """Send the card of a table, now or after ``?ply=``."""
    ply = valid_values(PictureForm(request.GET)).get("ply")
    data = draw_card(game, ply, _rate_limit_key(request))
    return _picture(data, game, ply)
