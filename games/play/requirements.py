"""What a table asks of players who want to join: finished games, few stand-in turns, quick answers.

Subjects above this one ask for more by ``terms_asked``. Players whom someone at the table has invited need not meet any
of it, and robots neither.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.clocks.selectors import answer_times_of, games_finished_by, stand_in_turns_of
from games.clocks.waking_hours import tables_awake_with
from games.common import signals
from games.common.errors import Forbidden
from games.core.models import Game, Seat
from games.core.querysets import GameQuerySet

MIN_GAMES = (1, 5, 20)
MAX_STAND_IN_TURNS = (0, 2, 5)  # in the last year
MAX_ANSWER_DAYS = (1, 3, 7)  # the median of the last year

MAX_TABLES = 300  # the first ones of a list of which hours and terms are compared


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
    if missing := refusals([game], user, now).get(game.pk):
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
    """Keep the tables that a player may join without an invitation."""
    found = games.filter(is_met_by(merits_of(user, now)))
    return found.exclude(pk__in=_refused_by_terms(found.values_list("pk", flat=True)[:MAX_TABLES], user, now))


def awake_with(games: GameQuerySet, user: User, hours: int, now: datetime) -> GameQuerySet:
    """Keep the tables at which a player and everyone seated are awake together for so many hours a day."""
    tables = list(games.values_list("pk", flat=True)[:MAX_TABLES])
    return games.filter(pk__in=tables_awake_with(user, tables, hours, now))


def seats_open_to(seats: QuerySet[Seat], user: User, now: datetime) -> QuerySet[Seat]:
    found = seats.filter(is_met_by(merits_of(user, now), "game__"))
    return found.exclude(game__in=_refused_by_terms(found.values_list("game_id", flat=True)[:MAX_TABLES], user, now))


def seats_awake_with(seats: QuerySet[Seat], user: User, hours: int, now: datetime) -> QuerySet[Seat]:
    """Keep the seats at tables like those of ``awake_with``."""
    tables = list(seats.values_list("game_id", flat=True)[:MAX_TABLES])
    return seats.filter(game__in=tables_awake_with(user, tables, hours, now))


def refusals(games: Iterable[Game], user: User | None, now: datetime) -> dict[int, str]:
    """Return why a player may not join tables without an invitation, by the ids of those that refuse the player.

    A visitor is asked after signing in.
    """
    games = list(games)
    if user is None or not games:
        return {}
    asking = [game for game in games if has_minimum(game)]
    merits = merits_of(user, now) if asking else None
    by_minimum = {game.pk: text for game in asking if merits and (text := unmet(game, merits))}
    return _refused_by_terms([game.pk for game in games], user, now) | by_minimum


def _refused_by_terms(games: Collection[int], user: User, now: datetime) -> dict[int, str]:
    """Return what subjects above say about tables, in sentences by id."""
    answers: Any = signals.terms_asked.send(sender=None, games=list(games), user=user, now=now)
    return {pk: text for _receiver, found in answers for pk, text in found.items()}
