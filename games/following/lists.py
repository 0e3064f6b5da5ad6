"""Games to watch: running and finished public ones, the best of the week, and those that a player has marked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg, Count, F, OuterRef, Q, Subquery

from accounts.models import User
from games.core.choices import Status
from games.core.lists import MIN_PLIES, games_to_watch
from games.core.models import Game, Seat
from games.core.querysets import GameQuerySet
from games.engine.values import RESIGNED
from games.ratings.models import Pool

from .models import Mark

WEEK = timedelta(days=7)
MAX_BEST = 6  # games in each list

Filters = Mapping[str, Any]  # columns of a game


def running_games(user: User | None, filters: Filters, before: int | None) -> GameQuerySet:
    """Return the running public games in which the user does not play, latest first, with lower ids than ``before``."""
    return games_to_watch(user, before).filter(**filters)


def finished_games(user: User | None, filters: Filters, before: int | None = None) -> GameQuerySet:
    """Return the public games that were played to their end, the last to end first, after the one with this id."""
    games = Game.objects.filter(status=Status.FINISHED, is_private=False, **filters).without_blocked(user)
    at = Game.objects.filter(pk=before).values_list("finished_at", flat=True).first() if before else None
    if at:
        games = games.filter(Q(finished_at__lt=at) | Q(pk__lt=before), finished_at__lte=at)
    return games.order_by("-finished_at", "-id")


def marked_games(user: User, filters: Filters, before: int | None = None) -> GameQuerySet:
    """Return the games that the user has marked and can see, the last marked first, after the one with this id."""
    games = Game.objects.visible_to(user).exclude(status=Status.CANCELLED).without_blocked(user).filter(**filters)
    last = Mark.objects.filter(user=user, game=before).first() if before else None
    after = {"marks__lt": last.pk} if last else {}
    return games.filter(marks__user=user, **after).order_by("-marks__id")


@dataclass(frozen=True, slots=True)
class BestGames:
    """The best public games of a week: each has what makes it one as ``mean``, ``swing`` or ``margin``."""

    strongest: list[Game]
    luckiest: list[Game]
    closest: list[Game]


def best_games(user: User | None, filters: Filters, now: datetime) -> BestGames:
    """Return the games of the last seven days with the best players, the most luck, and the closest ends.

    ``mean`` is the mean rating of the people in it before the game, on the scale of the formula, ``swing`` the points
    of luck between the luckiest and the unluckiest seat, ``margin`` the points between the first two.
    """
    games = finished_games(user, filters).filter(finished_at__gte=now - WEEK).sound()
    rated = Q(rated_game__changes__version__is_current=True, rated_game__changes__pool=Pool.ALL)
    strongest = games.annotate(
        mean=Avg("rated_game__changes__mu_before", filter=rated), people=Count("rated_game__changes", filter=rated)
    )
    luckiest = games.filter(analysis__luck_swing__isnull=False).annotate(swing=F("analysis__luck_swing"))
    placed = Seat.objects.filter(game=OuterRef("pk"), place__isnull=False).order_by("place", "-score", "id")
    first, second = (Subquery(placed.values("score")[at : at + 1]) for at in (0, 1))
    played = games.filter(ply__gte=MIN_PLIES).exclude(end_reason=RESIGNED)
    closest = played.annotate(margin=first - second).filter(margin__gte=0)
    return BestGames(
        strongest=list(strongest.filter(people__gte=2).order_by("-mean", "-id")[:MAX_BEST]),
        luckiest=list(luckiest.order_by("-swing", "-id")[:MAX_BEST]),
        closest=list(closest.order_by("margin", "-finished_at", "-id")[:MAX_BEST]),
    )
