"""What has happened at a table, turn by turn."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from games.engine.replay import group_by_turn, replay
from games.engine.values import Ply
from games.selectors.log import Log, replaying
from games.selectors.tables.resignations import has_taken_back, resignation_ends
from games.selectors.visibility import known_plies, known_state

from ..base import BaseTableView
from ..proposals.resignation import ResignationView, resignation_view
from .event_lines import LogEvent
from .log_lines import TurnList, TurnView, ply_text, unseen_turns

LATEST_TURNS = 4  # turns in the log of the page unless all are requested
RECENT_PLIES = 24  # usually have more turns than that


class TableHistory(BaseTableView, ABC):
    """The turns and events of a table, each told once: the turn in progress beside the prompt, others in the log."""

    since: int | None  # the ply of a refused request
    is_whole: bool

    @property
    @abstractmethod
    def entries(self) -> Log:
        """The stored log, up to ``length``."""

    def _whole_state_at(self, ply: int) -> Any:
        """Return a position with what is secret: only to play on from it."""
        game = self.game
        with replaying(game):
            return replay(self.title, game.ruleset, game.options, game.seat_count, self.entries[:ply])

    @cached_property
    def logged_state(self) -> Any:
        """The position after the first ``ply`` entries of the log."""
        return known_state(self.game, self._whole_state_at(self.ply), self.viewer_seat)

    def _plies_from(self, ply: int, end: int | None = None) -> list[Ply]:
        """Return what the viewer may know of the plies from ``ply`` on, with their numbers in the whole log."""
        state = self._whole_state_at(ply)
        with replaying(self.game):
            found = list(self.title.iter_plies(state, self.entries[ply:end]))
        return known_plies(self.game, [one._replace(number=one.number + ply) for one in found], self.viewer_seat)

    @cached_property
    def resignation(self) -> ResignationView | None:
        """The resignation that can still be taken back, None for none."""
        if self.stage != "running" or self.is_past or self.game.resigns_at is None:
            return None
        return resignation_view(self.game, self.rows, self.me, self._whole_state_at(self.game.ply))

    @property
    def resigning_ends(self) -> bool:
        """True if the game ends when the viewer, who may leave it, resigns."""
        state = self._whole_state_at(self.game.ply)
        return self.me is not None and resignation_ends(self.game, self.me.number or 0, self.rows, state)

    @property
    def resigning_is_final(self) -> bool:
        """True if the viewer could not take back a resignation."""
        return self.me is not None and self.me.user is not None and has_taken_back(self.game, self.me.user)

    @cached_property
    def news(self) -> list[TurnView]:
        """The turns that are new for the viewer, empty at an earlier position."""
        if self.is_past:
            return []
        seat, turns = self.me.number if self.me else None, self.recent_turns
        has_played = any(number == seat for number, _notation in self.entries[: turns.first_ply])
        return unseen_turns(turns, seat, self.title.turn(self.logged_state), has_played=has_played)

    @cached_property
    def turns(self) -> TurnList:
        """The whole log, turn by turn."""
        return TurnList(self.title, self.log, self.names, self.story)

    @cached_property
    def recent_turns(self) -> TurnList:
        """The last turns of the log, at least as many as a page shows by default.

        A page does not need the positions of the others: without them it takes 0.5 ms less late in a game.
        """
        start, plies = self.length, list[Ply]()
        while start and len(group_by_turn(self.title, plies)) <= LATEST_TURNS + 1:
            start = max(0, start - RECENT_PLIES)
            plies = self._plies_from(start)
        if start:  # the first turn may have begun before
            plies = [ply for group in group_by_turn(self.title, plies)[1:] for ply in group]
        return TurnList(self.title, plies, self.names, self.story)

    @cached_property
    def latest(self) -> Sequence[TurnView]:
        """The turns in the log, latest first: all if requested, otherwise the last few before the ply.

        The turn in progress is shown beside the prompt instead.
        """
        if self.is_whole:
            return self.turns[::-1]
        turns = self.turns if self.is_past else self.recent_turns
        found = [turn for turn in turns.before(self.ply, LATEST_TURNS + 1) if turn is not self.in_progress]
        return found[: -LATEST_TURNS - 1 : -1]

    @property
    def ply_texts(self) -> list[str]:
        """The texts of the ply that led to the position."""
        here = self._plies_from(self.ply - 1, self.ply) if self.ply else []
        return [ply_text(self.title, ply, self.names) for ply in here]

    @cached_property
    def in_progress(self) -> TurnView | None:
        """The unfinished turn, None between turns and at an earlier position."""
        if self.is_past or self.stage != "running":
            return None
        latest = self.recent_turns[-1] if self.recent_turns else None
        return latest if latest and latest.number == self.title.turn(self.logged_state) else None

    @cached_property
    def earlier_news(self) -> list[TurnView]:
        """The news without the turn in progress."""
        return [turn for turn in self.news if turn is not self.in_progress]

    @cached_property
    def fresh_events(self) -> tuple[LogEvent, ...]:
        """The events since the last finished turn, none at an earlier position."""
        return () if self.is_past else (*(self.in_progress.events if self.in_progress else ()), *self.later_events)

    @property
    def new_turns(self) -> frozenset[int]:
        """The numbers of the turns in the log that are new for the viewer: since their last turn, or the last one."""
        return frozenset(turn.number for turn in self.earlier_news)

    @property
    def log_events(self) -> tuple[LogEvent, ...]:
        """The events after the latest turn in the log."""
        return self.later_events if self.is_whole else self.fresh_events or self.later_events

    @cached_property
    def happened_since(self) -> list[str]:
        """The turns after the ply of a refused request."""
        if self.since is None:
            return []
        return [ply_text(self.title, ply, self.names) for ply in self._plies_from(self.since)]
