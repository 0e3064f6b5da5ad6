"""How long each turn of a game took, of the seats that people have."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from accounts.selectors import display_name
from games.models import Game, Turn, TurnEnd

from .player_time import seconds_taken

PLAYED_BY_OTHERS = frozenset({TurnEnd.HOUSE, TurnEnd.DEPUTY})


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
    """Return the times of a game's turns that have ended, in their order, in one statement."""
    ended = Turn.objects.filter(game=game, ended_at__isnull=False, seat__number__isnull=False)
    return [
        _time(turn, turn.ended_at)
        for turn in ended.select_related("seat", "user__profile").order_by("came_at", "id")
        if turn.ended_at
    ]


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
        seconds=seconds_taken(turn.came_at, turn.told_at, ended),
        charge=turn.charge,
        bank_after=turn.bank_after,
    )


def times_by_seat(times: Iterable[TurnDuration]) -> Mapping[int, list[TurnDuration]]:
    """Return the times of each seat, in the order of the seats."""
    found: dict[int, list[TurnDuration]] = {}
    for time in times:
        found.setdefault(time.seat, []).append(time)
    return dict(sorted(found.items()))
