"""View of the lobby, which lists public tables with a free seat."""

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from games.models import Game, GameQuerySet, Pace
from games.models.cache import position_key
from games.presenters.lists.title_cards import title_cards
from games.selectors.game_lists import games_to_watch, own_open_tables, tables_in_brief
from games.services.tables.robot_games import FIRST_ROBOT
from games.services.tables.suitable_tables import awake_with, open_to, refused_tables

from ..pace_warning import pace_warning
from .rendered_games import render_games
from .table_filter import filter_context, filter_values

TABLE, ROW = "games/parts/lists/_lobby_row.html", "games/parts/lists/_game_row.html"
PER_PAGE, MAX_TABLES = 25, 300  # filters find the other tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables, filtered by ruleset, pace, and what suits the viewer."""
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    filters = filter_values(request)
    free_seats = _tables(user, filters, now).values_list("pk", "free")[:MAX_TABLES]  # type: ignore[misc]
    page = Paginator(list(free_seats), PER_PAGE).get_page(request.GET.get("page"))
    tables = tables_in_brief(dict(page))
    has_brisk = any(game.pace == Pace.BRISK for game in tables)
    warning = pace_warning(request) if has_brisk else {"is_slow": False}
    lists = {"page": page, "rows": _rows(tables, user, now), "robot": FIRST_ROBOT, **_other_tables(user)}
    context = {"titles": () if tables else title_cards(), **lists, **warning}
    context |= filter_context(filters, is_player=user is not None, has_order=True)
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


def _other_tables(user: User | None) -> dict[str, Sequence[SafeString]]:
    """Return the viewer's own open tables, and public games to watch, rendered."""
    lists = {"own": list(own_open_tables(user)) if user else [], "watched": list(games_to_watch(user))}
    return {name: render_games(ROW, games, None, _row_key) for name, games in lists.items()}


def _row_key(game: Game) -> str:
    """Return the cache key of a rendered game of these lists, whose times are in the viewer's time zone."""
    return position_key(f"{ROW}:{timezone.get_current_timezone_name()}", game.code, game.version, get_language() or "")


def _rows(tables: list[Game], user: User | None, now: datetime) -> list[SafeString]:
    """Return the rows of the tables. Some or all of them have a button for joining."""
    refused = refused_tables(tables, user, now)
    may_join = {game.pk: user is not None and user.is_confirmed and game.pk not in refused for game in tables}
    rows: dict[int, SafeString] = {}
    for joins in (True, False):  # mostly all tables are of one kind
        group = [game for game in tables if may_join[game.pk] is joins]
        texts = render_games(TABLE, group, None, partial(_cache_key, joins), may_join=joins)
        rows |= {game.pk: text for game, text in zip(group, texts, strict=True)}
    return [rows[game.pk] for game in tables]


def _cache_key(may_join: bool, game: Game) -> str:
    """Return the cache key of a rendered table. An invitation takes a seat without a new version."""
    page = f"{TABLE}:{game.free}:{may_join}"  # type: ignore[attr-defined]
    return position_key(page, game.code, game.version, get_language() or "")
