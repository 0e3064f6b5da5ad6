"""View of the link in an email by which a player takes a seat back, without signing in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from games.errors import Forbidden
from games.mail.links.seat_tokens import read_seat_token
from games.mail.recipient import user_locale
from games.presenters.table.view import table_view
from games.selectors.tables.turn_links import player_by_link, table_of_link
from games.services.clocks import seats

from ..decorators import recover_with
from .turn_link import ELSEWHERE, is_from_other_site, player_who_acts, private


# No CSRF token, for the reasons given in ``turn_link``.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the player's table with one button; POST takes the seat back. GET changes nothing."""
    if request.method == "POST":
        if is_from_other_site(request):
            raise Forbidden("elsewhere", ELSEWHERE)
        user_id, game_id = read_seat_token(token)
        seats.take_back(game_id, player_who_acts(user_id), timezone.now())
        return _page(request, token, is_done=True)
    return _page(request, token)


def _page(
    request: HttpRequest, token: str, *, is_done: bool = False, error: str = "", status: int = 200
) -> HttpResponse:
    user_id, game_id = read_seat_token(token)
    player, game = player_by_link(user_id), table_of_link(game_id)
    with user_locale(player):
        context = {"view": table_view(game, player), "game": game, "is_done": is_done, "error": error}
        return private(render(request, "games/table/seat_link.html", context, status=status))


def _render_refusal(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    """Show the page with the reason of a refusal."""
    return _page(request, token, error=str(error.message), status=error.status)


recover_with(seat_link, _render_refusal)
