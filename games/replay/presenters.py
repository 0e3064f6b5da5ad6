"""The replay of a stored game: any position, chat and diaries, and a graph of the points."""

import csv
import io
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC
from functools import cached_property
from statistics import median
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.selectors import display_name
from games.board.log_lines import LogEvent, PlyText, Story, TurnView, rolled_face, story_of
from games.board.position import GamePositionView, PositionView, StepPlies
from games.board.rules import RulesView, rules_view
from games.board.seats import SeatView, departures_in, plain_seats, seats_with_panels
from games.board.status import game_end_text, winners_text
from games.chat.selectors import recent_lines
from games.clocks.selectors import PLAYED_BY_OTHERS, TurnDuration, times_by_seat, turn_times_of
from games.common.errors import BrokenTurns, NotFound
from games.common.wording import MINUTE, duration_text, rough_text
from games.core.choices import Status
from games.core.log import Origins, log_with_origins, note_if_broken, replaying, require_whole
from games.core.models import Game, JobState, Seat
from games.core.selectors import Viewer, events_of, seat_name, seats_of
from games.core.visibility import knowing_seat, known_plies
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import SEAT_LETTERS, Ply
from games.pictures.graphs import MARKS, GraphLine, TimeBar, TimeLane, TurnSpan, score_graph, scores_by_seat, time_graph
from games.pictures.registry import art_address, skin_of
from games.planning.selectors import open_diary

from .models import Film, FilmFormat
from .selectors import films_of

LETTERS = "ABCDEFGHIJ"
MAX_CHAT_LINES = 500  # chat lines between the turns

ISO = "%Y-%m-%dT%H:%M:%SZ"
HEADER = ("turn", "seat", "player", "came", "started", "ended", "seconds", "charged", "bank_after", "ended_by")


@dataclass(frozen=True, slots=True)
class FilmView:
    """One kind of film. ``page`` names the address of the file, "" without a file."""

    kind: str
    label: str
    page: str
    is_under_way: bool
    has_failed: bool


@dataclass(frozen=True, slots=True)
class FilmsView:
    """All kinds; an open page polls ``page`` while one is being made. Empty for a game that is not over."""

    kinds: tuple[FilmView, ...]
    page: str

    @property
    def is_under_way(self) -> bool:
        return any(kind.is_under_way for kind in self.kinds)

    @property
    def may_be_made(self) -> bool:
        return any(not kind.page and not kind.is_under_way for kind in self.kinds)


def films_view(game: Game, page: str) -> FilmsView:
    if not game.is_over or not game.ply:
        return FilmsView((), page)
    rows = {row.format: row for row in films_of(game)}
    return FilmsView(tuple(_view(game, kind, rows.get(kind)) for kind in FilmFormat), page)


def _view(game: Game, kind: FilmFormat, row: Film | None) -> FilmView:
    state = row.state if row else ""
    is_there = row is not None and row.finished_at is not None
    return FilmView(
        kind=kind.value,
        label=str(kind.label),
        page=f"film_{kind.value}" if is_there else "",
        is_under_way=not is_there and state in {JobState.QUEUED, JobState.RUNNING},
        has_failed=not is_there and state == JobState.FAILED,
    )


@dataclass(frozen=True, slots=True)
class Remark:
    """A chat message or a diary line from the time when the log had ``ply`` entries."""

    ply: int
    name: str
    text: str
    is_diary: bool


@dataclass(frozen=True, slots=True)
class ReplayTurn:
    """One turn with its chat messages and diary lines. ``time`` is how long it took in words, "" if nobody knows."""

    turn: TurnView
    remarks: tuple[Remark, ...]
    time: str = ""


@dataclass(frozen=True, slots=True)
class PlayerTimes:
    name: str
    letter: str
    style: str
    usual: str
    longest: str
    total: str

    @property
    def text(self) -> str:
        if self.usual == self.longest:
            return self.usual
        return _("usually %(usual)s, at most %(longest)s") % {"usual": self.usual, "longest": self.longest}


@dataclass
class TurnTimesView:
    """The times of a game's turns. ``turns`` are those of the log, ``styles`` the players' colours by seat."""

    times: Sequence[TurnDuration]
    turns: Sequence[TurnView]
    names: Sequence[str]
    styles: Mapping[int, str]
    length: int
    at: int
    fault: str = ""  # why there are none, in a sentence

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

    @property
    def is_shown(self) -> bool:
        """False if every turn took less than a minute: a graph from an hour to a week would be empty."""
        return any(bar.seconds >= MINUTE for bars in self.bars.values() for bar in bars.values())

    def _place(self, ply: int) -> int | None:
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
        lanes = [
            TimeLane(SEAT_LETTERS[seat], self.styles.get(seat, ""), tuple(bars.values()))
            for seat, bars in self.bars.items()
        ]
        sentence = _("%(name)s (%(letter)s): %(times)s, in all %(total)s")
        desc = "; ".join(
            sentence % {"name": one.name, "letter": one.letter, "times": one.text, "total": one.total}
            for one in self.players
        )
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
        """True if a stand-in or a deputy has played turns."""
        return any(bar.is_hollow for bars in self.bars.values() for bar in bars.values())

    def text_of(self, place: int) -> str:
        """Return how long a turn of the log took, in words; "" for less than a minute and if nobody knows.

        The player is named who had the turn, if another one acted in it: somebody may resign out of turn.
        """
        spans = {seat: bars[place].seconds for seat, bars in self.bars.items() if place in bars}
        return ", ".join(self._span(place, seat, seconds) for seat, seconds in spans.items() if seconds >= MINUTE)

    def _span(self, place: int, seat: int, seconds: int) -> str:
        text = duration_text(seconds)
        if seat in self.turns[place].seats:
            return text
        return _("%(name)s: %(time)s") % {"name": self.names[seat], "time": text}


