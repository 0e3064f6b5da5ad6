"""Ratings in memory: what they were before a rated game, and what the game makes of them.

A worker that rates a game that has just ended and a replay of all games use the same functions in the same order, so
that both compute the same bits.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from games.engine.registry import TITLES

from . import formula
from .anchors import anchor_skill
from .formula import Entrant, Skill
from .models import LUCK_FREE, InputKind, Pool, RatedGame, Rating, RatingChange, RatingReason, RatingVersion

LISTED_FOR = timedelta(days=90)
LISTED_OPPONENTS = 5
LUCK_FREE_GAMES, LUCK_FREE_OPPONENTS = 5, 3  # of those in the luck-free list, where a game tells as much as four
Input = Mapping[str, Any]


class Key(NamedTuple):
    user: int
    title: str
    pool: str


@dataclass(slots=True)
class KnownSkill:
    """What is known of a player's skill. ``opponents`` are the ids of the people that they met in rated games."""

    skill: Skill = formula.START
    games: int = 0
    at: datetime | None = None
    opponents: set[int] = field(default_factory=set)


Ledger = dict[Key, KnownSkill]


def people_in(rated: RatedGame) -> list[int]:
    """Return the ids of the people of a rated game, once each."""
    return list(dict.fromkeys(one["user"] for one in rated.inputs if "user" in one))


def keys_of(rated: RatedGame) -> list[Key]:
    """Return the ratings that a game can change."""
    return [Key(user, rated.title, pool) for pool in (Pool.ALL, rated.pool) for user in people_in(rated)]


def enter(ledger: Ledger, version: RatingVersion, rated: RatedGame, code: str) -> list[RatingChange]:
    """Enter a game into the ledger and return the changes, not saved. A voided game changes nothing."""
    if code in version.voided:
        return []
    return [
        change for pool in (Pool.ALL, rated.pool) for change in _enter_into(ledger, version, rated, pool, rated.inputs)
    ]


def luck_free_keys_of(rated: RatedGame) -> list[Key]:
    return [Key(user, rated.title, LUCK_FREE) for user in people_in(rated)]


def enter_luck_free(ledger: Ledger, version: RatingVersion, rated: RatedGame, code: str) -> list[RatingChange]:
    """Enter a game into the luck-free list, with the places that average dice would have given.

    A game that an earlier version of the method has analysed changes nothing.
    """
    analyst, found = TITLES[rated.title].analyst, rated.luck_free
    if code in version.voided or not (analyst and found and found["version"] == analyst.version):
        return []
    places = places_of(found["points"])
    inputs = [{**one, "place": places[one["seat"]]} for one in rated.inputs]
    return _enter_into(ledger, version, rated, LUCK_FREE, inputs)


def counted(inputs: Sequence[Input], excluded: Collection[int]) -> list[Input]:
    """Return who is rated: all but excluded players, and nobody if only one is left beside these."""
    found = [one for one in inputs if one.get("user") not in excluded]
    return found if len(found) > 1 or len(found) == len(inputs) else []


def places_of(points: Sequence[float]) -> list[int]:
    """Return the place of each seat by its points."""
    return [1 + sum(other > own for other in points) for own in points]


def _enter_into(
    ledger: Ledger, version: RatingVersion, rated: RatedGame, pool: str, all_inputs: Sequence[Input]
) -> list[RatingChange]:
    inputs = counted(all_inputs, version.excluded)
    people = [one for one in inputs if "user" in one]
    before = [_skill_before(ledger, rated, pool, one) for one in people]
    after = _skills_after(rated, inputs, people, before)
    for one, skill in zip(people, after, strict=True):
        known = ledger.setdefault(Key(one["user"], rated.title, pool), KnownSkill())
        known.skill, known.at = skill, max(known.at or rated.finished_at, rated.finished_at)
        known.games += 1
        known.opponents.update(other["user"] for other in people if other is not one)
    return [_change(version, rated, pool, *row) for row in zip(people, before, after, strict=True)]


