"""View of the planning page: a rotation, and a place for each face of the die."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.forms.tables.orders import TurnPlanForm
from games.forms.tables.table_page import OpeningPlyForm
from games.forms.values import clean_or_raise
from games.models import Game
from games.presenters.orders.plan import may_plan, plan_view
from games.presenters.table.view import TableView, table_view
from games.selectors.games import game_for_viewer
from games.services.play.actions import running_seat
from games.services.play.orders import play_turn

from ..decorators import player_required, recover_with, redirect_to_table, viewer_of
from ..table_urls import invite_code


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def plan(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Show four boards, one for each face; POST plays the turn. After the roll, redirect to the table."""
    if request.method == "POST":
        seen = clean_or_raise(OpeningPlyForm(request.POST))
        text, share = TurnPlanForm(request.POST).text, seen["share"]
        played = play_turn(game.pk, user, text, seen["ply"], undone=seen["undone"], share=share)
        return redirect_to_table(request, played, "#play")
    view = table_view(game, user)
    if view.table.represented is None:
        running_seat(game, user)
    return _render(request, view) if _is_due(view) else redirect_to_table(request, game, "#play")


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the sent plan with the error, or the table if there is nothing left to plan."""
    view = table_view(game_for_viewer(code, viewer_of(request), invite_code(request)), viewer_of(request))
    return _render(request, view, str(error.message)) if _is_due(view) else None


recover_with(plan, _render_refusal)


def _is_due(view: TableView) -> bool:
    return view.table.is_my_turn and may_plan(view, view.viewer_seat)


def _render(request: HttpRequest, view: TableView, error: str = "") -> HttpResponse:
    form = TurnPlanForm(request.POST or request.GET)
    context = {
        "view": view,
        "game": view.game,
        "plan": plan_view(view, form.rotation, form.places, has_hints=view.table.shows_hints),
        "plan_address": request.path,
        "back": view.game.get_absolute_url(),
        "error": error,
    }
    return render(request, "games/table/plan.html", context)
