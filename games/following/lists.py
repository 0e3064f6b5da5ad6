"""Games to watch: running and finished public ones, the best of the week, and those that a player has marked."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game
from games.core.querysets import GameQuerySet

from .models import Mark

WEEK = timedelta(days=7)
MAX_BEST = 6  # games in each list

Filters = Mapping[str, Any]  # columns of a game


def running_games(user: User | None, filters: Filters, before: int | None) -> GameQuerySet:
    """Return the running public games, latest first, with lower ids than ``before``."""
    games = Game.objects.running().filter(is_private=False, **filters).without_blocked(user)
    return (games.filter(pk__lt=before) if before else games).order_by("-id")


def finished_games(user: User | None, filters: Filters, before: int | None = None) -> GameQuerySet:
    """Return the public games that were played to their end, the last to end first, after the one with this id."""
    games = Game.objects.filter(status=Status.FINISHED, is_private=False, **filters).without_blocked(user)
    at = Game.objects.filter(pk=before).values_list("finished_at", flat=True).first() if before else None
    if at:
        games = games.filter(Q(finished_at__lt=at) | Q(pk__lt=before), finished_at__lte=at)
    return games.order_by("-finished_at", "-id")


def marked_games(user: User, filters: Filters, before: int | None = None) -> GameQuerySet:
    """Return the games that the user has marked and can see, the last marked first, after the one with this id.

    A block leaves out none: they are the user's own choice, and the page of the game looks as for anybody.
    """
    games = Game.objects.visible_to(user).exclude(status=Status.CANCELLED).filter(**filters)
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

    Those are games that ``services.note_recent_games`` has noted, with the ``mean``, ``swing`` or ``margin`` of each.
    """
    recent = {f"recent__{name}": value for name, value in filters.items()}
    games = Game.objects.filter(is_private=False, recent__finished_at__gte=now - WEEK, **recent).sound()
    games = games.without_blocked(user)

    def best(name: str, order: str) -> list[Game]:
        known = games.filter(**{f"recent__{name}__isnull": False}).annotate(**{name: F(f"recent__{name}")})
        return list(known.order_by(f"{order}recent__{name}", "-recent__game")[:MAX_BEST])

    return BestGames(best("mean", "-"), best("swing", "-"), best("margin", ""))
