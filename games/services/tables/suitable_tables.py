"""Tables that suit a player: whose minimum the player meets, and where everyone is awake at the same hours."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, GameQuerySet, Seat

from ..clocks.players.declared_weeks import tables_awake_with
from .new_table.minimum import has_minimum, is_met_by, merits_of, unmet

MAX_TABLES = 250  # the latest ones of which the hours are compared


def open_to(games: GameQuerySet, user: User, now: datetime) -> GameQuerySet:
    """Keep the tables whose minimum a player meets."""
    return games.filter(is_met_by(merits_of(user, now)))


def awake_with(games: GameQuerySet, user: User, hours: int, now: datetime) -> GameQuerySet:
    """Keep the tables at which a player and everyone seated are awake together for so many hours a day."""
    tables = list(games.values_list("pk", flat=True)[:MAX_TABLES])
    return games.filter(pk__in=tables_awake_with(user, tables, hours, now))


def seats_open_to(seats: QuerySet[Seat], user: User, now: datetime) -> QuerySet[Seat]:
    """Keep the seats at tables whose minimum a player meets."""
    return seats.filter(is_met_by(merits_of(user, now), "game__"))


def seats_awake_with(seats: QuerySet[Seat], user: User, hours: int, now: datetime) -> QuerySet[Seat]:
    """Keep the seats at tables like those of ``awake_with``."""
    tables = list(seats.values_list("game_id", flat=True)[:MAX_TABLES])
    return seats.filter(game__in=tables_awake_with(user, tables, hours, now))


def refused_tables(games: Iterable[Game], user: User | None, now: datetime) -> set[int]:
    """Return the ids of the tables whose minimum a player does not meet. No statement if none asks anything."""
    asking = [game for game in games if has_minimum(game)]
    if user is None or not asking:
        return set()
    merits = merits_of(user, now)
    return {game.pk for game in asking if unmet(game, merits)}
