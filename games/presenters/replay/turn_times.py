"""The time of each turn in the replay of a game: a graph, a line for each player, and a remark for each turn."""

import csv
import io
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC
from functools import cached_property
from statistics import median

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.values import SEAT_LETTERS
from games.models import Game
from games.selectors.time.turn_times import PLAYED_BY_OTHERS, TurnDuration, times_by_seat, turn_times_of

from ..clocks.durations import duration_text, rough_text
from ..pictures.graphs.time_graph import MARKS, TimeBar, TimeLane, time_graph
from ..table.log.log_lines import TurnView

ISO = "%Y-%m-%dT%H:%M:%SZ"
HEADER = ("turn", "seat", "player", "came", "started", "ended", "seconds", "charged", "bank_after", "ended_by")


@dataclass(frozen=True, slots=True)
class PlayerTimes:
    """The times of a player in one game, in words."""

    name: str
    letter: str
    style: str
    usual: str
    longest: str
    total: str


@dataclass
class TurnTimesView:
    """The times of a game's turns. ``turns`` are those of the log, ``styles`` the players' colours by seat."""

    times: Sequence[TurnDuration]
    turns: Sequence[TurnView]
    names: Sequence[str]
    styles: Mapping[int, str]
    length: int
    at: int

    @cached_property
    def bars(self) -> dict[int, dict[int, TimeBar]]:
        """The bars of each seat by the place of the turn in the log; the parts of one turn together."""
        found: dict[int, dict[int, TimeBar]] = {}
        for seat, times in times_by_seat(self.times).items():
            bars = found.setdefault(seat, {})
            for time in times:
                place = self._place(time.ply)
                if place is not None:
                    bars[place] = self._bar(time, place, bars.get(place))
        return {seat: bars for seat, bars in found.items() if bars}

    def _place(self, ply: int) -> int | None:
        """Return the place of the turn that began at a ply; None if nothing was played in it."""
        place = bisect_right(self._ends, ply)
        return place if place < len(self._ends) else None

    @cached_property
    def _ends(self) -> list[int]:
        return [turn.last_ply for turn in self.turns]

    def _bar(self, time: TurnDuration, place: int, earlier: TimeBar | None) -> TimeBar:
        first = self._ends[place - 1] if place else 0
        seconds = time.seconds + (earlier.seconds if earlier else 0)
        name = time.name or self.names[time.seat]  # another player may have the seat now
        words = {"turn": time.number, "name": name, "time": duration_text(seconds)}
        tip = _("Turn %(turn)s, %(name)s: %(time)s") % words
        return TimeBar(first, self._ends[place], seconds, tip, is_hollow=time.ended_by in PLAYED_BY_OTHERS)

    @cached_property
    def graph(self) -> SafeString:
        """The graph, "" if no time is known."""
        lanes = [
            TimeLane(SEAT_LETTERS[seat], self.styles.get(seat, ""), tuple(bars.values()))
            for seat, bars in self.bars.items()
        ]
        sentence = _("%(name)s (%(letter)s): usually %(usual)s, at most %(longest)s, in all %(total)s")
        words = ({name: getattr(one, name) for name in PlayerTimes.__slots__} for one in self.players)
        desc = "; ".join(sentence % one for one in words)
        names = (
            pgettext("hour, in a graph", "1 h"),
            pgettext("day, in a graph", "1 d"),
            pgettext("week, in a graph", "7 d"),
        )
        marks = list(zip(MARKS, names, strict=True))
        title = _("Time for each turn")
        return SafeString(time_graph(lanes, self.length, at=self.at, title=title, desc=desc, marks=marks))

    @cached_property
    def players(self) -> list[PlayerTimes]:
        """The times of each player in words."""
        return [self._player(seat, [bar.seconds for bar in bars.values()]) for seat, bars in self.bars.items()]

    def _player(self, seat: int, seconds: Sequence[int]) -> PlayerTimes:
        return PlayerTimes(
            name=self.names[seat],
            letter=SEAT_LETTERS[seat],
            style=self.styles.get(seat, ""),
            usual=rough_text(int(median(seconds))),
            longest=rough_text(max(seconds)),
            total=rough_text(sum(seconds)),
        )

    @property
    def has_others(self) -> bool:
        """True if the house or a deputy has played turns."""
        return any(bar.is_hollow for bars in self.bars.values() for bar in bars.values())

    def text_of(self, place: int) -> str:
        """Return how long a turn of the log took, in words; "" if nobody knows."""
        return ", ".join(duration_text(bars[place].seconds) for bars in self.bars.values() if place in bars)


def times_csv(game: Game) -> str:
    """Return the times of a game's turns as a table for spreadsheets and programs. Moments are in UTC."""
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(HEADER)
    for one in turn_times_of(game):
        moments = (moment.astimezone(UTC).strftime(ISO) for moment in (one.came_at, one.started_at, one.ended_at))
        who = (one.number, SEAT_LETTERS[one.seat], one.player or "")
        table.writerow((*who, *moments, one.seconds, one.charge, one.bank_after, one.ended_by))
    return text.getvalue()
