"""Reads of turns, their times and their players' absences."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import quantiles

from django.db.models import Count, Max, Q, QuerySet, Sum

from accounts.models import User
from accounts.selectors import display_name
from games.common.errors import BrokenTurns
from games.core.choices import Status
from games.core.models import Game, Packed, Seat

from . import packed
from .models import AutomaticHoliday, Outage, PlannedHoliday, TablePause, Turn, TurnEnd, started_at

DAY = timedelta(days=1)

YEAR = timedelta(days=365)
SAMPLE = 200  # turns: more would say the same, and cost more
MIN_TURNS = 10  # turns, to say anything about a player

PLAYED_BY_OTHERS = frozenset({TurnEnd.STAND_IN, TurnEnd.DEPUTY})


def has_ended_turn(game: Game, user: User) -> bool:
    """Return True if a player has had a turn at this table before."""
    return Turn.objects.filter(game=game, user=user, ended_at__isnull=False).exists()


def due_turns(now: datetime) -> QuerySet[Turn]:
    """Return the open turns that the sweep must look at. Clocks of games in trouble wait until operators act."""
    return Turn.objects.filter(ended_at=None, due_at__lte=now, game__troubled_at=None)


def turns_in_outage(ended_at: datetime) -> QuerySet[Turn]:
    """Return the turns under way whose clocks may have run in an outage that ended then."""
    return Turn.objects.filter(ended_at=None, came_at__lt=ended_at, pace__isnull=False)


def outages_after(moment: datetime) -> timedelta:
    """Return the length of the outages that ended after a moment, all together."""
    rows = Outage.objects.filter(ended_at__gt=moment).values_list("began_at", "ended_at")
    return sum((ended_at - began_at for began_at, ended_at in rows), timedelta())


def holiday_makers(users: Collection[int], now: datetime, soon: timedelta) -> set[int]:
    """Return the players with a holiday that may be under way or begin soon, in one statement.

    Local days differ from those of UTC, so a day before and after is looked at as well.
    """
    first, last = (now + soon + DAY).date(), (now - DAY).date()
    planned = PlannedHoliday.objects.filter(user__in=users, first__lte=first, last__gte=last)
    automatic = AutomaticHoliday.objects.filter(user__in=users, began_at__gt=now - DAY, began_at__lte=now).order_by()
    players = planned.values_list("user_id", flat=True).order_by().union(automatic.values_list("user_id", flat=True))
    return set(players.order_by())


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The deadline of a turn, and when it was noticed that it had passed."""

    deadline: datetime | None
    overdue_at: datetime | None


@dataclass(frozen=True, slots=True)
class DeadlineHistory:
    """How often the deadline of a player at a table has changed, all turns together, and when it last did.

    ``number`` only grows, also when turns are taken back: a turn that comes again is another row.
    """

    number: int
    at: datetime | None


def deadline_histories(user: User, games: Collection[Game]) -> dict[int, DeadlineHistory]:
    """Return the history of the player's deadlines by the ids of games, in one query."""
    rows = (
        Turn.objects.filter(user=user, game__in=games)
        .order_by()
        .values_list("game")
        .annotate(Max("number"), Count("id"), Sum("deadline_changes"), Max("deadline_changed_at"))
    )
    return {game: DeadlineHistory(turn + turns + changes, at) for game, turn, turns, changes, at in rows}


def open_turns(game: Game) -> QuerySet[Turn]:
    """Return the turns of a game that have not ended, the first one first, with this object as their game."""
    return game.turns.filter(ended_at=None).select_related("seat", "user__profile").prefetch_related("gifts")


def turn_times_for(user: User | None, tables: Collection[tuple[Game, Iterable[Seat]]]) -> dict[int, TurnTime]:
    """Return the time of the player's turn by the ids of games, at other tables that of the whole table.

    ``tables`` are games with their seats. This takes one query at most.
    """
    shared = [game.pk for game, seats in tables if user and sum(seat.is_acting for seat in seats) > 1]
    turns = Turn.objects.filter(user=user, game__in=shared, ended_at=None) if shared else ()
    own = {turn.game_id: TurnTime(turn.deadline, turn.overdue_at) for turn in turns}
    return {game.pk: own.get(game.pk) or TurnTime(game.deadline, game.overdue_at) for game, _seats in tables}


def turn_time_for(user: User | None, game: Game) -> TurnTime:
    """Return the time of the player's turn at one table."""
    return turn_times_for(user, [(game, game.seats.all())])[game.pk]


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
    by_stand_in: int = 0
    by_deputy: int = 0
    games_since: int = 0


def time_facts_of(user: User, now: datetime) -> TimeFacts:
    """Return the facts about a player, in two statements, or three if others have played turns."""
    since = now - YEAR
    others = Turn.objects.filter(user=user, ended_at__gt=since, ended_by__in=[TurnEnd.STAND_IN, TurnEnd.DEPUTY])
    numbers = others.aggregate(
        stand_in=Count("id", filter=Q(ended_by=TurnEnd.STAND_IN)),
        deputy=Count("id", filter=Q(ended_by=TurnEnd.DEPUTY)),
        last=Max("ended_at"),
    )
    games = games_finished_by(user, numbers["last"]) if numbers["last"] else 0
    return TimeFacts(answer_times_of(user, now), numbers["stand_in"], numbers["deputy"], games)


