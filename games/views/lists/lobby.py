"""View of the lobby, which lists public tables with a free seat."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from accounts.models import User
from games.forms.filters import LobbyForm
from games.forms.values import valid_values
from games.models import Game, GameQuerySet, Pace
from games.models.cache import position_key
from games.services.tables.robot_games import FIRST_ROBOT

from ..pace_warning import pace_warning
from .rendered_games import render_games

CELLS = "games/parts/lists/_lobby_cells.html"
PER_PAGE = 25


@require_safe
def lobby(request: HttpRequest) -> HttpResponse:
    """List the tables, filtered by ruleset and pace."""
    form = LobbyForm(request.GET)
    filters = valid_values(form)
    user = request.user if isinstance(request.user, User) else None
    page = Paginator(_tables(user, filters), PER_PAGE).get_page(request.GET.get("page"))
    tables = list(page)
    rows = list(zip(tables, render_games(CELLS, tables, None, _cache_key), strict=True))
    lists = {"page": page, "rows": rows, "may_join": user is not None and user.is_confirmed}
    has_brisk = any(game.pace == Pace.BRISK for game in tables)
    warning = pace_warning(request) if has_brisk else {"is_slow": False}
    filter_context = {"form": form, "paces": form.paces, "pace": filters.get("pace", "")}
    return render(request, "games/lists/lobby.html", {**lists, **filter_context, **warning, "robot": FIRST_ROBOT})


def _tables(user: User | None, filters: dict[str, Any]) -> GameQuerySet:
    """Return the open tables that match the form."""
    games = Game.objects.open_tables(user)
    if filters.get("ruleset"):
        title, ruleset = filters["ruleset"].split(":")
        games = games.filter(title=title, ruleset=ruleset)
    return games.filter(pace=filters["pace"]) if filters.get("pace") else games


def _cache_key(game: Game) -> str:
    """Return the cache key of a rendered table. An invitation takes a seat without a new version."""
    return position_key(f"{CELLS}:{game.free}", game.code, game.version, get_language() or "")  # type: ignore[attr-defined]
