"""The facts of one game's turns: the same as ``turn_facts``, in one statement."""

import json
from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from accounts.models import User
from games.models import PlannedHoliday, TablePause, Turn, WakingHours
from games.models.sql import Fact, read_moment, read_moment_or_none

from ..time.facts import Gift
from ..time.instants import FOREVER, instant_of
from .turn_facts import PlayerTime, TurnReader, interval_of_pause

OF_PLAYERS = {"hours", "planned", "automatic", "bounce"}


class GameTurnReader(TurnReader):
    """Reads the facts of turns of one game: open ones, and those that come now."""

    def __init__(self, game_id: int, players: Iterable[User], rows: Iterable[Fact]) -> None:
        """Read the facts from ``rows``, which have those of ``sql.clock_facts`` among them.

        ``players`` are those whose turns they are, with their profiles.
        """
        self.players = {user.pk: PlayerTime(user) for user in players}
        self._pauses, self._outages = defaultdict(list), []
        self._gifts: dict[int, list[Gift]] = defaultdict(list)
        self._own: dict[int, list[int]] = defaultdict(list)
        for row in sorted(rows, key=lambda row: (row.first, row.number)):  # what was saved at once, by its number
            if row.what in {"pause", "gift", "step", "outage"}:
                self._add_fact(game_id, row)
            elif row.what in OF_PLAYERS and row.id in self.players:
                _add_to_player(self.players[row.id], row)

    def gifts(self, turn: Turn) -> list[Gift]:
        """Return the time given in a turn."""
        return self._gifts[turn.pk]

    def own_days(self, turn: Turn) -> list[int]:
        """Return when the deadline of a turn began automatic holidays."""
        return self._own[turn.pk]

    def _add_fact(self, game_id: int, row: Fact) -> None:
        what, turn_id, at, until, more, number, _flag = row
        match what:
            case "pause":
                pause = TablePause(
                    began_at=read_moment(at), until=read_moment_or_none(until), ended_at=read_moment_or_none(more)
                )
                self._pauses[game_id].append(interval_of_pause(pause))
            case "gift":
                self._gifts[turn_id].append(Gift(instant_of(read_moment(at)), number))
            case "outage":
                self._outages.append((instant_of(read_moment(at)), instant_of(read_moment(until))))
            case _ if more == "automatic":
                self._own[turn_id].append(instant_of(read_moment(at)))


def _add_to_player(player: PlayerTime, row: Fact) -> None:
    what, _user, at, text, more, _number, is_first = row
    match what:
        case "hours":
            hours = WakingHours(saved_at=read_moment(at), zone=text, rows=json.loads(more), is_first=bool(is_first))
            player.saved_hours.append(hours)
        case "planned":
            first, last, changes = more.split(" ", 2)
            days = {"first": date.fromisoformat(first), "last": date.fromisoformat(last)}
            plan = PlannedHoliday(saved_at=read_moment(at), zone=text, changes=json.loads(changes), **days)
            player.planned.append(plan)
        case "automatic":
            player.automatic.append(instant_of(read_moment(at)))
        case _:
            end = read_moment_or_none(text)
            player.spans.append((instant_of(read_moment(at)), instant_of(end) if end else FOREVER))
