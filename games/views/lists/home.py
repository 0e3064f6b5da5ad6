"""The first page: what this is for strangers, one's own games for players."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.forms.table import NextForm
from games.forms.values import valid_values
from games.presenters.home_board import home_board
from games.presenters.lists.game_cards import dashboard_view
from games.selectors.dashboard import dashboard_of
from games.selectors.lists import waiting_for
from games.services.tables.robot_games import FIRST_ROBOT

from ..own_page import own_page


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show strangers what this is, players their games."""
    if not isinstance(request.user, User):
        return render(request, "games/lists/home.html", {"home_board": home_board(), "robot": FIRST_ROBOT})
    return own_page(request, dashboard_view(dashboard_of(request.user), request.user))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the game that has waited longest, other than the one that ``after`` names."""
    waiting = waiting_for(cast("User", request.user))
    game = waiting.exclude(code=valid_values(NextForm(request.GET)).get("after", "")).first()
    if game is not None:
        return redirect("games:table", game.code)
    messages.info(request, _("No other game is waiting for you."))
    return redirect("games:home")
