"""The tallies of players: what their finished games add up to.

A game that began at a position of another one does not count, because the position was chosen. ``count_game`` adds a
game that has just ended; ``recount`` computes the tallies of players again, from the seats of all their games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import F, Q, QuerySet, Sum

from accounts.blocks import blocked_by
from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import Viewer

from .models import OpponentTally, PlaceTally

TALLY_KEY = ["user", "title", "ruleset", "seat_count", "place"]
VALUES = ("games", "scored", "score_sum", "best_score", "best_game", "highlight", "highlight_game")
ALL, PUBLIC = "", "public_"  # what the names of columns begin with: the games that the player knows, and all others
TALLY_VALUES = [f"{scope}{name}" for scope in (ALL, PUBLIC) for name in VALUES]
GAME_OF = {"best_score": "best_game", "highlight": "highlight_game"}
OPPONENT_KEY = ["user", "opponent"]
OPPONENT_VALUES = [f"{scope}{name}" for scope in (ALL, PUBLIC) for name in ("games", "ahead", "behind")]
USERS_AT_ONCE = 200
SeatKey = tuple[int, str, str, int, int]

MAX_OPPONENTS = 12
MAX_RUNNING = 500  # more running games are not counted


def counts(game: Game) -> bool:
    return game.status == Status.FINISHED and game.branched_at is None


def count_game(game: Game, seats: Sequence[Seat]) -> None:
    """Add a game that has just ended to the tallies of its players, if it counts.

    All rows are changed in the same order everywhere, so that two games that end at once cannot block each other.
    """
    if not counts(game):
        return
    seated = sorted((seat for seat in seats if seat.user_id), key=lambda seat: seat.user_id or 0)
    PlaceTally.objects.bulk_create([PlaceTally(**_key(game, seat)) for seat in seated], ignore_conflicts=True)
    for seat in seated:
        _add(game, seat)
    pairs = [
        (seat, other) for seat in seated if seat.user and not seat.user.robot for other in seated if other is not seat
    ]
    rows = [OpponentTally(user=seat.user, opponent=other.user) for seat, other in pairs]
    OpponentTally.objects.bulk_create(rows, ignore_conflicts=True)
    for seat, other in pairs:
        changes = {name: F(name) + 1 for name in _counters(seat.place, other.place, game.is_private)}
        OpponentTally.objects.filter(user=seat.user_id, opponent=other.user_id).update(**changes)


def _key(game: Game, seat: Seat) -> dict[str, Any]:
    rules = {"title": game.title, "ruleset": game.ruleset, "seat_count": game.seat_count}
    return {"user_id": seat.user_id, **rules, "place": seat.place or 0}


def _add(game: Game, seat: Seat) -> None:
    rows = PlaceTally.objects.filter(**_key(game, seat))
    for scope in _scopes(game.is_private):
        if seat.score is None:
            _add_one(rows, scope, games=1)
        else:
            _add_one(rows, scope, games=1, scored=1, score_sum=seat.score)
            _keep_best(rows, f"{scope}best_score", seat.score, f"{scope}best_game", game)
        if seat.highlight is not None:
            _keep_best(rows, f"{scope}highlight", seat.highlight, f"{scope}highlight_game", game)


def _scopes(is_private: bool) -> tuple[str, ...]:
    """Return in which columns a game counts."""
    return (ALL,) if is_private else (ALL, PUBLIC)


def _add_one(rows: QuerySet[PlaceTally], scope: str, **more: int) -> None:
    rows.update(**{f"{scope}{name}": F(f"{scope}{name}") + number for name, number in more.items()})


def _keep_best(rows: QuerySet[PlaceTally], column: str, value: int, game_column: str, game: Game) -> None:
    better = Q(**{column: None}) | Q(**{f"{column}__lt": value})
    rows.filter(better).update(**{column: value, game_column: game})


def _counters(place: int | None, other: int | None, is_private: bool) -> list[str]:
    """Return the columns of an opponent's tally that a game with these places adds one to."""
    names = ["games"]
    if place and other and place != other:
        names.append("ahead" if place < other else "behind")
    return [f"{scope}{name}" for scope in _scopes(is_private) for name in names]


def recount(users: Iterable[int]) -> None:
    """Compute the tallies of these players again, in the caller's transaction.

    The rows are locked before the seats are read, and none is deleted: a game that ends meanwhile is added afterwards.
    """
    users = sorted(set(users))
    for model in (PlaceTally, OpponentTally):
        model.objects.filter(user__in=users).update(games=0, public_games=0)
    seats = Seat.objects.filter(user__in=users, game__status=Status.FINISHED, game__branched_at=None)
    tallies = dict[SeatKey, PlaceTally]()
    for seat in seats.select_related("game").order_by("finished_at", "game_id").iterator():
        key = _key(seat.game, seat)
        _add_to(tallies.setdefault(tuple(key.values()), PlaceTally(**key)), seat)
    opponents = dict[tuple[int, int], OpponentTally]()
    people = seats.filter(user__robot="", game__seats__user__isnull=False)
    pairs = people.values_list("user", "game__seats__user", "place", "game__seats__place", "game__is_private")
    for user, other, place, other_place, is_private in pairs.iterator():
        if user != other:
            row = opponents.setdefault((user, other), OpponentTally(user_id=user, opponent_id=other))
            for name in _counters(place, other_place, is_private):
                _increase(row, name, 1)
    how: dict[str, Any] = {"update_conflicts": True, "batch_size": 500}
    in_order = [tallies[key] for key in sorted(tallies)]
    PlaceTally.objects.bulk_create(in_order, unique_fields=TALLY_KEY, update_fields=TALLY_VALUES, **how)
    rows = [opponents[pair] for pair in sorted(opponents)]
    OpponentTally.objects.bulk_create(rows, unique_fields=OPPONENT_KEY, update_fields=OPPONENT_VALUES, **how)


