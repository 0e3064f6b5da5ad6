"""Views of the links in emails by which a player takes a turn, or a seat back, without signing in."""

from dataclasses import replace
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from games.clocks.views import ELSEWHERE, ended_link_page, is_from_other_site, player_who_acts, private
from games.common.decorators import recover_with
from games.common.errors import Forbidden
from games.common.forms import clean_or_raise, query_values
from games.core.forms import TableQueryForm, sent_again
from games.core.log import entries_of
from games.core.models import Game
from games.core.selectors import may_see, viewer_of
from games.notifications.links import TurnToken, read_seat_token, read_turn_link, turn_link_token
from games.notifications.recipient import user_locale
from games.notifications.selectors import player_of_link, table_of_link
from games.planning.forms import ChoiceForm, TurnPlanForm
from games.planning.presenters import PLAN, plan_view
from games.play.actions import has_played, play_actions
from games.play.orders import has_played_turn, play_turn
from games.table.view import table_view
from games.time_outs import substitutes

from .turn_link import TurnLinkView, TurnOfLink, turn_link_view


# No CSRF token, for the reasons given in ``turn_link``.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def seat_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the player's table with one button; POST takes the seat back. GET changes nothing."""
    if request.method == "POST":
        if is_from_other_site(request):
            raise Forbidden("elsewhere", ELSEWHERE)
        key = read_seat_token(token)
        substitutes.take_back(key.game_id, player_who_acts(key), timezone.now())
        return _seat_link_page(request, token, is_done=True)
    return _seat_link_page(request, token)


def _seat_link_page(
    request: HttpRequest, token: str, *, is_done: bool = False, error: str = "", status: int = 200
) -> HttpResponse:
    key = read_seat_token(token)
    player, game = player_of_link(key), table_of_link(key.game_id)
    if player is None:
        return ended_link_page(request)
    with user_locale(player):
        view = table_view(game, player)
        shows_table = is_done or view.table.left_seat is not None or may_see(game, viewer_of(request))
        context = {"view": view, "game": game, "is_done": is_done, "error": error, "shows_table": shows_table}
        return private(render(request, "games/table/seat_link.html", context, status=status))


def _seat_link_refusal(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    return _seat_link_page(request, token, error=str(error.message), status=error.status)


recover_with(seat_link, _seat_link_refusal)


# No CSRF token: it needs a cookie, and browsers inside mail programs often drop cookies. The signed key in the address
# gives the right to act, and other sites do not know it. Forms of other sites are refused all the same, by the headers
# that say where a request comes from.
@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def turn_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the choice of a link in an email while its turn lasts; POST plays it. GET changes nothing."""
    key, choice = read_turn_link(token)
    if request.method != "POST":
        return _render(request, key, choice)
    if is_from_other_site(request):
        raise Forbidden("elsewhere", ELSEWHERE)
    ply = _play(request, key, choice)
    return private(redirect("games:turn_link", turn_link_token(replace(key, ply=ply), "")))


def _turn_link_refusal(request: HttpRequest, error: SiteError, token: str) -> HttpResponse:
    return _render(request, *read_turn_link(token), error=error)


recover_with(turn_link, _turn_link_refusal)


def _play(request: HttpRequest, key: TurnToken, choice: str) -> int:
    """Play what was sent. Return the ply of the page that shows the result."""
    player, game = player_who_acts(key), table_of_link(key.game_id)
    with user_locale(player):
        if choice == PLAN:
            plan = TurnPlanForm(request.POST)
            if has_played_turn(game, player, plan.text, key.ply, key.undone):
                return _ply_of_result(game, key)
            own: dict[str, Any] = {"share": plan.share, "without_share": plan.without_share}
            return play_turn(key.game_id, player, plan.text, key.ply, undone=key.undone, **own).ply
        sent = clean_or_raise(ChoiceForm(request.POST))
        if has_played(game, player, sent["action"], key.ply, key.undone):
            return _ply_of_result(game, key)
        own = {"share": sent["share"], "without_share": sent["without_share"]}
        return play_actions(key.game_id, player, sent["action"], key.ply, undone=key.undone, **own).ply


def _ply_of_result(game: Game, key: TurnToken) -> int:
    """Return the ply after a turn that is sent again. Once others have acted, its link shows no board any more."""
    later = {entry.seat for entry in entries_of(game, key.ply)} - {None}
    return game.ply if len(later) == 1 else key.ply


def _render(request: HttpRequest, key: TurnToken, choice: str, error: SiteError | None = None) -> HttpResponse:
    game, player = table_of_link(key.game_id), player_of_link(key)
    if player is None:
        return ended_link_page(request)

    def link(linked: str) -> str:
        return reverse("games:turn_link", args=[turn_link_token(replace(key, ply=game.ply), linked)])

    look = query_values(TableQueryForm, request.GET)
    chosen = {"choice": choice, "drafted": look.get("done", ()), "step": look.get("choose")}
    with user_locale(player):
        at = TurnOfLink(key.turn, key.ply, key.undone)
        view = turn_link_view(game, player, viewer_of(request), at, link=link, **chosen)
        return private(_turn_link_page(request, view, error))


def _turn_link_page(request: HttpRequest, view: TurnLinkView, error: SiteError | None) -> HttpResponse:
    context: dict[str, object] = {"view": view, "game": view.game, "error": str(error.message) if error else ""}
    context |= {"sent_again": sent_again(request, error), "plan_address": view.link(PLAN)}
    if view.choice == PLAN and view.may_plan:
        form = TurnPlanForm(request.POST or request.GET)
        context |= {
            "plan": plan_view(view, form.rotation, form.places, has_hints=view.table.shows_hints),
            "back": view.question,
        }
        return render(request, "games/planning/plan.html", context)
    status = HTTPStatus.OK if view.is_open or view.is_result else HTTPStatus.GONE
    return render(request, "games/table/turn_link.html", context, status=status)
