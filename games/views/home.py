"""The first page: what this is for strangers, one's own games for players."""

from typing import cast

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from games.forms.cleaning import accepted
from games.forms.table import NextForm
from games.presenters.example import example_board
from games.presenters.lobby import game_cards, invitation_cards
from games.selectors.lists import finished_of, invitations_of, open_of, running_of, waiting_for
from games.services.first_games import FIRST_ROBOT

LATEST = 4  # finished games on the dashboard


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show strangers what this is, players their games."""
    if not isinstance(request.user, User):
        return render(request, "games/home.html", {"board": example_board(), "robot": FIRST_ROBOT})
    user = request.user
    lists = {
        "waiting": game_cards(waiting_for(user), user),
        "running": game_cards(running_of(user), user),
        "open": game_cards(open_of(user), user),
        "finished": game_cards(finished_of(user)[:LATEST], user),
        "robot": FIRST_ROBOT,
        "invitations": invitation_cards(invitations_of(user), user),
    }
    return render(request, "games/dashboard.html", lists)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    """Go to the game that has waited longest, other than the one that ``after`` names."""
    waiting = waiting_for(cast("User", request.user))
    game = waiting.exclude(code=accepted(NextForm(request.GET)).get("after", "")).first()
    if game is not None:
        return redirect("games:table", game.code)
    messages.info(request, _("No other game waits for you."))
    return redirect("games:home")