def _add_to(tally: PlaceTally, seat: Seat) -> None:
    for scope in _scopes(seat.game.is_private):
        _increase(tally, f"{scope}games", 1)
        if seat.score is not None:
            _increase(tally, f"{scope}scored", 1)
            _increase(tally, f"{scope}score_sum", seat.score)
        for column, value in (("best_score", seat.score), ("highlight", seat.highlight)):
            best = getattr(tally, f"{scope}{column}")
            if value is not None and (best is None or best < value):
                setattr(tally, f"{scope}{column}", value)
                setattr(tally, f"{scope}{GAME_OF[column]}", seat.game)


def _increase(row: PlaceTally | OpponentTally, column: str, number: int) -> None:
    setattr(row, column, getattr(row, column) + number)


def recount_all() -> None:
    """Compute all tallies again, those of some players at a time."""
    users = list(User.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(users), USERS_AT_ONCE):
        with transaction.atomic():
            recount(users[start : start + USERS_AT_ONCE])


@dataclass(frozen=True, slots=True)
class PlayerRecord:
    """How a player has done: numbers of games. ``running`` is at most MAX_RUNNING."""

    running: int
    finished: int
    wins: int


@dataclass(frozen=True, slots=True)
class PlaceRecord:
    """The finished games with the same rules, number of players and place: a ``PlaceTally`` as a viewer may know it."""

    title: str
    ruleset: str
    seat_count: int
    place: int
    games: int
    scored: int
    score_sum: int
    best_score: int | None
    best_game: Game | None
    highlight: int | None
    highlight_game: Game | None


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


def _scope(user: User, viewer: Viewer) -> str:
    """Return what the viewer may know of the user's games: others than the user learn of public ones only."""
    return ALL if isinstance(viewer, User) and viewer.pk == user.pk else PUBLIC


def running_count(user: User, viewer: Viewer) -> int:
    """Return how many of the user's latest games are running, as far as the viewer may know of them.

    Those that began at a position of another game are left out.
    """
    latest = user.seats.filter(finished_at=None, number__isnull=False).order_by("-game")
    running = Game.objects.running().filter(pk__in=latest.values("game")[:MAX_RUNNING], branched_at=None)
    return (running if _scope(user, viewer) == ALL else running.filter(is_private=False)).count()


def record_of(user: User, viewer: Viewer) -> PlayerRecord:
    """Return the player's numbers as far as the viewer may know of them. A shared first place counts as a win.

    Games that began at a position of another game do not count, because the position was chosen.
    """
    games = f"{_scope(user, viewer)}games"
    numbers = user.tallies.aggregate(finished=Sum(games, default=0), wins=Sum(games, filter=Q(place=1), default=0))
    return PlayerRecord(running=running_count(user, viewer), **numbers)


def places_of(user: User, viewer: Viewer) -> list[PlaceRecord]:
    """Return how often a player had each place, with the best games, as far as the viewer may know of them."""
    scope = _scope(user, viewer)
    rows = user.tallies.filter(**{f"{scope}games__gt": 0})
    rows = rows.select_related(f"{scope}best_game", f"{scope}highlight_game")
    return [
        PlaceRecord(
            **{name: getattr(row, name) for name in ("title", "ruleset", "seat_count", "place")},
            **{name: getattr(row, f"{scope}{name}") for name in VALUES},
        )
        for row in rows.order_by("title", "ruleset", "seat_count", "place")
    ]


def opponents_of(user: User, viewer: Viewer) -> list[OpponentRecord]:
    """Return whom the user has played most often. Others than the user learn of public games only.

    A robot's opponents are not counted, and people whom the viewer has blocked are left out.
    """
    if user.robot:
        return []
    scope = _scope(user, viewer)
    names = [f"{scope}{name}" for name in ("games", "ahead", "behind")]
    rows = OpponentTally.objects.filter(user=user, **{f"{names[0]}__gt": 0})
    rows = rows.exclude(opponent__in=blocked_by(viewer))
    rows = rows.order_by(F(names[0]).desc(), "opponent").select_related("opponent__profile")[:MAX_OPPONENTS]
    return [OpponentRecord(row.opponent, *(getattr(row, name) for name in names)) for row in rows]
