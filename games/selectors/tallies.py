"""What players' finished games add up to."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import F, Q, Sum

from accounts.models import User
from games.models import Game, OpponentTally, PlaceTally

from .tables.seats import Viewer

MAX_OPPONENTS = 12
MAX_RUNNING = 500  # more running games are not counted


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a player has done: numbers of games. ``running`` is at most MAX_RUNNING."""

    running: int
    finished: int
    wins: int


@dataclass(frozen=True, slots=True)
class OpponentRecord:
    """The finished games against one opponent, as far as the viewer may know of them."""

    opponent: User
    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        """The number of games in which both had the same place."""
        return self.games - self.ahead - self.behind


def running_count(user: User) -> int:
    """Return how many of the user's latest games are running, those that began at another game's position left out."""
    latest = user.seats.filter(finished_at=None, number__isnull=False).order_by("-game")
    ids = list(latest.values_list("game_id", flat=True)[:MAX_RUNNING])
    return Game.objects.running().filter(pk__in=ids, branched_at=None).count()


def record_of(user: User) -> PlayerRecord:
    """Return the player's numbers. A shared first place counts as a win.

    Games that began at a position of another game do not count, because the position was chosen.
    """
    numbers = user.tallies.aggregate(finished=Sum("games", default=0), wins=Sum("games", filter=Q(place=1), default=0))
    return PlayerRecord(running=running_count(user), **numbers)


def tallies_of(user: User) -> Sequence[PlaceTally]:
    """Return the user's tallies."""
    return list(user.tallies.filter(games__gt=0).order_by("title", "ruleset", "seat_count", "place"))


def best_games_of(tallies: Sequence[PlaceTally], viewer: Viewer) -> dict[int, Game]:
    """Return the games with the best scores and highlights that the viewer may see, by id."""
    ids = {pk for tally in tallies for pk in (tally.best_game_id, tally.highlight_game_id) if pk}
    return {game.pk: game for game in Game.objects.visible_to(viewer).filter(pk__in=ids)} if ids else {}


def opponents_of(user: User, viewer: Viewer) -> list[OpponentRecord]:
    """Return whom the user has played most often. Others than the user and staff learn of public games only.

    A robot's opponents are not counted.
    """
    if user.robot:
        return []
    knows_all = isinstance(viewer, User) and (viewer.pk == user.pk or viewer.is_staff)
    names = ("games", "ahead", "behind") if knows_all else ("public_games", "public_ahead", "public_behind")
    rows = OpponentTally.objects.filter(user=user, **{f"{names[0]}__gt": 0})
    rows = rows.order_by(F(names[0]).desc(), "opponent").select_related("opponent__profile")[:MAX_OPPONENTS]
    return [OpponentRecord(row.opponent, *(getattr(row, name) for name in names)) for row in rows]