def _skill_before(ledger: Ledger, rated: RatedGame, pool: str, one: Input) -> Skill:
    known = ledger.get(Key(one["user"], rated.title, pool))
    return formula.aged(known.skill, known.at, rated.finished_at) if known else formula.START


def _skills_after(
    rated: RatedGame, inputs: Sequence[Input], people: Sequence[Input], before: Sequence[Skill]
) -> list[Skill]:
    """Return the skills of the people after the game. A robot that has not been measured is left out."""
    after = dict(zip((one["user"] for one in people), before, strict=True))
    entrants = [(one, _entrant(rated, one, after.get(one.get("user", 0)))) for one in inputs]
    taking_part = [(one, entrant) for one, entrant in entrants if entrant is not None]
    scale = formula.scale_of(rated.title, int(rated.pool))
    rated_skills = formula.rate([entrant for _one, entrant in taking_part], scale)
    for (one, _entrant_before), skill in zip(taking_part, rated_skills, strict=True):
        if "user" in one:
            after[one["user"]] = skill
    for one in people:
        if one["kind"] == InputKind.SUBSTITUTE:
            after[one["user"]] = formula.with_gain(after[one["user"]], one["better"], one["weight"], scale)
    return [after[one["user"]] for one in people]


def _entrant(rated: RatedGame, one: Input, skill: Skill | None) -> Entrant | None:
    """Return a participant as the formula wants it, None for a substitute and a robot that has not been measured."""
    if one["kind"] == InputKind.ROBOT:
        anchor = anchor_skill(rated.title, one["robot"], one["version"], int(rated.pool))
        return Entrant(anchor, one["place"], is_fixed=True) if anchor else None
    if one["kind"] == InputKind.SUBSTITUTE or skill is None:
        return None
    return Entrant(skill, one["place"], one["weight"], has_left=one["kind"] == InputKind.LEFT)


def _change(
    version: RatingVersion, rated: RatedGame, pool: str, one: Input, before: Skill, after: Skill
) -> RatingChange:
    return RatingChange(
        version=version,
        rated_game=rated,
        user_id=one["user"],
        pool=pool,
        mu_before=before.mu,
        var_before=before.var,
        mu_after=after.mu,
        var_after=after.var,
        place=one["place"],
        weight=one["weight"],
        reason=reason_of(one),
    )


def reason_of(one: Input) -> RatingReason:
    """Return why a game counts in another way than usual for a player."""
    if one["kind"] == InputKind.LEFT:
        return RatingReason.LEFT if one["weight"] else RatingReason.LEFT_OFTEN
    if one["kind"] == InputKind.SUBSTITUTE:
        return RatingReason.SUBSTITUTE
    return RatingReason.USUAL if one["weight"] >= 1 else RatingReason.REPEATED


def listed_until(known: KnownSkill, pool: str) -> datetime | None:
    """Return until when a player is in the leaderboard without another game, None for a player who is not."""
    if pool == LUCK_FREE:
        is_listed = known.games >= LUCK_FREE_GAMES and len(known.opponents) >= LUCK_FREE_OPPONENTS
        return known.at + LISTED_FOR if known.at and is_listed else None
    spare = formula.LISTED_BELOW**2 - formula.deviation(known.skill.var) ** 2
    if known.at is None or spare < 0 or len(known.opponents) < LISTED_OPPONENTS:
        return None
    days = spare / (formula.IDLE_VAR_PER_DAY * formula.POINTS**2)
    return known.at + min(LISTED_FOR, timedelta(days=days))


def rating_row(version: RatingVersion, key: Key, known: KnownSkill) -> Rating:
    """Return the row of a rating, not saved."""
    assert known.at is not None
    return Rating(
        version=version,
        user_id=key.user,
        title=key.title,
        pool=key.pool,
        mu=known.skill.mu,
        var=known.skill.var,
        games=known.games,
        opponents=len(known.opponents),
        at=known.at,
        listed_until=listed_until(known, key.pool),
    )
