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
    """List the tables, filtered by ruleset and pace."""
    form = LobbyForm(request.GET)
    filters = valid_values(form)
    user = request.user if isinstance(request.user, User) else None
    games = Game.objects.open_tables(user)
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        games = games.filter(title=title, ruleset=ruleset)
    if filters.get("pace"):
        games = games.filter(pace=filters["pace"])
    page = Paginator(games, PER_PAGE).get_page(request.GET.get("page"))
    lists = {"page": page, "cards": game_cards(page, user)}
    filter_context = {"form": form, "paces": form.paces, "pace": filters.get("pace", "")}
    return render(request, "games/lists/lobby.html", {**lists, **filter_context, "robot": FIRST_ROBOT})
