"""The page of a table for one viewer: a position with its prompt, and what stands around the board."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple
from urllib.parse import quote

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.prompts import Prompt
from games.engine.values import RESIGNED, Outcome, Ply
from games.errors import NotFound
from games.models import Analysis, Game, Seat
from games.selectors.analyses import analysis_of, analysis_summary
from games.selectors.tables.advance_orders import waiting_orders
from games.selectors.tables.seats import Viewer

from ..analysis import AnalysisView, analysis_view
from ..game_position import GamePositionView
from ..orders.plan import may_plan
from ..wording import game_end_text, message_renderer
from .base import ViewedTable, table_of
from .chat import Chat
from .clock_actions import Clocks
from .log.history import TableHistory
from .prompt import PromptView, selection_view
from .proposals.view import Requests
from .seats import SeatView, plain_seats, seats_with_panels
from .selection import Selection, select
from .status import status_text


class Surroundings(NamedTuple):
    """What stands around the board: who is there, what happened, what waits for an answer, the clocks and the chat."""

    table: ViewedTable
    history: TableHistory
    requests: Requests
    clocks: Clocks
    chat: Chat


def surroundings_of(table: ViewedTable, ply: int, since: int | None = None, *, is_whole: bool = False) -> Surroundings:
    """Return what stands around a position. ``is_whole`` requests the whole log and chat instead of the latest."""
    history = TableHistory(table, ply, since, is_whole)
    return Surroundings(table, history, Requests(table, history), Clocks(table, history.is_past), Chat(table, is_whole))


@dataclass
class TableView(GamePositionView):
    """The position on the page of a table, with its prompt. ``ply`` is the length of the log there.

    ``drafted`` are actions of the turn that the viewer has chosen but not confirmed: the page shows the position after
    them. ``chosen`` is the choice or the step after those. ``analysis_row`` is the analysis of a finished game, with
    its progress and its sums for each seat.
    """

    game: Game
    rows: list[Seat]
    ply: int
    table: ViewedTable
    history: TableHistory
    requests: Requests
    clocks: Clocks
    chat: Chat
    chosen: str = ""
    drafted: Sequence[str] = ()
    analysis_row: Analysis | None = None

    @property
    def length(self) -> int:
        """The length of the log when the table was read; it may have grown since."""
        return self.game.ply

    @property
    def viewer_seat(self) -> int | None:
        """The number of the seat that the viewer plays, None without one."""
        return self.table.viewer_seat

    @property
    def is_overdue(self) -> bool:
        """True if the acting player has missed the deadline."""
        return self.game.overdue_at is not None

    @cached_property
    def log(self) -> list[Ply]:  # type: ignore[override]
        """What the viewer may know of all plies."""
        return self.history.log

    @cached_property
    def state(self) -> Any:
        """The displayed position: that of the log, or the one after the actions that are not confirmed."""
        return self.selection.state if self.selection else self.history.logged_state

    # Whose turn it is

    @cached_property
    def selection(self) -> Selection | None:
        """What the viewer has chosen, None if they need not act."""
        seat = self.table.played.number if self.table.is_my_turn and not self.is_past and self.table.played else None
        return (
            select(self.title, self.history.logged_state, seat, self.drafted, self.chosen) if seat is not None else None
        )

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
        if self.requests.resignation:
            return self.requests.resignation.status
        table = self.table
        return status_text(
            table.stage, table.rows, end=self._end_text, acting=table.acting_name, is_mine=table.is_my_turn
        )

    @cached_property
    def _end_text(self) -> str:
        """Why the game ended, "" while it goes on."""
        if self.table.stage != "over":
            return ""
        last = self.history.plies_from(self.length - 1)[-1] if self.game.end_reason == RESIGNED else None
        return game_end_text(self.game, self.title, last, self.names)

    @property
    def may_plan(self) -> bool:
        """True if the viewer can play the whole turn at once."""
        return self.table.is_my_turn and not self.is_past and may_plan(self, self.viewer_seat)

    @property
    def may_order(self) -> bool:
        """True if the viewer can give orders in advance."""
        here = self.table.may_leave and not self.table.is_my_turn and not self.is_past
        return here and self.title.orders is not None

    @property
    def orders_waiting(self) -> int:
        """The number of the viewer's waiting orders."""
        return len(waiting_orders(self.table.player, self.game)) if self.table.player and self.may_order else 0

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
        return self.title.outcome(self.history.logged_state)

    @cached_property
    def analysis(self) -> AnalysisView | None:
        """The brief analysis at the end of a finished game, None without an analysis."""
        return self._analysed(self.analysis_row, is_brief=True)

    def full_analysis(self) -> AnalysisView | None:
        """Return the full analysis."""
        return self._analysed(analysis_of(self.game), is_brief=False)

    def _analysed(self, found: Analysis | None, *, is_brief: bool) -> AnalysisView | None:
        if found is None or self.is_past or self.table.stage != "over":
            return None
        styles = {panel.seat: panel.style for panel in self.title.panels(self.state)}
        return analysis_view(self.title, found, self.names, styles, is_brief=is_brief)

    # Who is there

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats: in order of joining before the start, in order of play during the game, best first at the end."""
        people = plain_seats(self.rows, self.table.me, self.game.host_id)
        if self.table.stage in {"open", "cancelled"}:
            return people
        found, clocks = (
            seats_with_panels(people, self.title, self.state, self.history.logged_state),
            self.clocks.by_seat,
        )
        return [replace(seat, clock=clocks.get(seat.number or 0)) for seat in found] if clocks else found


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
    """Return the page of a game's table for this viewer. Raises NotFound for a later ply."""
    table = table_of(game, viewer)
    return page_of(table, ply=ply, chosen=chosen, drafted=drafted, since=since, is_whole=is_whole)


def page_of(
    table: ViewedTable,
    *,
    ply: int | None = None,
    chosen: str = "",
    drafted: Sequence[str] = (),
    since: int | None = None,
    is_whole: bool = False,
) -> TableView:
    """Return the page of a table. Raises NotFound for a later ply."""
    game = table.game
    if ply is not None and not 0 <= ply <= game.ply:
        raise NotFound
    at = game.ply if ply is None else ply
    around = surroundings_of(table, at, since, is_whole=is_whole)
    return TableView(game, table.rows, at, *around, chosen, drafted, analysis_summary(game))
