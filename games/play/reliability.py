"""The reliability counter: what a player owes the others, how it heals, and what it limits.

Computed from the games of the last year whenever it is asked for; nothing is stored. A game in which the player was
late, or which the player left, adds points, once; a finished game and a turn for someone else take one away.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Min, OuterRef, Q, Subquery
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from accounts.models import User
from games.clocks.models import Turn, TurnEnd
from games.clocks.selectors import YEAR
from games.common.errors import Forbidden
from games.core.choices import Status
from games.core.log import fetch_entries
from games.core.models import Entry, Game, Packed, Seat
from games.core.selectors import handed_over
from games.engine.values import OUT_OF_TIME, RESIGNS

FAULT = 6  # points of a game in which the player was late, or which the player left
MAX_MERITS = 150  # the latest finished games that count: more than faults ever need
ONE_GAME, ALL_GAMES = 10, 5  # points from which a player has one game at a time, and down to which
ROBOTS_ONLY, ROBOTS_TIME = 20, timedelta(days=14)
MIN_TURNS = 2  # fewer turns of one's own are no game: to resign then is to leave
FOR_BOTH = 2  # seats: there most lost games end by resigning
OWN_ENDS = (TurnEnd.PLAYER, TurnEnd.ORDER)


@dataclass(frozen=True, slots=True)
class ReliabilityCounter:
    """What the last year says. ``late`` and ``left`` are games, each counted once, ``finished`` at most MAX_MERITS.

    ``has_one_game``: the player starts no second game with people. ``robots_until`` is when the player may start games
    with people again, None for now.
    """

    points: int = 0
    late: int = 0
    left: int = 0
    finished: int = 0
    has_one_game: bool = False
    robots_until: datetime | None = None

    @property
    def has_faults(self) -> bool:
        return self.late + self.left > 0


def points_after(faults: Iterable[datetime], merits: Iterable[datetime]) -> tuple[int, bool, datetime | None]:
    """Return the points after faults and merits in the order of time, the limit to one game, the end of robots only."""
    points, has_one_game, robots_until = 0, False, None
    for at, change in sorted([*((at, FAULT) for at in faults), *((at, -1) for at in merits)]):
        points = max(0, points + change)
        if change > 0 and points >= ROBOTS_ONLY:
            robots_until = at + ROBOTS_TIME
        has_one_game = points >= ONE_GAME or (has_one_game and points > ALL_GAMES)
    return points, has_one_game, robots_until


def reliability_counter(user: User, now: datetime) -> ReliabilityCounter:
    """Return the counter of a player, in at most six statements."""
    since = now - YEAR
    late, left = _late_games(user, since), _games_left(user, since)
    finished = _games_finished(user, since, but=left)
    points, has_one_game, until = points_after({**late, **left}.values(), [*finished, *_turns_for_others(user, since)])
    return ReliabilityCounter(
        points=points,
        late=len(late.keys() - left.keys()),
        left=len(left),
        finished=len(finished),
        has_one_game=has_one_game,
        robots_until=until if until and until > now else None,
    )


def _turns_for_others(user: User, since: datetime) -> list[datetime]:
    """Return when the player has played turns in seats taken over from others. Few have any: seats are asked first."""
    taken = Seat.objects.filter(user=user, taken_at__isnull=False).exclude(owner=user)
    seats = list(taken.values_list("pk", flat=True))
    turns = Turn.objects.filter(seat__in=seats, user=user, ended_by__in=OWN_ENDS, ended_at__gt=since)
    return [at for at in turns.values_list("ended_at", flat=True) if at] if seats else []


def _late_games(user: User, since: datetime) -> dict[int, datetime]:
    """Return the games in which a stand-in robot has played for the player, with the time of the first turn."""
    turns = Turn.objects.filter(user=user, ended_by=TurnEnd.STAND_IN, ended_at__gt=since).order_by()
    return dict(turns.values_list("game").annotate(first=Min("ended_at")))


def _games_left(user: User, since: datetime) -> dict[int, datetime]:
    """Return the games that the player left: out of time, to another player, or by resigning where it hurts.

    A seat that an operator has given to another was not left.

    To resign at a table of two is a usual end, unless hardly anything was played.
    """
    gone = Entry.objects.filter(game=OuterRef("game"), seat=OuterRef("number"), notation__in=(OUT_OF_TIME, RESIGNS))
    gone = gone.filter(played_by=None).order_by("-ply")
    taken = Q(owner=user, taken_at__gt=since) & ~Q(user=user)
    recent = Q(finished_at=None) | Q(finished_at__gt=since)
    seats = Seat.objects.filter(taken | (recent & Q(user=user, is_out=True, owner=None))).annotate(
        gone_at=Subquery(gone.values("at")[:1]),
        how=Subquery(gone.values("notation")[:1]),
        own=Count("turns", filter=Q(turns__user=user, turns__ended_by__in=OWN_ENDS)),
    )
    found = dict[int, datetime]()
    columns = ("game", "game__seat_count", "number", "owner", "taken_at", "gone_at", "how", "own")
    rows = list(seats.values_list(*columns))
    packed = _gone_in_packed_logs([row[0] for row in rows if row[5] is None])
    lost = [row[0] for row in rows if row[3] == user.pk]
    given = handed_over(lost) if lost else set()
    for game, size, number, owner, taken_at, stored_at, stored_how, own in rows:
        gone_at, how = packed.get((game, number), (stored_at, stored_how))
        is_lost = owner == user.pk
        is_usual = not is_lost and how == RESIGNS and size == FOR_BOTH and own >= MIN_TURNS
        at = taken_at if is_lost else gone_at
        if at and at > since and not is_usual and not (is_lost and (game, user.pk) in given):
            found[game] = at
    return found


def _gone_in_packed_logs(ids: Collection[int]) -> dict[tuple[int, int | None], tuple[datetime, str]]:
    """Return who left when and how those of the games whose logs are packed and not damaged, by game and seat."""
    games = list(Game.objects.filter(pk__in=ids).exclude(packed=Packed.NOTHING)) if ids else []
    fetch_entries(games)
    return {
        (game.pk, entry.seat): (entry.at, entry.notation)
        for game in games
        for entry in game.fetched_entries or ()
        if entry.notation in {OUT_OF_TIME, RESIGNS} and entry.played_by_id is None
    }


def games_left(user: User, now: datetime) -> int:
    """Return how many games of the last year a player has left, in one statement, or four if some are packed."""
    return len(_games_left(user, now - YEAR))


def _with_people() -> Exists:
    """Return the condition that another person sits at the game of a seat."""
    return Exists(Seat.objects.filter(game=OuterRef("game"), user__robot="").exclude(pk=OuterRef("pk")))


def _games_finished(user: User, since: datetime, but: Iterable[int]) -> list[datetime]:
    seats = Seat.objects.filter(user=user, game__status=Status.FINISHED, game__branched_at=None, finished_at__gt=since)
    ends = seats.filter(_with_people()).exclude(game__in=but).order_by("-finished_at")
    return [at for at in ends.values_list("finished_at", flat=True)[:MAX_MERITS] if at]


def require_reliable(user: User, now: datetime | None = None, *, but: Game | None = None) -> None:
    """Raise Forbidden (robots-only, one-game) if the counter does not let a player start a game with people.

    ``but`` is a game that does not count: the one that is about to be joined.
    """
    if limit := limit_of(user, now or timezone.now(), but=but):
        raise limit


def limit_of(user: User, now: datetime, *, but: Game | None = None) -> Forbidden | None:
    """Return why a player starts no game with people now, as ``require_reliable`` raises it, None if they can."""
    counter = reliability_counter(user, now)
    if counter.robots_until:
        text = _(
            "You have left several games or been late in them. Until %(date)s you can only play against robots. "
            "Your settings say how this is counted."
        )
        until = date_format(timezone.localtime(counter.robots_until), "DATE_FORMAT")
        return Forbidden("robots-only", text % {"date": until})
    if counter.has_one_game and _current_with_people(user, but):
        return Forbidden(
            "one-game",
            _(
                "You have left games or been late in them, so for now you can have one game with other people at a "
                "time. Each finished game helps. Your settings say how this is counted."
            ),
        )
    return None


def _current_with_people(user: User, but: Game | None) -> bool:
    seats = Seat.objects.filter(user=user, is_out=False, game__status__in=(Status.OPEN, Status.RUNNING))
    if but is not None:
        seats = seats.exclude(game=but)
    return seats.filter(Q(game__status=Status.OPEN) | _with_people()).exists()
