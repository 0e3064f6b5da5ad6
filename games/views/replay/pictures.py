"""Pictures of a table at addresses that stay: the board as PNG, and the card that a link shows."""

from allauth.account.adapter import get_adapter
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from games.forms.replay_game import USUAL_SIZE, PictureForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.pictures.board_png import board_png as drawn_board
from games.presenters.pictures.board_png import card_png as drawn_card

from ..decorators import with_game

PNG = "image/png"
WEEK, MINUTES = 7 * 24 * 3600, 300  # the past stays; the present may be a little old in a picture


def cache_picture(response: HttpResponse, game: Game, *, is_past: bool) -> HttpResponse:
    """Let a picture be kept: of a public table by everybody, of a private one by its viewer's browser alone."""
    age = WEEK if is_past else MINUTES
    if game.is_private:
        patch_cache_control(response, private=True, max_age=min(age, 3600) if is_past else 0)
    else:
        patch_cache_control(response, public=True, max_age=age)
    return response


def _picture(data: bytes, game: Game, ply: int | None) -> HttpResponse:
    """Return a position's picture; after a given ply it is always the same."""
    response = cache_picture(HttpResponse(data, content_type=PNG), game, is_past=ply is not None)
    if ply is not None:
        patch_cache_control(response, immutable=True)
    return response


def _who(request: HttpRequest) -> str:
    """Return whose pictures are counted together: a player's, or those of strangers at one address."""
    return str(request.user.pk or get_adapter().get_client_ip(request))


@require_safe
@with_game
def board_png(request: HttpRequest, game: Game) -> HttpResponse:
    """Draw the board as pixels, now or after ``?ply=``; ``?size=`` is one of three widths."""
    look = valid_values(PictureForm(request.GET))
    ply = look.get("ply")
    data = drawn_board(game, ply, look.get("size") or USUAL_SIZE, _who(request))
    return _picture(data, game, ply)


@require_safe
@with_game
def card_png(request: HttpRequest, game: Game) -> HttpResponse:
    """Draw the card of a table, now or after ``?ply=``."""
    ply = valid_values(PictureForm(request.GET)).get("ply")
    data = drawn_card(game, ply, _who(request))
    return _picture(data, game, ply)
