"""Views of the home page, which shows players their dashboard, and of the next game."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.forms.tables.table_page import NextGameForm
from games.forms.values import valid_values
from games.presenters.home_board import home_board
from games.presenters.lists.title_cards import title_cards
from games.selectors import game_lists
from games.services.tables.robot_games import FIRST_ROBOT

from .dashboard import dashboard_context


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show players their dashboard, and visitors an introduction to the site."""
    if not isinstance(request.user, User):
        page = {"home_board": home_board(), "robot": FIRST_ROBOT, "titles": title_cards()}
        return render(request, "games/lists/home.html", page)
    page = {"dashboard": dashboard_context(request.user), "robot": FIRST_ROBOT}
    return render(request, "games/lists/dashboard.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the game that has waited longest, other than the one that ``after`` names."""
    after = valid_values(NextGameForm(request.GET)).get("after", "")
    game = game_lists.next_game(cast("User", request.user), after)
    if game is not None:
        return redirect("games:table", game.code)
    messages.info(request, _("No other game is waiting for you."))
    return redirect("games:home")
