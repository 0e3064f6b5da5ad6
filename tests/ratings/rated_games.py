"""Rated games for tests: really played, or written as if they had been."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.ratings.models import RatedGame, Rating
from tests.makers import finished_game, make_user, started_game

START = datetime(2027, 3, 1, 12, tzinfo=UTC)
SHORT = {"rugs": "3/3/3"}


def played_rated_game(*players: User, **settings: object) -> Game:
    """Return a rated game of three rugs each that was played at random to its end."""
    return finished_game(*(players or (make_user(), make_user())), is_rated=True, in_steps=True, **settings)


def running_rated_game(*players: User, **settings: object) -> Game:
    """Return a rated game in its first turn, in which each player has three rugs."""
    return started_game(*players, options=SHORT, is_rated=True, **settings)


def written_rated_game(*order: User, hours: int = 0, kinds: Sequence[str] = (), **values: Any) -> RatedGame:
    """Write the rated game of players in the order of their places, so many hours after the start of the tests.

    ``kinds`` are those of the first players; all others have played.
    """
    at = START + timedelta(hours=hours)
    about = {"title": "marrakech", "ruleset": "gigamic", "seat_count": len(order), "rules_version": 1}
    game = Game.objects.create(
        name="Written", status=Status.FINISHED, is_rated=True, started_at=at, finished_at=at, commitment="", **about
    )
    inputs = []
    for number, user in enumerate(order):
        place = number + 1
        Seat.objects.create(game=game, user=user, number=number, place=place, finished_at=at)
        kind = kinds[number] if number < len(kinds) else "played"
        inputs.append({"seat": number, "user": user.pk, "place": place, "kind": kind, "weight": 1.0})
    frozen = {"title": game.title, "ruleset": game.ruleset, "pool": str(len(order)), "finished_at": at}
    return RatedGame.objects.create(game=game, inputs=inputs, **{**frozen, **values})


def rating_of(user: User, pool: str = "all") -> Rating:
    """Return a player's current rating in Marrakech."""
    return Rating.objects.get(version__is_current=True, user=user, title="marrakech", pool=pool)