def answer_times_of(user: User, now: datetime) -> AnswerTimes | None:
    """Return how long a player's latest turns of the last year took, None if there are few.

    Only turns that the player has played count; orders in advance take no time.
    """
    played = Turn.objects.filter(user=user, ended_at__gt=now - YEAR, ended_by=TurnEnd.PLAYER).order_by("-ended_at")
    rows = played.values_list("came_at", "notified_at", "ended_at")[:SAMPLE]
    times = [seconds_taken(came, notified, ended) for came, notified, ended in rows if ended]
    if len(times) < MIN_TURNS:
        return None
    lower, median, upper = (timedelta(seconds=round(at)) for at in quantiles(times, n=4, method="inclusive"))
    return AnswerTimes(median, lower, upper, len(times))


def seconds_taken(came: datetime, notified: datetime | None, ended: datetime) -> int:
    """Return how long a turn took from the start of its clock."""
    return max(0, int((ended - started_at(came, notified)).total_seconds()))


@dataclass(frozen=True, slots=True)
class Reliability:
    """How many turns of the last year came to a player, and how many of them the player was not too late for."""

    turns: int
    in_time: int

    @property
    def percent(self) -> int | None:
        """None after few turns. It is 100 only if every turn was in time."""
        return None if self.turns < MIN_TURNS else self.in_time * 100 // self.turns


def reliability_of(users: Collection[int], now: datetime) -> dict[int, Reliability]:
    """Return the reliability of several players with turns in the last year, in one statement."""
    if not users:
        return {}
    ends = [TurnEnd.PLAYER, TurnEnd.ORDER, TurnEnd.DEPUTY, TurnEnd.STAND_IN]
    turns = Turn.objects.filter(user__in=users, ended_by__in=ends, ended_at__gt=now - YEAR).order_by()
    missed = Count("id", filter=Q(ended_by=TurnEnd.STAND_IN))
    rows = turns.values_list("user").annotate(number=Count("id"), missed=missed)
    return {user: Reliability(number, number - missed) for user, number, missed in rows}


def stand_in_turns_of(user: User, now: datetime) -> int:
    """Return how many stand-in turns a player had in the last year."""
    return Turn.objects.filter(user=user, ended_at__gt=now - YEAR, ended_by=TurnEnd.STAND_IN).count()


def games_finished_by(user: User, since: datetime | None = None, most: int | None = None) -> int:
    """Return how many games from the start a player has finished, since a moment if it is given, ``most`` at most."""
    seats = Seat.objects.filter(user=user, game__status=Status.FINISHED, game__branched_at=None)
    if since is not None:
        seats = seats.filter(finished_at__gt=since)
    return seats.order_by("-finished_at")[:most].count()


@dataclass(frozen=True, slots=True)
class TurnDuration:
    """The time of a turn, or of a part of it if another player took the seat or it was taken back.

    ``ply`` is the length of the log when it came, ``player`` a username, None for a former player, and ``name`` their
    name as it is shown. ``seconds`` count from the start of the clock, ``charge`` is what the bank was charged, None
    without a clock.
    """

    ply: int
    number: int
    seat: int
    player: str | None
    name: str
    came_at: datetime
    started_at: datetime
    ended_at: datetime
    ended_by: str
    seconds: int
    charge: int | None
    bank_after: int | None


def turn_times_of(game: Game) -> list[TurnDuration]:
    """Return the times of a game's turns that have ended, in their order, in one statement, or four if packed.

    Raises BrokenTurns.
    """
    return [_time(turn, turn.ended_at) for turn in turns_of(game) if turn.ended_at and turn.seat.number is not None]


def turns_of(game: Game, related: Collection[str] = ()) -> list[Turn]:
    """Return all turns of a game, the first one first, with seats and players, and what else is ``related``.

    Raises BrokenTurns if they are packed and cannot be read.
    """
    turns = Turn.objects.filter(game=game).order_by("came_at", "id").select_related("seat", "user__profile")
    return list(turns.prefetch_related(*related)) or packed.unpacked(game)


def turns_fault(game: Game) -> str:
    """Return what is wrong with the packed turns of a game, "" for nothing, and if they are not packed."""
    try:
        if game.packed == Packed.TURNS:
            turns_of(game)
    except BrokenTurns as error:
        return error.fault
    return ""


def _time(turn: Turn, ended: datetime) -> TurnDuration:
    return TurnDuration(
        ply=turn.ply,
        number=turn.number,
        seat=turn.seat.number or 0,
        player=turn.user.username if turn.user else None,
        name=display_name(turn.user) if turn.user else "",
        came_at=turn.came_at,
        started_at=min(turn.starts_at, ended),
        ended_at=ended,
        ended_by=turn.ended_by,
        seconds=seconds_taken(turn.came_at, turn.notified_at, ended),
        charge=turn.charge,
        bank_after=turn.bank_after,
    )


def times_by_seat(times: Iterable[TurnDuration]) -> Mapping[int, list[TurnDuration]]:
    """Return the times of each seat, in the order of the seats."""
    found: dict[int, list[TurnDuration]] = {}
    for time in times:
        found.setdefault(time.seat, []).append(time)
    return dict(sorted(found.items()))


def current_pause(game: Game, now: datetime) -> TablePause | None:
    """Return the pause in which the table is, None if it is not paused."""
    return current_pauses([game], now).get(game.pk)


def pause_at(pauses: Iterable[TablePause], now: datetime) -> TablePause | None:
    """Return the one of a table's pauses in which the table is, as ``current_pause`` reads it."""
    lasting = (row for row in pauses if row.ended_at is None and (row.until is None or row.until > now))
    return max(lasting, key=lambda row: row.pk, default=None)


def current_pauses(games: Collection[Game], now: datetime) -> dict[int, TablePause]:
    """Return the pauses in which tables are, by the ids of games, in one statement."""
    lasting = Q(until=None) | Q(until__gt=now)
    rows = TablePause.objects.filter(lasting, game__in=games, ended_at=None).order_by("id") if games else ()
    return {row.game_id: row for row in rows}