class Roll(NamedTuple):
    """A roll that is shown from its ply to the last one of its turn. ``picture`` is an address."""

    ply: int
    last: int
    picture: str
    text: str


class ReplayView(PositionView, ABC):
    """A position of a replay, with the points of all positions."""

    @property
    @abstractmethod
    def end(self) -> str:
        """Why the game ended, "" before its last step."""

    @cached_property
    def board(self) -> SafeString:
        return self.draw()

    @cached_property
    def status(self) -> str:
        if not self.is_past and self.outcome:
            return f"{self.end} {winners_text(self.winners)}".strip()
        return self.moment_name

    @cached_property
    def step_texts(self) -> list[PlyText]:
        return [entry for turn in self.turns for entry in turn.texts]

    @property
    def stops(self) -> list[int]:
        """The plies at which the buttons of a replay stop: several draws in a row, which are one text, are one step."""
        return [entry.ply for entry in self.step_texts]

    @property
    def joined(self) -> dict[int, str]:
        """The texts of several draws in a row, by the last of their plies. A frame has the text of its own draw."""
        befores = [0, *self.stops]
        return {one.ply: one.text for one, last in zip(self.step_texts, befores, strict=False) if one.ply - last > 1}

    @property
    def moment_text(self) -> str:
        """The place of this position in the game: its turn and its step."""
        turn = next((turn for turn, plies in self.turn_plies if turn.number and self.ply in plies), None)
        if turn is None:
            return self.turns_text
        first = (self.steps.previous or 0) + 1
        text = self.moment_form if first == self.ply else self.moment_form_of_several
        return text.format(turn=turn.number, turns=self.turns[-1].number, first=first, step=self.ply, steps=self.length)

    @property
    def moment_form(self) -> str:
        return _("Turn {turn} of {turns}, step {step} of {steps}")

    @property
    def moment_form_of_several(self) -> str:
        return _("Turn {turn} of {turns}, steps {first}–{step} of {steps}")

    @cached_property
    def rolls(self) -> list[Roll]:
        """The rolls of a title that has pictures of them."""
        icon, say = skin_of(self.title_key).result_icon, _("The die shows %(face)s")
        return [
            Roll(ply.number + 1, turn.last_ply, art_address(self.title_key, icon(face)), say % {"face": face})
            for turn, plies in self.turn_plies
            for ply in self.log[plies.start - 1 : plies.stop - 1]
            if (face := rolled_face(self.title, ply)) and icon(face)
        ]

    @property
    def roll(self) -> Roll | None:
        """The roll of the turn of this position, None before it."""
        return next((roll for roll in self.rolls if roll.ply <= self.ply <= roll.last), None)

    @property
    def steps(self) -> StepPlies:
        return self.beside(self.stops)

    @property
    def turn_steps(self) -> StepPlies:
        """The plies of the buttons that go on or back by a turn."""
        return self.beside([turn.last_ply for turn in self.turns])

    @property
    def happened(self) -> str:
        """The last step in words, without what the status says."""
        text = " ".join(self.ply_texts)
        return "" if text == self.status else text.replace(self.end, "").replace("  ", " ").strip()

    @cached_property
    def scores(self) -> dict[int, list[int]]:
        """The points of each seat at every ply until it leaves the game; empty for a title without points."""
        return scores_by_seat(self.title, [self.first_state(), *(ply.after for ply in self.log)])

    @cached_property
    def styles(self) -> dict[int, str]:
        return {panel.seat: panel.style for panel in self.title.panels(self.first_state())}

    @cached_property
    def lines(self) -> list[tuple[str, GraphLine]]:
        return [
            (self.names[seat], GraphLine(LETTERS[seat], self.styles.get(seat, ""), tuple(values), (0.0,) * len(values)))
            for seat, values in self.scores.items()
        ]

    @cached_property
    def graph(self) -> SafeString:
        lines = [line for _name, line in self.lines]
        desc = ", ".join(f"{name} ({line.letter}): {line.values[-1]:.0f}" for name, line in self.lines)
        stretches, title = self._stretches(self.scores), _("Points over the game")
        return SafeString(score_graph(lines, stretches, at=self.ply, title=title, desc=desc))

    def _stretches(self, scores: dict[int, list[int]]) -> Sequence[TurnSpan]:
        first, found = 0, []
        for turn in self.turns:
            there = {seat: values[turn.last_ply] for seat, values in scores.items() if turn.last_ply < len(values)}
            points = ", ".join(f"{LETTERS[seat]} {value}" for seat, value in there.items())
            tip = _("Turn %(turn)s: %(points)s") % {"turn": turn.number, "points": points}
            found.append(TurnSpan(first, turn.last_ply, tip))
            first = turn.last_ply
        return found


