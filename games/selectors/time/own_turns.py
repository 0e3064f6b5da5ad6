"""The open turns of a game, and the deadline of one player's own turn.

The table's deadline is the earliest of all seats that must act. Where a single seat must act, it is the player's own
and is read with the game; only where several must act at the same time are the turns read.
"""

import json
from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import Game, Seat, Turn
from games.models.sql import Fact, read_moment, read_moment_or_none


@dataclass(frozen=True, slots=True)
class TurnTime:
    """The deadline of a turn, and when it was noticed that it had passed."""

    deadline: datetime | None
    overdue_at: datetime | None


def open_turns(game: Game, rows: Iterable[Fact]) -> list[Turn]:
    """Return the turns of a game that have not ended, the first one first, from the rows of ``sql.CLOCK_FACTS``.

    They have the columns that decide about clocks. A statement would take 0.7 ms of a table's page.
    """
    columns: dict[int, dict[str, Any]] = defaultdict(lambda: {"game_id": game.pk})
    for what, pk, first, second, third, number, _flag in rows:
        match what:
            case "turn":
                came, told = read_moment(first), read_moment_or_none(second)
                columns[pk] |= {"id": pk, "came_at": came, "told_at": told, "told_by": third, "bank": number}
            case "pace":
                columns[pk] |= {"seat_id": number, "pace": json.loads(third) if third else None}
            case "deadline":
                times = {"deadline": read_moment_or_none(first), "overdue_at": read_moment_or_none(second)}
                columns[pk] |= {**times, "deadline_cause": third, "user_id": number or None}
    turns = [Turn(**found) for found in columns.values()]
    return sorted(turns, key=lambda turn: (turn.came_at, turn.pk))


def own_times(user: User | None, tables: Collection[tuple[Game, Iterable[Seat]]]) -> dict[int, TurnTime]:
    """Return the time of the player's turn by the ids of games, at other tables that of the whole table.

    ``tables`` are games with their seats. This takes one query at most.
    """
    shared = [game.pk for game, seats in tables if user and sum(seat.is_acting for seat in seats) > 1]
    turns = Turn.objects.filter(user=user, game__in=shared, ended_at=None) if shared else ()
    own = {turn.game_id: TurnTime(turn.deadline, turn.overdue_at) for turn in turns}
    return {game.pk: own.get(game.pk) or TurnTime(game.deadline, game.overdue_at) for game, _seats in tables}


def own_time(user: User | None, game: Game) -> TurnTime:
    """Return the time of the player's turn at one table."""
    return own_times(user, [(game, game.seats.all())])[game.pk]
