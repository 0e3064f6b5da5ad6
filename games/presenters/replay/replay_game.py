"""The replay of a stored game: any position, chat and diaries, and a graph of the points."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Ply
from games.errors import NotFound
from games.models import Game, Seat, Status
from games.selectors.log import Origins, log_with_origins, replaying, require_whole
from games.selectors.tables.chat import recent_lines
from games.selectors.tables.events import events_of
from games.selectors.tables.notes import open_diary
from games.selectors.tables.seats import Viewer, seat_name, seats_of
from games.selectors.time.turn_times import turn_times_of
from games.selectors.visibility import knowing_seat, known_plies

from ..game_position import GamePositionView
from ..pictures.graphs.graph_svg import GraphLine
from ..pictures.graphs.score_graph import TurnSpan, score_graph, scores_by_seat
from ..rules import RulesView, rules_view
from ..table.log.event_lines import LogEvent
from ..table.log.log_lines import TurnView
from ..table.log.story import Story, story_of
from ..table.seats import SeatView, plain_seats, seats_with_panels
from ..table.status import winners_text
from ..wording import game_end_text
from .turn_times import TurnTimesView

LETTERS = "ABCDEFGHIJ"
MAX_CHAT_LINES = 500  # chat lines between the turns


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


@dataclass
class GameReplayView(GamePositionView):
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
        """Who acted for whom, and events that are no actions."""
        return story_of(self.rows, self.origins, events_of(self.game)).in_brief()

    @property
    def events_at_end(self) -> tuple[LogEvent, ...]:
        """The events after the last ply."""
        return self.story.events_between(self.length, None)

    @cached_property
    def rules(self) -> RulesView:
        """The rules of the game."""
        return rules_view(self.title, self.game.ruleset, self.game.options, self.game.seat_count)

    @cached_property
    def board(self) -> SafeString:
        """The drawing of the position, with the definitions that an animation needs."""
        return self.draw()

    @cached_property
    def status(self) -> str:
        """The status of the position in one sentence."""
        if not self.is_past and self.outcome:
            end = game_end_text(self.game, self.title, self.log[-1] if self.log else None, self.names)
            return f"{end} {winners_text(self.winners)}".strip()
        return _("After step %(ply)s") % {"ply": self.ply} if self.ply else _("Before the first turn")

    @cached_property
    def seats(self) -> list[SeatView]:
        """The players with their figures in this position."""
        user = self.viewer if isinstance(self.viewer, User) else None
        me = next((seat for seat in self.rows if user and seat.user_id == user.pk), None)
        return seats_with_panels(plain_seats(self.rows, me, None), self.title, self.state)

    @cached_property
    def replay_turns(self) -> list[ReplayTurn]:
        """The whole game, turn by turn, with chat messages and diary lines."""
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
            for line in recent_lines(self.game, MAX_CHAT_LINES)
        ]
        diary = [
            Remark(line.ply, known.get(line.user_id) or display_name(line.user), line.text, is_diary=True)
            for line in open_diary(self.game)
        ]
        return sorted([*diary, *messages], key=lambda remark: remark.ply)

    @cached_property
    def scores(self) -> dict[int, list[int]]:
        """The points of each seat at every ply until it leaves the game; empty for a title without points."""
        return scores_by_seat(self.title, [self.first_state(), *(ply.after for ply in self.log)])

    @cached_property
    def styles(self) -> dict[int, str]:
        """The players' colours, by seat."""
        return {panel.seat: panel.style for panel in self.title.panels(self.first_state())}

    @cached_property
    def times(self) -> TurnTimesView:
        """How long each turn took."""
        times = turn_times_of(self.game)
        return TurnTimesView(times, self.turns, self.names, self.styles, self.length, self.ply)

    @cached_property
    def lines(self) -> list[tuple[str, GraphLine]]:
        """The players' names with the course of their points; empty for a title without points."""
        return [
            (self.names[seat], GraphLine(LETTERS[seat], self.styles.get(seat, ""), tuple(values), (0.0,) * len(values)))
            for seat, values in self.scores.items()
        ]

    @cached_property
    def graph(self) -> SafeString:
        """The graph of the points, "" for a title without points."""
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

    @property
    def may_branch(self) -> bool:
        """True if a new game can start from this position."""
        is_over = self.game.status in {Status.FINISHED, Status.ABORTED}
        return is_over and self.outcome is None and bool(self.title.robots)


def game_replay_view(game: Game, viewer: Viewer, ply: int | None = None, link: str = "?ply=") -> GameReplayView:
    """Return the game of a table at a ply, by default at its beginning.

    Raises NotFound for a later ply, and before the start of the game.
    """
    at = ply or 0
    if game.started_at is None or at > game.ply:
        raise NotFound
    entries, origins = log_with_origins(game)
    with replaying(game):
        log = list_plies(
            get_title(game.title), game.ruleset, game.options, game.seat_count, require_whole(game, entries)
        )
    log = known_plies(game, log, knowing_seat(game, viewer))
    return GameReplayView(game, viewer, at, link, seats_of(game), log, origins)
