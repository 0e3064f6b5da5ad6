"""View of the lobby, which lists public tables with a free seat."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms.filters import LobbyForm
from games.forms.values import valid_values
from games.models import Game
from games.presenters.lists.game_cards import game_cards
from games.services.tables.robot_games import FIRST_ROBOT

PER_PAGE = 25


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables, narrowed by ruleset and pace."""
    form = LobbyForm(request.GET)
    wanted = valid_values(form)
    user = request.user if isinstance(request.user, User) else None
    games = Game.objects.open_tables(user)
    if wanted.get("ruleset"):
        title, ruleset = wanted["ruleset"].split(":")
        games = games.filter(title=title, ruleset=ruleset)
    if wanted.get("pace"):
        games = games.filter(pace=wanted["pace"])
    page = Paginator(games, PER_PAGE).get_page(request.GET.get("page"))
    lists = {"page": page, "cards": game_cards(page, user)}
    narrowed = {"form": form, "paces": form.paces, "pace": wanted.get("pace", "")}
    return render(request, "games/lists/lobby.html", {**lists, **narrowed, "robot": FIRST_ROBOT})
