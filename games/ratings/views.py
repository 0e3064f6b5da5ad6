"""Views of leaderboards, seasons and records, and of the page that explains ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.common.errors import NotFound
from games.common.forms import valid_values
from games.engine.registry import TITLES

from . import formula
from .forms import LeaderboardForm, RecordsForm, SeasonForm
from .ledger import LISTED_FOR, LISTED_OPPONENTS, LUCK_FREE_GAMES, LUCK_FREE_OPPONENTS
from .models import LUCK_FREE, Pool
from .presenters import (
    formula_context,
    leader_views,
    leaderboards_of,
    own_rating_text,
    record_kinds,
    record_view,
    robot_ratings,
    season_name,
    season_views,
    table_sizes,
)
from .seasons import season_of, season_page, seasons_until
from .selectors import current_version, leaderboard_page, records_page

PER_PAGE = 50
FIRST_RECORDS = 5
LISTED_LIMITS = {
    "days": LISTED_FOR.days,
    "opponents": LISTED_OPPONENTS,
    "listed_below": round(formula.LISTED_BELOW),
}
LUCK_FREE_LIMITS = {"min_games": LUCK_FREE_GAMES, "min_opponents": LUCK_FREE_OPPONENTS}


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Explain ratings in plain words, and show those of robots."""
    robots = [(title, table_sizes(title), robot_ratings(title)) for title in TITLES.values()]
    context = {"robots": robots, "new_above": round(formula.NEW_ABOVE), **LISTED_LIMITS, **LUCK_FREE_LIMITS}
    return render(request, "games/ratings/ratings.html", {**context, **formula_context()})


@require_safe
def leaderboard(request: HttpRequest, title: str) -> HttpResponse:
    """List the players of a title by rating, of all tables or those with a number of players, or without luck."""
    played = TITLES.get(title)
    if played is None:
        raise NotFound
    filters, now = valid_values(LeaderboardForm(request.GET)), timezone.now()
    pools, wanted = leaderboards_of(played), str(filters.get("pool"))
    pool = wanted if wanted in dict(pools) else Pool.ALL
    page = leaderboard_page(title, pool, now, filters.get("after"), PER_PAGE)
    context = {"title": played, "titles": TITLES.values(), "pool": pool, "pools": pools, "page": page}
    robots = {"sizes": table_sizes(played), "robots": robot_ratings(played)}
    lists = {"rows": leader_views(page, title, pool, now), "is_luck_free": pool == LUCK_FREE, **robots}
    limits = {"own": own_rating_text(request.user, title, pool, now), **LISTED_LIMITS, **LUCK_FREE_LIMITS}
    return render(request, "games/ratings/leaderboard.html", {**context, **lists, **limits})


@require_safe
def season(request: HttpRequest, title: str, key: str = "") -> HttpResponse:
    """Show the table of a season, of the present one without a key, and list all seasons."""
    played, seasons = TITLES.get(title), seasons_until(timezone.now())
    shown = season_of(key) if key else seasons[0]
    if played is None or shown not in seasons:
        raise NotFound
    after = valid_values(SeasonForm(request.GET)).get("after")
    page = season_page(title, shown, current_version(), PER_PAGE, after)
    context = {"title": played, "titles": TITLES.values(), "season": season_name(shown), "is_over": shown != seasons[0]}
    lists = {"seasons": [(one.key, season_name(one)) for one in seasons], "key": shown.key}
    rows_shown = {"page": page, "rows": season_views(page.rows)}
    return render(request, "games/ratings/season.html", {**context, **lists, **rows_shown})


@require_safe
def records(request: HttpRequest, title: str) -> HttpResponse:
    """List the records of a title: the first ones of each kind, or all of one kind."""
    played = TITLES.get(title)
    if played is None:
        raise NotFound
    query, kinds = valid_values(RecordsForm(request.GET)), record_kinds(played)
    kind = query["kind"] if query.get("kind") in dict(kinds) else ""
    shown = [(key, name) for key, name in kinds if kind in ("", key)]
    after, size = (query.get("after"), PER_PAGE) if kind else (None, FIRST_RECORDS)
    pages = [(key, name, records_page(title, key, after, size)) for key, name in shown]
    lists = [(key, name, [record_view(row) for row in page.rows], page.next) for key, name, page in pages]
    context = {"title": played, "titles": TITLES.values(), "kinds": kinds, "kind": kind, "lists": lists}
    return render(request, "games/ratings/records.html", context)
