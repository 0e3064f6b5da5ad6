"""What a table asks of players who want to join: finished games, few stand-in turns, quick answers.

Players whom someone at the table has invited need not meet it, and robots neither.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clocks.selectors import answer_times_of, games_finished_by, stand_in_turns_of
from games.clocks.waking_hours import tables_awake_with
from games.common.errors import Forbidden
from games.core.models import Game, Seat
from games.core.querysets import GameQuerySet

MIN_GAMES = (1, 5, 20)
MAX_STAND_IN_TURNS = (0, 2, 5)  # in the last year
MAX_ANSWER_DAYS = (1, 3, 7)  # the median of the last year

MAX_TABLES = 250  # the latest ones of which the hours are compared


@dataclass(frozen=True, slots=True)
class PlayerMerits:
    """What decides whether a player meets a minimum. ``answer`` is None if nobody knows: that meets every minimum."""

    games: int
    stand_in_turns: int
    answer: timedelta | None


def merits_of(user: User, now: datetime) -> PlayerMerits:
    """Return what tables may ask of a player, in three statements. Games are counted up to what a table can ask for."""
    answers = answer_times_of(user, now)
    games = games_finished_by(user, most=max(MIN_GAMES))
    return PlayerMerits(games, stand_in_turns_of(user, now), answers.median if answers else None)


def has_minimum(game: Game) -> bool:
    return (game.min_games, game.max_stand_in_turns, game.max_answer_days) != (None, None, None)


def unmet(game: Game, merits: PlayerMerits) -> str:
    """Return what a player lacks for a table in one or two sentences, "" if they may join."""
    games, turns, days = game.min_games, game.max_stand_in_turns, game.max_answer_days
    if games is not None and merits.games < games:
        asked = ngettext(
            "This table asks for at least %(count)d finished game.",
            "This table asks for at least %(count)d finished games.",
            games,
        )
        own = ngettext("You have finished %(count)d.", "You have finished %(count)d.", merits.games)
        return f"{asked % {'count': games}} {own % {'count': merits.games}}"
    if turns is not None and merits.stand_in_turns > turns:
        asked = _("This table asks for players who are rarely late.")
        own = ngettext(
            "A stand-in robot has played %(count)d of your turns in the last year.",
            "A stand-in robot has played %(count)d of your turns in the last year.",
            merits.stand_in_turns,
        )
        return f"{asked} {own % {'count': merits.stand_in_turns}}"
    if days is not None and merits.answer is not None and merits.answer > timedelta(days=days):
        asked = ngettext(
            "This table asks for players who usually answer within %(count)d day.",
            "This table asks for players who usually answer within %(count)d days.",
            days,
        )
        own = _("You usually take longer.")
        return f"{asked % {'count': days}} {own}"
    return ""


def require_minimum(game: Game, user: User, now: datetime) -> None:
    """Raise Forbidden (below-minimum) if the table asks for more than the player has."""
    if has_minimum(game) and (missing := unmet(game, merits_of(user, now))):
        raise Forbidden("below-minimum", missing)


def is_met_by(merits: PlayerMerits, prefix: str = "") -> Q:
    """Return the condition for tables that ask no more than a player has. ``prefix`` leads to the game."""
    games = Q(**{f"{prefix}min_games": None}) | Q(**{f"{prefix}min_games__lte": merits.games})
    turns = Q(**{f"{prefix}max_stand_in_turns": None}) | Q(
        **{f"{prefix}max_stand_in_turns__gte": merits.stand_in_turns}
    )
    if merits.answer is None:
        return games & turns
    days = -(-merits.answer // timedelta(days=1))
    return games & turns & (Q(**{f"{prefix}max_answer_days": None}) | Q(**{f"{prefix}max_answer_days__gte": days}))


def open_to(games: GameQuerySet, user: User, now: datetime) -> GameQuerySet:
    return games.filter(is_met_by(merits_of(user, now)))


def awake_with(games: GameQuerySet, user: User, hours: int, now: datetime) -> GameQuerySet:
    """Keep the tables at which a player and everyone seated are awake together for so many hours a day."""
    tables = list(games.values_list("pk", flat=True)[:MAX_TABLES])
    return games.filter(pk__in=tables_awake_with(user, tables, hours, now))


def seats_open_to(seats: QuerySet[Seat], user: User, now: datetime) -> QuerySet[Seat]:
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
