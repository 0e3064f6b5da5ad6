"""What has happened at a table, turn by turn."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.core.log import Log, Origins, log_with_origins, replaying, require_whole
from games.core.models import TableEvent
from games.core.selectors import events_of
from games.core.visibility import known_plies, known_state
from games.engine.core import Title
from games.engine.replay import group_by_turn, list_plies, replay
from games.engine.values import Ply

from .log_lines import NO_STORY, LogEvent, Story, TurnList, TurnView, ply_text, story_of, unseen_turns
from .viewed_table import ViewedTable

LATEST_TURNS = 4  # turns in the log of the page unless all are requested
RECENT_PLIES = 24  # usually have more turns than that


@dataclass(frozen=True)
class TableHistory:
    """The turns and events of a table, each told once: the turn in progress beside the prompt, others in the log.

    ``ply`` is the length of the log at the displayed position, ``since`` the ply of a refused request. ``is_whole``
    requests the whole log instead of the latest turns.
    """

    table: ViewedTable
    ply: int
    since: int | None = None
    is_whole: bool = False

    @property
    def title(self) -> Title:
        return self.table.title

    @property
    def length(self) -> int:
        """The length of the log when the table was read; it may have grown since."""
        return self.table.game.ply

    @property
    def is_past(self) -> bool:
        return self.ply < self.length

    @cached_property
    def _recorded(self) -> tuple[Log, Origins]:
        game = self.table.game
        if not game.started_at:
            return [], {}
        entries, origins = log_with_origins(game)
        return require_whole(game, entries), origins

    @property
    def entries(self) -> Log:
        """The stored log, up to ``length``."""
        return self._recorded[0]

    @property
    def has_begun(self) -> bool:
        """True if somebody has played, and not only chance."""
        return any(number is not None for number, _notation in self.entries[: self.ply])

    @cached_property
    def events(self) -> list[TableEvent]:
        return events_of(self.table.game) if self.table.game.started_at else []

    @property
    def last_event(self) -> int:
        """The id of the latest event, 0 for none."""
        return self.events[-1].pk if self.events else 0

    @cached_property
    def story(self) -> Story:
        if not self.table.game.started_at:
            return NO_STORY
        reader = self.table.me.user_id if self.table.me else None
        return story_of(self.table.rows, self._recorded[1], self.events, reader).summary()

    @property
    def later_events(self) -> tuple[LogEvent, ...]:
        return () if self.is_past else self.story.events_between(self.length, None)

    @cached_property
    def log(self) -> list[Ply]:
        """What the viewer may know of all plies. Expensive, so only for pages that need all of them."""
        game = self.table.game
        with replaying(game):
            plies = list_plies(self.title, game.ruleset, game.options, game.seat_count, self.entries)
        return known_plies(game, plies, self.table.viewer_seat)

    @property
    def whole_state(self) -> Any:
        """The present position with what is secret."""
        return self._whole_state_at(self.length)

    def _whole_state_at(self, ply: int) -> Any:
        """Return a position with what is secret: only to play on from it."""
        game = self.table.game
        with replaying(game):
            return replay(self.title, game.ruleset, game.options, game.seat_count, self.entries[:ply])

    @cached_property
    def logged_state(self) -> Any:
        return known_state(self.table.game, self._whole_state_at(self.ply), self.table.viewer_seat)

    def plies_from(self, ply: int, end: int | None = None) -> list[Ply]:
        """Return what the viewer may know of the plies from ``ply`` on, with their numbers in the whole log."""
        state = self._whole_state_at(ply)
        with replaying(self.table.game):
            found = list(self.title.iter_plies(state, self.entries[ply:end]))
        numbered = [one._replace(number=one.number + ply) for one in found]
        return known_plies(self.table.game, numbered, self.table.viewer_seat)

    @cached_property
    def news(self) -> list[TurnView]:
        """The turns that are new for the viewer, empty at an earlier position."""
        if self.is_past:
            return []
        seat, turns = self.table.me.number if self.table.me else None, self.recent_turns
        has_played = any(number == seat for number, _notation in self.entries[: turns.first_ply])
        return unseen_turns(turns, seat, self.title.turn(self.logged_state), has_played=has_played)

    @cached_property
    def turns(self) -> TurnList:
        return TurnList(self.title, self.log, self.table.names, self.story, self.table.viewer_seat)

    @cached_property
    def recent_turns(self) -> TurnList:
        """The last turns that a page shows: without the positions of the others it takes 0.5 ms less late in a game."""
        start, plies = self.length, list[Ply]()
        while start and len(group_by_turn(self.title, plies)) <= LATEST_TURNS + 1:
            start = max(0, start - RECENT_PLIES)
            plies = self.plies_from(start)
        if start:  # the first turn may have begun before
            plies = [ply for group in group_by_turn(self.title, plies)[1:] for ply in group]
        return TurnList(self.title, plies, self.table.names, self.story, self.table.viewer_seat)

    @cached_property
    def latest(self) -> Sequence[TurnView]:
        """The turns in the log, latest first: all if requested, otherwise the last few before the ply."""
        if self.is_whole:
            return self.turns[::-1]
        turns = self.turns if self.is_past else self.recent_turns
        found = [turn for turn in turns.before(self.ply, LATEST_TURNS + 1) if turn is not self.in_progress]
        return found[: -LATEST_TURNS - 1 : -1]

    @property
    def ply_texts(self) -> list[str]:
        here = self.plies_from(self.ply - 1, self.ply) if self.ply else []
        return [ply_text(self.title, ply, self.table.names, self.table.viewer_seat) for ply in here]

    @property
    def turn_of_step(self) -> int:
        """The number of the turn to which the last entry belongs, 0 before the first turn."""
        turns = self.turns if self.is_past else self.recent_turns
        return next((turn.number for turn in turns.before(self.ply, 1)), 0)

    @cached_property
    def in_progress(self) -> TurnView | None:
        if self.is_past or self.table.stage != "running":
            return None
        latest = self.recent_turns[-1] if self.recent_turns else None
        return latest if latest and latest.number == self.title.turn(self.logged_state) else None

    @cached_property
    def earlier_news(self) -> list[TurnView]:
        return [turn for turn in self.news if turn is not self.in_progress]

    @cached_property
    def fresh_events(self) -> tuple[LogEvent, ...]:
        """The events since the last finished turn, none at an earlier position."""
        return () if self.is_past else (*(self.in_progress.events if self.in_progress else ()), *self.later_events)

    @property
    def new_turns(self) -> frozenset[int]:
        """The numbers of turns in the log that are new for the viewer: those of others since the viewer's last one."""
        return frozenset(turn.number for turn in self.earlier_news if set(turn.seats) != {self.table.viewer_seat})

    @property
    def log_events(self) -> tuple[LogEvent, ...]:
        return self.later_events if self.is_whole else self.fresh_events or self.later_events

    @cached_property
    def happened_since(self) -> list[str]:
        if self.since is None:
            return []
        viewer = self.table.viewer_seat
        return [ply_text(self.title, ply, self.table.names, viewer) for ply in self.plies_from(self.since)]
