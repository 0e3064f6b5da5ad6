"""View of the lobby, which lists public tables with a free seat."""

from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Game, GameQuerySet, Pace
from games.presenters.lists.game_cards import GameCard, game_cards
from games.presenters.lists.title_cards import title_cards
from games.selectors.game_lists import games_to_watch, own_open_tables
from games.services.tables.robot_games import FIRST_ROBOT
from games.services.tables.suitable_tables import awake_with, open_to, refused_tables

from ..pace_warning import pace_warning
from .table_filter import filter_context, filter_values

PER_PAGE, MAX_TABLES = 25, 300  # filters find the other tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables, filtered by ruleset, pace, and what suits the viewer."""
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    filters = filter_values(request)
    page = Paginator(_tables(user, filters, now)[:MAX_TABLES], PER_PAGE).get_page(request.GET.get("page"))
    tables = list(page)
    has_brisk = any(game.pace == Pace.BRISK for game in tables)
    warning = pace_warning(request) if has_brisk else {"is_slow": False}
    joining = {"may_join": user is not None and user.is_confirmed, "refused": refused_tables(tables, user, now)}
    context = {"page": page, "titles": () if tables else title_cards(), "robot": FIRST_ROBOT, **joining, **warning}
    context |= {**_cards(tables, user), **filter_context(filters, is_player=user is not None)}
    return render(request, "games/lists/lobby.html", context)


def _tables(user: User | None, filters: dict[str, Any], now: datetime) -> GameQuerySet:
    """Return the open tables that match the form."""
    games = Game.objects.open_tables(user)
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        games = games.filter(title=title, ruleset=ruleset)
    if filters.get("pace"):
        games = games.filter(pace=filters["pace"])
    if filters.get("seats"):
        games = games.filter(seat_count=filters["seats"])
    games = games.sorted_by(filters.get("sort", ""))
    if user and filters.get("open_to_me"):
        games = open_to(games, user, now)
    return awake_with(games, user, filters["hours"], now) if user and filters.get("hours") else games


def _cards(tables: list[Game], user: User | None) -> dict[str, list[GameCard]]:
    """Return the tables to join, the viewer's own open tables, and public games to watch."""
    lists = {"cards": tables, "own": list(own_open_tables(user)) if user else [], "watched": list(games_to_watch(user))}
    cards = {card.game.pk: card for card in game_cards([game for games in lists.values() for game in games], None)}
    return {name: [cards[game.pk] for game in games] for name, games in lists.items()}
