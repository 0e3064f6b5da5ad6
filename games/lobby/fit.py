"""How well open tables suit a player: rating, hours, pace, free seats."""

from collections.abc import Collection, Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from games.clocks.waking_hours import DeclaredWeek, declared_weeks, shared_hours
from games.core.models import Game, Seat
from games.play.requirements import refusals
from games.ratings import formula
from games.ratings.anchors import anchor_skill, version_of
from games.ratings.formula import Skill
from games.ratings.selectors import CurrentRating, ratings_at

from .selectors import matching_tables

MAX_TABLES = 300  # filters find the others
NEAR, FAR = 100, 250  # points of rating
MANY_HOURS, FEW_HOURS = 8, 4  # a day
LATEST_GAMES = 10  # whose paces are the player's usual ones


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a table suits a player.

    ``gap`` is how many points the others' average rating is above the player's, None unless both are known well.
    ``hours`` is for how many hours a day the people there and the player are awake together, None without people.
    ``chance`` is the player's chance to come first: None unless this is the last free seat, and all have ratings. New
    ones count: the odds are nearer to each other the less is known.
    """

    gap: int | None
    hours: int | None
    chance: float | None
    is_last_seat: bool
    is_usual_pace: bool

    @property
    def score(self) -> int:
        """The higher, the better it suits."""
        points = int(self.is_last_seat) + int(self.is_usual_pace)
        if self.gap is not None:
            points += 3 if abs(self.gap) <= NEAR else 1 if abs(self.gap) <= FAR else -1
        if self.hours is not None:
            points += 2 if self.hours >= MANY_HOURS else 1 if self.hours >= FEW_HOURS else -2
        return points


@dataclass(frozen=True, slots=True)
class TableFacts:
    """What the lobby knows of open tables: the ratings of their people by user and title, how they suit the viewer."""

    ratings: Mapping[tuple[int, str], CurrentRating]
    fits: Mapping[int, Fit]


def table_facts(user: User | None, games: Sequence[Game], now: datetime) -> TableFacts:
    """Return the facts about tables, in two statements. Those for a player, who does not sit there, take two more."""
    seats: dict[int, list[Seat]] = {game.pk: [] for game in games}
    for seat in Seat.objects.filter(game__in=seats, user__isnull=False).select_related("user__profile"):
        seats[seat.game_id].append(seat)
    people = {seat.user for row in seats.values() for seat in row if seat.user and not seat.user.robot}
    people |= {user} if user else set()
    ratings = ratings_at([one.pk for one in people], {game.title for game in games}, now)
    if user is None or not games:
        return TableFacts(ratings, {})
    weeks, paces = declared_weeks(people), _usual_paces(user)
    fits = {game.pk: _fit(user, game, seats[game.pk], ratings, weeks, paces, now) for game in games}
    return TableFacts(ratings, fits)


@dataclass(frozen=True, slots=True)
class FoundTables:
    """Open tables in the order in which they are shown, the facts about them, and those that refuse the player."""

    games: Sequence[Game]
    facts: TableFacts
    refused: Set[int] = frozenset()


def tables_for(user: User, filters: Mapping[str, Any], now: datetime) -> FoundTables:
    """Return the latest open tables that match a player's filter, the values of ``LobbyForm``.

    Unless another order is chosen, those that suit the player best come first, of equal ones the latest, and those
    whose minimum the player does not meet come last. This needs all of them, so there are at most MAX_TABLES.
    """
    found = list(matching_tables(user, {**filters, "hours": None}, now)[:MAX_TABLES])
    facts = table_facts(user, found, now)
    found = [game for game in found if _is_awake(facts.fits[game.pk], filters.get("hours") or 0)]
    refused = set() if filters.get("open_to_me") else set(refusals(found, user, now))
    if not filters.get("sort"):
        found.sort(key=lambda game: (game.pk in refused, -facts.fits[game.pk].score, -game.pk))
    return FoundTables(found, facts, refused)


def _is_awake(fit: Fit, hours: int) -> bool:
    """Return True if the people there and the player are awake together for so many hours a day. Robots never sleep."""
    return fit.hours is None or fit.hours >= hours


def _usual_paces(user: User) -> set[str]:
    return set(user.seats.order_by("-game").values_list("game__pace", flat=True)[:LATEST_GAMES])


def _fit(
    user: User,
    game: Game,
    seats: Sequence[Seat],
    ratings: Mapping[tuple[int, str], CurrentRating],
    weeks: Mapping[int, DeclaredWeek],
    paces: Collection[str],
    now: datetime,
) -> Fit:
    people = [seat.user_id for seat in seats if seat.user_id and seat.user and not seat.user.robot]
    own, others = ratings.get((user.pk, game.title)), [ratings.get((person, game.title)) for person in people]
    rated = [other.rating for other in others if other and not other.is_new]
    is_last_seat = len(seats) == game.seat_count - 1
    return Fit(
        gap=round(sum(rated) / len(rated)) - own.rating if own and not own.is_new and rated else None,
        hours=shared_hours(weeks, {user.pk, *people}, now) if people else None,
        chance=_chance(game, own, seats, ratings) if own and is_last_seat else None,
        is_last_seat=is_last_seat,
        is_usual_pace=game.pace in paces,
    )


def _chance(
    game: Game, own: CurrentRating, seats: Sequence[Seat], ratings: Mapping[tuple[int, str], CurrentRating]
) -> float | None:
    """Return the player's chance to come first against those who sit there, None if one of them has no rating."""
    skills = [_skill_of(own)]
    for seat in seats:
        robot = seat.user.robot if seat.user else ""
        rating = ratings.get((seat.user_id or 0, game.title))
        if robot:
            skill = anchor_skill(game.title, robot, version_of(game.title, robot), game.seat_count)
        else:
            skill = _skill_of(rating) if rating else None
        if skill is None:
            return None
        skills.append(skill)
    return formula.odds(skills, formula.scale_of(game.title, game.seat_count))[0]


def _skill_of(rating: CurrentRating) -> Skill:
    return Skill(formula.skill_of(rating.rating), (rating.deviation / formula.POINTS) ** 2)
