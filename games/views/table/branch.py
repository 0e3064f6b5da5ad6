"""View that starts a new game from a position of a finished one."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from accounts.errors import SiteError
from accounts.models import User
from games.forms.replay_game import BranchForm
from games.forms.tables.table_page import TableQueryForm
from games.forms.values import clean_or_raise, valid_values
from games.models import Game
from games.presenters.replay.branch import branch_view
from games.selectors.games import game_for_viewer
from games.services.play.dice import new_draft
from games.services.tables.branches import branch_from, can_branch

from ..decorators import player_of, player_required, recover_with, redirect_to_table, viewer_of
from ..table_urls import invite_code, table_url


@require_http_methods(["GET", "HEAD", "POST"])
@player_required
def branch(request: HttpRequest, game: Game, user: User) -> HttpResponse:
    """Ask for the seat and the robot, from the position after ``?ply=``; POST starts the game."""
    if request.method != "POST":
        return _form(request, game, valid_values(TableQueryForm(request.GET)).get("ply") or 0)
    return redirect_to_table(request, branch_from(game, user, **clean_or_raise(BranchForm(request.POST))))


def _form(request: HttpRequest, game: Game, ply: int, error: str = "", status: int = 200) -> HttpResponse:
    context: dict[str, Any] = {
        "view": branch_view(game, player_of(request), ply),
        "game": game,
        "draft": new_draft(),
        "back": table_url("table", game.code, invite=invite_code(request)),
        "invite": invite_code(request),
        "error": error,
    }
    return render(request, "games/table/branch.html", context, status=status)


def _render_refusal(request: HttpRequest, error: SiteError, code: str) -> HttpResponse | None:
    """Show the form again with the error and with new dice: the sent share is known, so it cannot be used again.

    If the position cannot be continued, show the table with the reason.
    """
    game = game_for_viewer(code, viewer_of(request), invite_code(request))
    ply = valid_values(BranchForm(request.POST or request.GET)).get("ply") or 0
    if not can_branch(game, ply):
        return None
    return _form(request, game, ply, str(error.message), error.status)


recover_with(branch, _render_refusal)
