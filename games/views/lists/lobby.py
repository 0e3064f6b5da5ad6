"""View of the lobby, which lists public tables with a free seat."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms.filters import LobbyForm
from games.forms.values import valid_values
from games.models import Game, GameQuerySet, Pace
from games.models.cache import position_key
from games.presenters.lists.title_cards import title_cards
from games.selectors.game_lists import games_to_watch, own_open_tables, tables_in_brief
from games.services.tables.robot_games import FIRST_ROBOT
from games.services.tables.suitable_tables import awake_with, open_to, refused_tables

from ..pace_warning import pace_warning
from .rendered_games import render_games

CELLS, ROW = "games/parts/lists/_lobby_cells.html", "games/parts/lists/_game_row.html"
PER_PAGE, MAX_TABLES = 25, 300  # filters find the other tables


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables, filtered by ruleset, pace, and what suits the viewer."""
    user, now = request.user if isinstance(request.user, User) else None, timezone.now()
    form = LobbyForm(request.GET, is_player=user is not None)
    filters = valid_values(form)
    free_seats = _tables(user, filters, now).values_list("pk", "free")[:MAX_TABLES]  # type: ignore[misc]
    page = Paginator(list(free_seats), PER_PAGE).get_page(request.GET.get("page"))
    tables = tables_in_brief(dict(page))
    has_brisk = any(game.pace == Pace.BRISK for game in tables)
    warning = pace_warning(request) if has_brisk else {"is_slow": False}
    lists = {"page": page, "rows": _rows(tables, user, now), "robot": FIRST_ROBOT, **_other_tables(user)}
    context = {"titles": () if tables else title_cards(), **lists, **form.context(filters), **warning}
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


def _rows(tables: list[Game], user: User | None, now: datetime) -> list[tuple[Game, SafeString, bool]]:
    """Return each table with its cells, and whether the viewer may join."""
    refused = refused_tables(tables, user, now)
    may_join = user is not None and user.is_confirmed
    cells = render_games(CELLS, tables, None, _cache_key)
    return [(game, text, may_join and game.pk not in refused) for game, text in zip(tables, cells, strict=True)]


def _cache_key(game: Game) -> str:
    """Return the cache key of a rendered table. An invitation takes a seat without a new version."""
    return position_key(f"{CELLS}:{game.free}", game.code, game.version, get_language() or "")  # type: ignore[attr-defined]
