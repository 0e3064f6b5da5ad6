"""What others may know of a player's time: how long answers take, and turns that others had to play."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles

from django.db.models import Count, Max, Q

from accounts.models import User
from games.models import Seat, Status, Turn, TurnEnd
from games.models.clocks.turn import started_at

YEAR = timedelta(days=365)
SAMPLE = 200  # turns: more would say the same, and cost more
MIN_TURNS = 10  # turns, to say anything about a player


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """How long a player's latest turns took, from the start of the clock: the median and both quartiles."""

    median: timedelta
    lower: timedelta
    upper: timedelta
    turns: int


@dataclass(frozen=True, slots=True)
class TimeFacts:
    """The facts of the last year. ``answers`` is None after few turns.

    ``games_since`` is how many games the player has finished since the last turn that someone else played.
    """

    answers: AnswerTimes | None
    by_house: int = 0
    by_deputy: int = 0
    games_since: int = 0


def time_facts_of(user: User, now: datetime) -> TimeFacts:
    """Return the facts about a player, in two statements, or three if others have played turns."""
    since = now - YEAR
    others = Turn.objects.filter(user=user, ended_at__gt=since, ended_by__in=[TurnEnd.HOUSE, TurnEnd.DEPUTY])
    numbers = others.aggregate(
        house=Count("id", filter=Q(ended_by=TurnEnd.HOUSE)),
        deputy=Count("id", filter=Q(ended_by=TurnEnd.DEPUTY)),
        last=Max("ended_at"),
    )
    games = games_finished_by(user, numbers["last"]) if numbers["last"] else 0
    return TimeFacts(answer_times_of(user, now), numbers["house"], numbers["deputy"], games)


def answer_times_of(user: User, now: datetime) -> AnswerTimes | None:
    """Return how long a player's latest turns of the last year took, None if there are few.

    Only turns that the player has played count; orders in advance take no time.
    """
    played = Turn.objects.filter(user=user, ended_at__gt=now - YEAR, ended_by=TurnEnd.PLAYER).order_by("-ended_at")
    rows = played.values_list("came_at", "told_at", "ended_at")[:SAMPLE]
    times = [seconds_taken(came, told, ended) for came, told, ended in rows if ended]
    if len(times) < MIN_TURNS:
        return None
    lower, median, upper = (timedelta(seconds=round(at)) for at in quantiles(times, n=4, method="inclusive"))
    return AnswerTimes(median, lower, upper, len(times))


def seconds_taken(came: datetime, told: datetime | None, ended: datetime) -> int:
    """Return how long a turn took from the start of its clock."""
    return max(0, int((ended - started_at(came, told)).total_seconds()))


def house_turns_of(user: User, now: datetime) -> int:
    """Return how many of a player's turns the house has played in the last year."""
    return Turn.objects.filter(user=user, ended_at__gt=now - YEAR, ended_by=TurnEnd.HOUSE).count()


def games_finished_by(user: User, since: datetime | None = None, most: int | None = None) -> int:
    """Return how many games a player has finished, since a moment if it is given; none above ``most`` are counted.

    Games that began at a position of another game do not count, because the position was chosen.
    """
    seats = Seat.objects.filter(user=user, game__status=Status.FINISHED, game__branched_at=None)
    if since is not None:
        seats = seats.filter(finished_at__gt=since)
    return seats.order_by("-finished_at")[:most].count()
