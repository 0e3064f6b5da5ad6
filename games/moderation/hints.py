"""Hints for moderators: who may be one person, and who may help whom. None is a proof, and nothing follows by itself.

Two accounts may share a browser because two people share it; points given away may be bad play. Only people who have
sat at a table together are compared, and only a moderator, with a name and a reason, makes a decision of it.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import sqrt
from statistics import mean, variance

from django.db.models import Q, QuerySet

from accounts.models import User
from games.analysis.models import Analysis
from games.analysis.selectors import with_result
from games.conduct.models import Trace
from games.conduct.services import TRACE, TRACES_KEPT
from games.core.models import JobState, Seat
from games.engine.analysis import TurnAnalysis, from_json

MAX_OPPONENTS, MAX_TRACES = 200, 5000
MIN_NEAR, NEAR_SHARE = 3, 0.5  # times, and part of the times of the one who acted more rarely
MAX_ANALYSES = 30  # the latest ones of a player
MAX_GIFTS = 5  # pairs on a page
MIN_GAMES, MIN_DECISIONS = 3, 20
SHOWN, FLAG = 2.0, 4.0  # standard errors; beyond the second, about one false alarm in 30,000 pairs
MIN_PLAYERS = 3  # in a game of two, all that one loses goes to the other


@dataclass(slots=True)
class SharedPlace:
    """What a player and an opponent have in common: times of ten minutes in the last 90 days.

    ``browser``: in which the opponent acted in a browser of the player. Of the ``times`` of the one who acted more
    rarely, ``near``: in which the other acted from the same address within ten minutes; ``network``: from the same
    network.
    """

    person: User
    browser: int = 0
    near: int = 0
    network: int = 0
    times: int = 0

    @property
    def is_hint(self) -> bool:
        return self.browser > 0 or (self.near >= MIN_NEAR and self.near > NEAR_SHARE * self.times)


def shared_places(user: User, now: datetime) -> list[SharedPlace]:
    """Return the opponents of the last 90 days with whom a player shares a browser or mostly an address."""
    since = now - TRACES_KEPT
    games = Seat.objects.filter(user=user).filter(Q(finished_at=None) | Q(finished_at__gt=since)).values("game")
    others = Seat.objects.filter(game__in=games, user__robot="", user__is_guest=False).exclude(user=user)
    people = {one.pk: one for one in User.objects.filter(pk__in=others.values("user"))[:MAX_OPPONENTS]}
    mine = list(Trace.objects.filter(user=user, at__gt=since).order_by("-at")[:MAX_TRACES])
    theirs = defaultdict[int, list[Trace]](list)
    for trace in Trace.objects.filter(user__in=people, at__gt=since).order_by("-at")[: 4 * MAX_TRACES]:
        theirs[trace.user_id].append(trace)
    found = [_compare(people[pk], mine, traces) for pk, traces in theirs.items()]
    return sorted((one for one in found if one.is_hint), key=lambda one: (-one.browser, -one.near))


def _compare(person: User, mine: Sequence[Trace], theirs: Sequence[Trace]) -> SharedPlace:
    devices = {trace.device for trace in mine} - {""}
    fewer, more = sorted((mine, theirs), key=lambda traces: len({trace.at for trace in traces}))
    places = {(trace.at + step * TRACE, trace.address) for trace in more for step in (-1, 0, 1)}
    networks = {(trace.at + step * TRACE, trace.network) for trace in more for step in (-1, 0, 1)}
    return SharedPlace(
        person,
        browser=len({trace.at for trace in theirs if trace.device in devices}),
        near=len({trace.at for trace in fewer if (trace.at, trace.address) in places}),
        network=len({trace.at for trace in fewer if (trace.at, trace.network) in networks}),
        times=len({trace.at for trace in fewer}),
    )


@dataclass(slots=True)
class GiftSum:
    """What the decisions of one player brought to another more than to the rest of the table, against the best choices.

    By chance it is zero: who errs, errs in favour of anybody. ``error`` is the standard error of that zero.
    """

    giver: User
    receiver: User
    parts: list[float] = field(default_factory=list)
    games: int = 0

    @property
    def points(self) -> float:
        return sum(self.parts)

    @property
    def error(self) -> float:
        return sqrt(sum(part * part for part in self.parts))

    @property
    def score(self) -> float:
        """In standard errors."""
        return self.points / self.error if self.error else 0.0

    @property
    def is_hint(self) -> bool:
        return self.games >= MIN_GAMES and self.score > FLAG


def preferences(turns: Iterable[TurnAnalysis], giver: int, receiver: int) -> list[float]:
    """Return, for each turn of a seat with a loss, what it brought another seat beyond the mean of the rest."""
    found = list[float]()
    for turn in turns:
        rest = [given for seat, given in enumerate(turn.given) if seat not in {giver, receiver}]
        if turn.seat == giver and rest and (part := turn.given[receiver] - sum(rest) / len(rest)):
            found.append(part)
    return found


@dataclass(frozen=True, slots=True)
class LostOnPurpose:
    """By how many points a game a player plays worse against an opponent, in games of two, than against all others.

    Each decision is compared with what a plain player does in its place, so the opponent’s strength matters little.
    """

    opponent: User
    points: float
    error: float
    games: int

    @property
    def is_hint(self) -> bool:
        return self.points > FLAG * self.error


def lost_on_purpose(user: User, now: datetime) -> list[LostOnPurpose]:
    """Return the opponents in three analysed games of two against whom a player plays worse than against the others."""
    losses, games, people = defaultdict[int, list[float]](list), defaultdict[int, int](int), dict[int, User]()
    for row in _analyses(user, now).filter(game__seat_count=2)[:MAX_ANALYSES]:
        by_number = _people(row)
        me = next((number for number, person in by_number.items() if person == user), None)
        other = by_number.get(1 - me) if me is not None else None
        if other is None or other.robot:
            continue
        people[other.pk], games[other.pk] = other, games[other.pk] + 1
        own = (turn for turn in _turns(row) if turn.seat == me)
        losses[other.pk] += [-decision.skill.value for turn in own for decision in turn.decisions]
    found = [_compare_losses(people[pk], losses, games[pk]) for pk in people if games[pk] >= MIN_GAMES]
    return sorted((one for one in found if one and one.points >= SHOWN * one.error), key=lambda one: -one.points)


def _compare_losses(opponent: User, losses: Mapping[int, list[float]], games: int) -> LostOnPurpose | None:
    here = losses[opponent.pk]
    elsewhere = [loss for pk, some in losses.items() if pk != opponent.pk for loss in some]
    if min(len(here), len(elsewhere)) < MIN_DECISIONS:
        return None
    error = sqrt(variance(here) / len(here) + variance(elsewhere) / len(elsewhere))
    in_a_game = len(here) / games
    return LostOnPurpose(opponent, (mean(here) - mean(elsewhere)) * in_a_game, error * in_a_game, games)


def _analyses(user: User, now: datetime) -> QuerySet[Analysis]:
    """Return the analyses of games of the last year in which a player has a seat, latest first, with their people."""
    mine = {"game__seats__user": user, "game__seats__finished_at__gt": now - timedelta(days=365)}
    done = Analysis.objects.filter(Q(result__isnull=False) | Q(packed__isnull=False), state=JobState.DONE, **mine)
    return done.order_by("-game__seats__finished_at").prefetch_related("game__seats__user__profile")


def _people(row: Analysis) -> dict[int, User]:
    """Return who has had a seat of a game from its beginning on, by its number."""
    return {seat.number or 0: seat.user for seat in row.game.seats.all() if seat.user and seat.owner_id is None}


def _turns(row: Analysis) -> Sequence[TurnAnalysis]:
    """Return the turns of an analysis, none if its packed result is damaged."""
    result = with_result(row).result
    return from_json(result).turns if result else ()


def gifts_of(user: User, now: datetime) -> list[GiftSum]:
    """Return the gifts between a player and those met in three analysed games of three or more.

    Only what is more than two standard errors from chance, most striking first.
    """
    found = dict[tuple[int, int], GiftSum]()
    for row in _analyses(user, now).filter(game__seat_count__gte=MIN_PLAYERS)[:MAX_ANALYSES]:
        _add_gifts(found, user, row)
    enough = [one for one in found.values() if one.games >= MIN_GAMES and one.score >= SHOWN]
    return sorted(enough, key=lambda one: -one.score)


def _add_gifts(found: dict[tuple[int, int], GiftSum], user: User, row: Analysis) -> None:
    turns = _turns(row)
    people = {number: person for number, person in _people(row).items() if not person.robot}
    me = next((number for number, person in people.items() if person == user), None)
    for number, person in people.items():
        if me is None or person == user:
            continue
        for giver, receiver in ((me, number), (number, me)):
            pair = found.setdefault((people[giver].pk, people[receiver].pk), GiftSum(people[giver], people[receiver]))
            pair.parts += preferences(turns, giver, receiver)
            pair.games += 1


def hints_about(user: User, now: datetime) -> dict[str, object]:
    """Return what the page of a case shows of a player: ``places``, ``gifts`` and ``lost``."""
    lost = lost_on_purpose(user, now)[:MAX_GIFTS]
    return {"places": shared_places(user, now), "gifts": gifts_of(user, now)[:MAX_GIFTS], "lost": lost}
