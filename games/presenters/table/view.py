"""The view of the table page for one viewer."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Any
from urllib.parse import quote

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.engine.prompts import Prompt
from games.engine.replay import list_plies
from games.engine.values import RESIGNED, Outcome, Ply
from games.errors import NotFound
from games.models import Analysis, Frequency, Game, Seat
from games.selectors.analyses import analysis_of, analysis_summary
from games.selectors.log import Log, Origins, log_with_origins, replaying, require_whole
from games.selectors.notifications.mail_preferences import turn_frequencies
from games.selectors.tables.advance_orders import waiting_orders
from games.selectors.tables.seats import Viewer, acting_elsewhere, seats_of
from games.selectors.visibility import known_plies

from ..analysis import AnalysisView, analysis_view
from ..orders.plan import may_plan
from ..people.mail_silence import silence_lines
from ..rules import RulesView, rules_view
from ..wording import game_end_text, message_renderer
from .chat import ShownChatLine, chat_lines
from .log.history import TableHistory
from .log.story import NO_STORY, Story, story_of
from .prompt import PromptView, selection_view
from .proposals.rematch import RematchView, rematch_view
from .seats import SeatView, plain_seats, seats_with_panels
from .selection import Selection, select
from .status import poll_seconds, status_text


@dataclass
class TableView(TableHistory):
    """Everything on the page of a table. ``ply`` is the length of the log at the displayed position.

    ``drafted`` are actions of the turn that the viewer has chosen but not confirmed: the page shows the position after
    them. ``chosen`` is the choice or the step after those.
    ``is_whole`` requests the whole log and chat instead of the latest parts. ``analysis_row`` is the analysis of a
    finished game, with its progress and its sums for each seat.
    """

    game: Game
    viewer: Viewer
    ply: int
    chosen: str = ""
    since: int | None = None  # the ply of a refused request
    drafted: Sequence[str] = ()
    rows: list[Seat] = field(default_factory=list)
    analysis_row: Analysis | None = None
    is_whole: bool = False

    @property
    def length(self) -> int:
        """The length of the log when the table was read; it may have grown since."""
        return self.game.ply

    @cached_property
    def _recorded(self) -> tuple[Log, Origins]:
        if not self.game.started_at:
            return [], {}
        entries, origins = log_with_origins(self.game)
        return require_whole(self.game, entries), origins

    @property
    def entries(self) -> Log:
        """The stored log, up to ``length``."""
        return self._recorded[0]

    @cached_property
    def story(self) -> Story:
        """Who acted for whom, and events that are no actions. One query more, for the parts that show them."""
        if not self.game.started_at:
            return NO_STORY
        return story_of(self.rows, self._recorded[1], self.events).in_brief()

    @cached_property
    def log(self) -> list[Ply]:  # type: ignore[override]
        """What the viewer may know of all plies. Expensive, so only for pages that need all of them."""
        game = self.game
        with replaying(game):
            plies = list_plies(self.title, game.ruleset, game.options, game.seat_count, self.entries)
        return known_plies(game, plies, self.viewer_seat)

    @cached_property
    def state(self) -> Any:
        """The displayed position: that of the log, or the one after the actions that are not confirmed."""
        return self.selection.state if self.selection else self.logged_state

    @cached_property
    def rules(self) -> RulesView:
        """The rules of this table."""
        return rules_view(self.title, self.game.ruleset, self.game.options, self.game.seat_count)

    # Whose turn it is

    @cached_property
    def selection(self) -> Selection | None:
        """What the viewer has chosen, None if they need not act."""
        seat = self.played.number if self.is_my_turn and not self.is_past and self.played else None
        return select(self.title, self.logged_state, seat, self.drafted, self.chosen) if seat is not None else None

    @property
    def has_draft(self) -> bool:
        """True if the page shows actions that are not confirmed."""
        return self.selection is not None and bool(self.selection.done)

    @property
    def _prompt(self) -> Prompt | None:
        """The prompt to the viewer, None if they need not act."""
        return self.selection.prompt if self.selection else None

    @cached_property
    def ask(self) -> PromptView | None:
        """The prompt in words, None when the viewer need not act."""
        say = message_renderer(self.title, self.names, self.viewer_seat)
        on_board = self.offered_on(self._prompt)
        return selection_view(self.title, self.selection, say, self._page, on_board) if self.selection else None

    @property
    def refusal(self) -> str:
        """The reason why a typed action is not possible, "" for none."""
        return self.ask.refusal if self.ask else ""

    @cached_property
    def status(self) -> str:
        """The status of the game in one sentence."""
        if self.resignation:
            return self.resignation.status
        return status_text(self.stage, self.rows, end=self._end_text, acting=self.acting_name, is_mine=self.is_my_turn)

    @cached_property
    def _end_text(self) -> str:
        """Why the game ended, "" while it goes on."""
        if self.stage != "over":
            return ""
        last = self._plies_from(self.length - 1)[-1] if self.game.end_reason == RESIGNED else None
        return game_end_text(self.game, self.title, last, self.names)

    @property
    def poll_seconds(self) -> int:
        """The number of seconds between two polls."""
        return poll_seconds(self.stage, self.rows, self.game.finished_at)

    @property
    def may_plan(self) -> bool:
        """True if the viewer can play the whole turn at once."""
        return self.is_my_turn and not self.is_past and may_plan(self, self.viewer_seat)

    @property
    def may_order(self) -> bool:
        """True if the viewer can give orders in advance."""
        return self.may_leave and not self.is_my_turn and not self.is_past and self.title.orders is not None

    @property
    def orders_waiting(self) -> int:
        """The number of the viewer's waiting orders."""
        return len(waiting_orders(self._player, self.game)) if self._player and self.may_order else 0

    @property
    def waits_elsewhere(self) -> bool:
        """True if another game waits for the viewer, but not this one."""
        return self._player is not None and not self.is_my_turn and acting_elsewhere(self._player, self.game) > 0

    @cached_property
    def _mail_frequencies(self) -> dict[int, Frequency]:
        """How often the players want emails about their turns here."""
        return turn_frequencies(self.game, [seat.user_id for seat in self.rows if seat.user_id])

    @property
    def mail_frequency(self) -> Frequency | None:
        """The frequency of emails about the viewer's turns here, None for spectators."""
        return self._mail_frequencies[self._player.pk] if self._player else None

    @property
    def _player(self) -> User | None:
        return self.me.user if self.me else None

    # The board

    @cached_property
    def board(self) -> SafeString:
        """The board as SVG with legal choices as links."""
        chosen = self.ask.chosen if self.ask else None
        return self.draw(self._prompt, self._link, chosen.notation if chosen else "")

    def _link(self, notation: str) -> dict[str, str]:
        entry = self.ask.entries.get(notation) if self.ask else None
        named = {"aria-labelledby": entry} if entry else {}
        after = self.ask.addresses.get(notation) if self.ask else None
        return {"href": after or f"{self._page}?choose={quote(notation)}#play", **named}

    @property
    def _page(self) -> str:
        """The address of the page in its own links."""
        return ""

    @property
    def board_name(self) -> str:
        """The name of the board for screen readers."""
        return _("The board after your actions, not confirmed yet") if self.has_draft else super().board_name

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of a finished game. Actions that are not confirmed end nothing."""
        return self.title.outcome(self.logged_state)

    @cached_property
    def analysis(self) -> AnalysisView | None:
        """The brief analysis at the end of a finished game, None without an analysis."""
        return self._analysed(self.analysis_row, is_brief=True)

    def full_analysis(self) -> AnalysisView | None:
        """Return the full analysis."""
        return self._analysed(analysis_of(self.game), is_brief=False)

    def _analysed(self, found: Analysis | None, *, is_brief: bool) -> AnalysisView | None:
        if found is None or self.is_past or self.stage != "over":
            return None
        styles = {panel.seat: panel.style for panel in self.title.panels(self.state)}
        return analysis_view(self.title, found, self.names, styles, is_brief=is_brief)

    # Who is there

    @cached_property
    def rematch(self) -> RematchView | None:
        """The rematch of a finished game, for its players."""
        return rematch_view(self.game, self.me, self.rows) if self.stage == "over" and self.me else None

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats: in order of joining before the start, in order of play during the game, best first at the end."""
        people = plain_seats(self.rows, self.me, self.game.host_id)
        if self.stage in {"open", "cancelled"}:
            return people
        found = seats_with_panels(people, self.title, self.state, self.logged_state)
        return [replace(seat, clock=self.clocks.get(seat.number or 0)) for seat in found] if self.clocks else found

    @cached_property
    def mail_silence(self) -> list[str]:
        """A sentence about each player who gets no emails about turns."""
        if self.stage != "running" or self.is_past or self.me is None:
            return []
        silent = {user for user, often in self._mail_frequencies.items() if often is Frequency.NEVER}
        return silence_lines(self.rows, silent, self.me.user_id)

    @property
    def deadline(self) -> datetime | None:
        """The earliest deadline, as it is when the viewer has opened the table."""
        return min((clock.deadline for clock in self.clocks.values() if clock.deadline), default=self.game.deadline)

    @cached_property
    def chat(self) -> list[ShownChatLine]:
        """The latest messages of the chat, oldest first."""
        return chat_lines(self.game, self.rows, self.me, is_whole=self.is_whole)


def table_view(
    game: Game,
    viewer: Viewer,
    *,
    ply: int | None = None,
    chosen: str = "",
    drafted: Sequence[str] = (),
    since: int | None = None,
    is_whole: bool = False,
) -> TableView:
    """Return the table as this viewer sees it, in a fixed number of queries. Raises NotFound for a later ply."""
    if ply is not None and not 0 <= ply <= game.ply:
        raise NotFound
    at = game.ply if ply is None else ply
    return TableView(game, viewer, at, chosen, since, drafted, seats_of(game), analysis_summary(game), is_whole)
