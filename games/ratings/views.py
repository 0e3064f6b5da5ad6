"""Views of leaderboards, and of the page that explains ratings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.common.errors import NotFound
from games.common.forms import valid_values
from games.engine.registry import TITLES

from . import formula
from .forms import LeaderboardForm
from .ledger import LISTED_FOR, LISTED_OPPONENTS
from .models import Pool
from .presenters import leader_views, robot_ratings, table_sizes
from .selectors import leaderboard_page

PER_PAGE = 50


@require_safe
def ratings(request: HttpRequest) -> HttpResponse:
    """Explain ratings in plain words, and show those of robots."""
    robots = [(title, table_sizes(title), robot_ratings(title)) for title in TITLES.values()]
    limits = {"days": LISTED_FOR.days, "opponents": LISTED_OPPONENTS}
    deviations = {"new_above": round(formula.NEW_ABOVE), "listed_below": round(formula.LISTED_BELOW)}
    return render(request, "games/ratings/ratings.html", {"robots": robots, **limits, **deviations})


@require_safe
def leaderboard(request: HttpRequest, title: str) -> HttpResponse:
    """List the players of a title by their rating, of all tables or of those with a number of players."""
    played = TITLES.get(title)
    if played is None:
        raise NotFound
    filters, now = valid_values(LeaderboardForm(request.GET)), timezone.now()
    pool = filters.get("pool") or Pool.ALL
    page = leaderboard_page(title, pool, now, filters.get("after"), PER_PAGE)
    sizes = table_sizes(played)
    pools = [(key, name) for key, name in Pool.choices if key == Pool.ALL or int(key) in sizes]
    context = {"title": played, "titles": TITLES.values(), "pool": pool, "pools": pools, "page": page}
    lists = {"rows": leader_views(page, now), "sizes": sizes, "robots": robot_ratings(played)}
    return render(request, "games/ratings/leaderboard.html", {**context, **lists})
