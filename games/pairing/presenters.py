"""Standing challenges in words."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.selectors import display_name
from games.clocks.presenters import PaceView, pace_view
from games.common.wording import join_names, title_and_rules
from games.core.models import Game
from games.core.selectors import first_rules, is_rated_for, seat_name, seats_of

from .models import Challenge
from .selectors import (
    People,
    SuitableChallenge,
    SuitableTable,
    Wish,
    accepts,
    accepts_rating,
    candidates_for,
    may_play_rated,
    people_of,
    terms_at,
    waiting_table,
)


@dataclass(frozen=True, slots=True)
class ChallengeView:
    """A challenge in a list. ``rating`` is its player’s, if any, ``asks`` whom it is for, ``playing`` counts games."""

    pk: int
    name: str
    username: str
    rating: int | None
    rules: str
    pace: PaceView
    seats: int
    is_rated: bool
    asks: tuple[str, ...]
    playing: int
    max_games: int


def challenge_view(row: Challenge, rating: int | None = None) -> ChallengeView:
    """Return a challenge of ``own_challenges`` or ``challenges_to_show`` in words."""
    return ChallengeView(
        row.pk,
        display_name(row.user),
        row.user.username,
        rating,
        title_and_rules(row.title, row.ruleset, row.seat_count),
        pace_view(row.pace),
        row.seat_count,
        row.is_rated,
        tuple(_asks(row)),
        getattr(row, "playing", 0),
        row.max_games,
    )


def challenge_views(rows: Iterable[tuple[Challenge, int | None]]) -> list[ChallengeView]:
    return [challenge_view(row, rating) for row, rating in rows]


@dataclass(frozen=True, slots=True)
class FoundView:
    """A table or standing challenge that a search has found. ``people`` are those whom the player would meet."""

    key: str
    name: str
    people: str
    rules: str
    is_rated: bool


def found_view(found: SuitableTable | SuitableChallenge, user: User) -> FoundView:
    """Return what a search of this player has found."""
    row = found.row
    if isinstance(found, SuitableChallenge):
        people = [display_name(found.challenge.user)]
        is_rated = row.is_rated and found.challenge.user_id not in user.housemates
    else:
        people = [seat_name(seat) for seat in seats_of(found.game)]
        is_rated = is_rated_for(found.game, user)
    rules = title_and_rules(row.title, row.ruleset, row.seat_count)
    return FoundView(found.key, people[0], join_names(people), rules, is_rated)


@dataclass(frozen=True, slots=True)
class SearchView:
    """What a search looks for and has found; ``waiting`` is the table at which the player waits for it already.

    ``rules`` are those of what was found, or of the table that the player would open.
    """

    title: str
    seat_count: int
    pace: PaceView
    offer: FoundView | None
    waiting: Game | None
    rules: str
    may_rate: bool


def search_view(user: User, wish: Wish, now: datetime) -> SearchView:
    best = next(iter(candidates_for(user, wish, now)), None)
    offer = found_view(best, user) if best else None
    own_rules = title_and_rules(wish.title.key, first_rules(wish.title), wish.seat_count)
    return SearchView(
        title=wish.title.key,
        seat_count=wish.seat_count,
        pace=pace_view(wish.pace),
        offer=offer,
        waiting=None if offer else waiting_table(user, wish),
        rules=offer.rules if offer else own_rules,
        may_rate=may_play_rated(user, now),
    )


def terms_refusals(games: Collection[int], user: User, now: datetime) -> dict[int, str]:
    """Return why a player does not fit the challenges that have brought others to tables, in sentences by table."""
    rows = list(terms_at(games))
    if not rows:
        return {}
    people = people_of({user, *(row.challenge.user for row in rows)}, {row.challenge.title for row in rows}, now)
    found = ((row.game_id, row.challenge) for row in rows)
    return {pk: _why_not(row, user, people) for pk, row in found if not accepts(row, user.pk, people)}


def _why_not(row: Challenge, user: User, people: People) -> str:
    """Return what a challenge asks, and what the player has instead."""
    asked = _("This table asks for: %(asks)s.") % {"asks": ", ".join(_asks(row))}
    rating = {"rating": people.rating(user.pk, row.title)}
    if accepts_rating(row, user.pk, people):
        own = _("Your waking hours overlap less.")
    elif (user.pk, row.title) in people.ratings:
        own = _("Your rating is %(rating)d.") % rating
    else:
        own = _("You have no rating yet, which counts as %(rating)d.") % rating
    return f"{asked} {own}"


def _asks(row: Challenge) -> list[str]:
    """Return whom a challenge is for, in phrases."""
    low, high, hours = row.min_rating, row.max_rating, row.min_hours
    asks = []
    if low is not None and high is not None:
        asks.append(_("rating %(low)s to %(high)s") % {"low": low, "high": high})
    elif low is not None:
        asks.append(_("rating from %(low)s") % {"low": low})
    elif high is not None:
        asks.append(_("rating up to %(high)s") % {"high": high})
    if hours:
        text = ngettext(
            "awake together at least %(count)d hour a day", "awake together at least %(count)d hours a day", hours
        )
        asks.append(text % {"count": hours})
    return asks
