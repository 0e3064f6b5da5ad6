"""The tallies of players: what their finished games add up to.

A game that began at a position of another one does not count, because the position was chosen. ``count_game`` adds a
game that has just ended; ``recount`` computes the tallies of players again, from the seats of all their games.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, Sum

from accounts.blocks import blocked_by
from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import Viewer

from .models import OpponentTally, PlaceTally

TALLY_KEY = ["user", "title", "ruleset", "seat_count", "place"]
TALLY_VALUES = ["games", "scored", "score_sum", "best_score", "best_game", "highlight", "highlight_game"]
OPPONENT_KEY = ["user", "opponent"]
OPPONENT_VALUES = [f"{scope}{name}" for scope in ("", "public_") for name in ("games", "ahead", "behind")]
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
    if seat.score is None:
        rows.update(games=F("games") + 1)
    else:
        rows.update(games=F("games") + 1, scored=F("scored") + 1, score_sum=F("score_sum") + seat.score)
        better = Q(best_score=None) | Q(best_score__lt=seat.score)
        rows.filter(better).update(best_score=seat.score, best_game=game)
    if seat.highlight is not None:
        better = Q(highlight=None) | Q(highlight__lt=seat.highlight)
        rows.filter(better).update(highlight=seat.highlight, highlight_game=game)


def _counters(place: int | None, other: int | None, is_private: bool) -> list[str]:
    """Return the columns of an opponent's tally that a game with these places adds one to."""
    names = ["games"]
    if place and other and place != other:
        names.append("ahead" if place < other else "behind")
    return names if is_private else [*names, *(f"public_{name}" for name in names)]


def recount(users: Iterable[int]) -> None:
    """Compute the tallies of these players again, in the caller's transaction.

    The rows are locked before the seats are read, and none is deleted: a game that ends meanwhile is added afterwards.
    """
    users = sorted(set(users))
    for model in (PlaceTally, OpponentTally):
        model.objects.filter(user__in=users).update(games=0)
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
                setattr(row, name, getattr(row, name) + 1)
    how: dict[str, Any] = {"update_conflicts": True, "batch_size": 500}
    in_order = [tallies[key] for key in sorted(tallies)]
    PlaceTally.objects.bulk_create(in_order, unique_fields=TALLY_KEY, update_fields=TALLY_VALUES, **how)
    rows = [opponents[pair] for pair in sorted(opponents)]
    OpponentTally.objects.bulk_create(rows, unique_fields=OPPONENT_KEY, update_fields=OPPONENT_VALUES, **how)
    OpponentTally.objects.filter(user__in=users, games=0).update(public_games=0)


def _add_to(tally: PlaceTally, seat: Seat) -> None:
    tally.games += 1
    if seat.score is not None:
        tally.scored += 1
        tally.score_sum += seat.score
        if tally.best_score is None or tally.best_score < seat.score:
            tally.best_score, tally.best_game_id = seat.score, seat.game_id
    if seat.highlight is not None and (tally.highlight is None or tally.highlight < seat.highlight):
        tally.highlight, tally.highlight_game_id = seat.highlight, seat.game_id


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
    return Game.objects.running().filter(pk__in=latest.values("game")[:MAX_RUNNING], branched_at=None).count()


def record_of(user: User) -> PlayerRecord:
    """Return the player's numbers. A shared first place counts as a win.

    Games that began at a position of another game do not count, because the position was chosen.
    """
    numbers = user.tallies.aggregate(finished=Sum("games", default=0), wins=Sum("games", filter=Q(place=1), default=0))
    return PlayerRecord(running=running_count(user), **numbers)


def tallies_of(user: User, viewer: Viewer = None) -> Sequence[PlaceTally]:
    """Return a player's tallies with their best games; ``best_games_of`` knows which of these the viewer may see."""
    rows = user.tallies.filter(games__gt=0).select_related("best_game", "highlight_game")
    best, highlight = (
        Exists(Game.objects.visible_to(viewer).filter(pk=OuterRef(name))) for name in ("best_game", "highlight_game")
    )
    rows = rows.annotate(sees_best=best, sees_highlight=highlight)
    return list(rows.order_by("title", "ruleset", "seat_count", "place"))


def best_games_of(tallies: Sequence[Any]) -> dict[int, Game]:
    """Return the games with the best scores and highlights that the viewer of the tallies may see, by id."""
    best = [tally.best_game for tally in tallies if tally.sees_best]
    return {game.pk: game for game in [*best, *(tally.highlight_game for tally in tallies if tally.sees_highlight)]}


def opponents_of(user: User, viewer: Viewer) -> list[OpponentRecord]:
    """Return whom the user has played most often. Others than the user learn of public games only.

    A robot's opponents are not counted, and people whom the viewer has blocked are left out.
    """
    if user.robot:
        return []
    knows_all = isinstance(viewer, User) and viewer.pk == user.pk
    names = ("games", "ahead", "behind") if knows_all else ("public_games", "public_ahead", "public_behind")
    rows = OpponentTally.objects.filter(user=user, **{f"{names[0]}__gt": 0})
    rows = rows.exclude(opponent__in=blocked_by(viewer))
    rows = rows.order_by(F(names[0]).desc(), "opponent").select_related("opponent__profile")[:MAX_OPPONENTS]
    return [OpponentRecord(row.opponent, *(getattr(row, name) for name in names)) for row in rows]