@dataclass
class GameReplayView(ReplayView, GamePositionView):
    """The game of a table at ``ply`` plies. ``link`` is the address of a ply without its number."""

    game: Game
    viewer: Viewer
    ply: int
    link: str = "?ply="
    rows: list[Seat] = field(default_factory=list)
    log: list[Ply] = field(default_factory=list)
    origins: Origins = field(default_factory=dict)

    @cached_property
    def story(self) -> Story:
        return story_of(self.rows, self.origins, events_of(self.game)).summary()

    @property
    def events_at_end(self) -> tuple[LogEvent, ...]:
        return self.story.events_between(self.length, None)

    @cached_property
    def rules(self) -> RulesView:
        return rules_view(self.title, self.game.ruleset, self.game.options, self.game.seat_count)

    @cached_property
    def end(self) -> str:
        if self.is_past or not self.outcome:
            return ""
        return game_end_text(self.game, self.title, self.log[-1] if self.log else None, self.names)

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats by name, also the viewer's: the story of a replay, which others see as well, names everyone."""
        departures = departures_in(self.log[: self.ply])
        people = [
            replace(seat, departure=departures.get(seat.number or 0, "")) for seat in plain_seats(self.rows, None, None)
        ]
        return seats_with_panels(people, self.title, self.state)

    @cached_property
    def replay_turns(self) -> list[ReplayTurn]:
        left = self.remarks
        found = []
        for at, turn in enumerate(self.turns):
            is_last = at == len(self.turns) - 1
            here = [remark for remark in left if remark.ply <= turn.last_ply or is_last]
            left = left[len(here) :]
            found.append(ReplayTurn(turn, tuple(here), self.times.text_of(at)))
        return found

    @cached_property
    def remarks(self) -> list[Remark]:
        """The chat messages and, after the end of the game, the diary lines, in the order of the game."""
        known = {seat.user_id: seat_name(seat) for seat in self.rows}
        messages = [
            Remark(line.ply, known.get(line.author, line.username) or _("a former player"), line.text, is_diary=False)
            for line in recent_lines(self.game, self.viewer, MAX_CHAT_LINES)
        ]
        diary = [
            Remark(line.ply, known.get(line.user_id) or display_name(line.user), line.text, is_diary=True)
            for line in open_diary(self.game)
        ]
        return sorted([*diary, *messages], key=lambda remark: remark.ply)

    @cached_property
    def times(self) -> TurnTimesView:
        times, fault = list[TurnDuration](), ""
        try:
            times = turn_times_of(self.game)
        except BrokenTurns as error:
            note_if_broken(error)
            fault = str(error.message)
        return TurnTimesView(times, self.turns, self.names, self.styles, self.length, self.ply, fault)

    @property
    def may_branch(self) -> bool:
        is_over = self.game.status in {Status.FINISHED, Status.ABORTED}
        return is_over and self.outcome is None and bool(self.title.robots)


def game_replay_view(game: Game, viewer: Viewer, ply: int | None = None, link: str = "?ply=") -> GameReplayView:
    """Return the game of a table at a ply, by default its beginning. Raises NotFound for a game without a start.

    A ply that was taken back may stand in an old address: the latest one takes its place.
    """
    if game.started_at is None:
        raise NotFound
    at = min(ply or 0, game.ply)
    entries, origins = log_with_origins(game)
    with replaying(game):
        log = list_plies(
            get_title(game.title), game.ruleset, game.options, game.seat_count, require_whole(game, entries)
        )
    log = known_plies(game, log, knowing_seat(game, viewer))
    return GameReplayView(game, viewer, at, link, seats_of(game), log, origins)


def times_csv(game: Game) -> str:
    """Return the times of a game's turns as a table for spreadsheets and programs. Moments are in UTC.

    Raises BrokenTurns.
    """
    text = io.StringIO()
    table = csv.writer(text)
    table.writerow(HEADER)
    for one in turn_times_of(game):
        moments = (moment.astimezone(UTC).strftime(ISO) for moment in (one.came_at, one.started_at, one.ended_at))
        who = (one.number, SEAT_LETTERS[one.seat], one.player or "")
        table.writerow((*who, *moments, one.seconds, one.charge, one.bank_after, one.ended_by))
    return text.getvalue()
