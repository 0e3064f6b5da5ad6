"""The page of a table: the objects that it is composed of, and the text of its live region."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import quote, urlencode

from django.utils import timezone
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from games.analysis.models import Analysis
from games.analysis.presenters import AnalysisView, analysis_view
from games.analysis.selectors import analysis_of, analysis_summary
from games.board.history import TableHistory
from games.board.log_lines import LogEvent, event_line, people_of
from games.board.position import GamePositionView
from games.board.prompt import PromptView, Selection, may_plan, select, selection_view
from games.board.rules import table_terms
from games.board.seats import SeatView, plain_seats, seats_with_panels
from games.board.status import game_end_text, status_text
from games.board.viewed_table import ViewedTable, table_of
from games.chat.presenters import Chat
from games.common.errors import NotFound
from games.common.wording import join_names, join_phrases, message_renderer, titled
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.position_cache import cached, position_key
from games.core.selectors import Viewer, events_of, may_see, seat_name, seats_of
from games.engine.prompts import Prompt
from games.engine.values import OUT_OF_TIME, RESIGNED, RESIGNS, Outcome, Ply
from games.pictures.board_svg import Question, definitions_mark
from games.play.orders import waiting_orders
from games.proposals.presenters import Requests
from games.ratings.presenters import (
    ChangeView,
    change_views,
    rating_terms,
    ratings_beside_names,
    start_rating_text,
    unrated_text,
)
from games.time_outs.presenters import Clocks

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser

MAX_ANNOUNCED = 4  # plies: one turn with its consequences
MAX_EVENTS = 3


class Surroundings(NamedTuple):
    table: ViewedTable
    history: TableHistory
    requests: Requests
    clocks: Clocks
    chat: Chat


def surroundings_of(table: ViewedTable, ply: int, since: int | None = None, *, is_whole: bool = False) -> Surroundings:
    """Return what stands around a position. ``is_whole`` requests the whole log and chat instead of the latest."""
    history = TableHistory(table, ply, since, is_whole)
    return Surroundings(table, history, Requests(table, history), Clocks(table, history.is_past), Chat(table, is_whole))


@dataclass(frozen=True, slots=True)
class FeatureOwner:
    name: str
    style: str
    count: int


@dataclass(frozen=True, slots=True)
class FeatureView:
    """Something that may score, in words. ``cells`` are the names of its squares, with blanks between them."""

    label: str
    points: int
    cells: str
    details: str
    owners: tuple[FeatureOwner, ...]


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
    def last_seat(self) -> int:
        """The seat that was taken last."""
        return max((row.pk for row in self.rows), default=0)

    @property
    def stage_mark(self) -> str:
        """What changes when the game begins, ends, or goes back."""
        return f"{self.game.status}{self.game.undo_mark}"

    @cached_property
    def drawing_mark(self) -> str:
        """What changes with the drawing of the board."""
        return sha256(self.board.encode()).hexdigest()[:12] if self.game.started_at else ""

    @cached_property
    def definitions_mark(self) -> str:
        """What changes with the definitions of the drawing, which are the same in most positions of a game."""
        return definitions_mark(self.board) if self.game.started_at else ""

    @property
    def viewer_seat(self) -> int | None:
        return self.table.viewer_seat

    @property
    def is_overdue(self) -> bool:
        return self.game.overdue_at is not None

    @cached_property
    def log(self) -> list[Ply]:  # type: ignore[override]
        return self.history.log

    @cached_property
    def state(self) -> Any:
        """The displayed position: that of the log, or the one after the actions that are not confirmed."""
        return self.selection.state if self.selection else self.history.logged_state

    # Whose turn it is

    @cached_property
    def selection(self) -> Selection | None:
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
        return self.selection.prompt if self.selection else None

    @cached_property
    def ask(self) -> PromptView | None:
        say = message_renderer(self.title, self.names, self.viewer_seat)
        on_board = self.offered_on(self._prompt)
        if self.selection is None:
            return None
        return selection_view(self.title, self.selection, say, self._page, on_board, self.suggested)

    @cached_property
    def suggested(self) -> str:
        """The notation of the action that a robot would choose next, "" where players get no hints."""
        found = self.selection
        if found is None or not found.is_stepwise or found.prompt is None or not self.table.shows_hints:
            return ""
        key = position_key(f"hint{self.game.undo_mark}", self.game.code, self.ply, names=found.done)
        return cached(key, lambda: self._best_action(found.state))

    def _best_action(self, state: Any) -> str:
        best = self.title.shortlist(state, 1, is_advised=True)
        return self.title.notation(best[0]) if best else ""

    @property
    def refusal(self) -> str:
        return self.ask.refusal if self.ask else ""

    @cached_property
    def status(self) -> str:
        table = self.table
        return status_text(
            table.stage,
            table.rows,
            end=self._end_text,
            acting=table.acting_name,
            is_mine=table.is_my_turn,
            me=table.me,
        )

    @cached_property
    def _end_text(self) -> str:
        if self.table.stage != "over":
            return ""
        last = self.history.plies_from(self.length - 1)[-1] if self.game.end_reason == RESIGNED else None
        return game_end_text(self.game, self.title, last, self.names, self.viewer_seat)

    @property
    def may_plan(self) -> bool:
        return self.table.is_my_turn and not self.is_past and may_plan(self, self.viewer_seat)

    @property
    def may_order(self) -> bool:
        here = self.table.may_leave and not self.table.is_my_turn and not self.is_past
        return here and self.title.orders is not None

    @property
    def orders_waiting(self) -> int:
        return len(waiting_orders(self.table.player, self.game)) if self.table.player and self.may_order else 0

    @property
    def progress(self) -> str:
        """How much of the game is left."""
        message = self.title.progress(self.state) if self.table.stage == "running" else None
        return self.say(message) if message else ""

    @cached_property
    def features(self) -> list[FeatureView]:
        """What can still score: what somebody has a piece on first."""
        if self.table.stage != "running":
            return []
        styles = {panel.seat: panel.style for panel in self.title.panels(self.state)}
        return [
            FeatureView(
                label=self.say(one.label),
                points=one.points,
                cells=" ".join(one.cells),
                details=join_phrases(map(self.say, one.details)),
                owners=tuple(FeatureOwner(self.names[seat], styles[seat], count) for seat, count in one.pieces),
            )
            for one in self.title.features(self.state)
        ]

    @property
    def has_features(self) -> bool:
        return self.table.stage == "running" and bool(self.title.features(self.state))

    @property
    def position_query(self) -> str:
        """The query of the displayed position, without a step that is under way."""
        done = [("done", text) for text in self.selection.done] if self.selection else []
        return urlencode([*([("ply", self.ply)] if self.is_past else []), *done])

    @property
    def claimed_features(self) -> list[FeatureView]:
        return [one for one in self.features if one.owners]

    @property
    def free_features(self) -> list[FeatureView]:
        return [one for one in self.features if not one.owners]

    # The board

    @cached_property
    def board(self) -> SafeString:
        chosen = self.ask.chosen if self.ask else None
        prompt = self._prompt
        if prompt is None:
            return self.draw()
        starred = {choice.notation for choice in self.ask.choices if choice.is_suggested} if self.ask else frozenset()
        return self.draw(Question(prompt, self._link, chosen.notation if chosen else "", frozenset(starred)))

    def _link(self, notation: str) -> dict[str, str]:
        entry = self.ask.entries.get(notation) if self.ask else None
        named = {"aria-labelledby": entry} if entry else {}
        after = self.ask.addresses.get(notation) if self.ask else None
        return {"href": after or f"{self._page}?choose={quote(notation)}#play", **named}

    @property
    def _page(self) -> str:
        return ""

    @property
    def board_name(self) -> str:
        return _("The board after your actions, not confirmed yet") if self.has_draft else super().board_name

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome of a finished game. Actions that are not confirmed end nothing."""
        return self.title.outcome(self.history.logged_state)

    @cached_property
    def analysis(self) -> AnalysisView | None:
        return self._analysed(self.analysis_row, is_summary=True)

    def full_analysis(self) -> AnalysisView | None:
        return self._analysed(analysis_of(self.game), is_summary=False)

    def _analysed(self, found: Analysis | None, *, is_summary: bool) -> AnalysisView | None:
        if found is None or self.is_past or self.table.stage != "over":
            return None
        styles = {panel.seat: panel.style for panel in self.title.panels(self.state)}
        robots = {seat.number: seat.user.robot for seat in self.rows if seat.user and seat.number is not None}
        departures = {seat.number: seat.out_text for seat in self.seats if seat.departure and seat.number is not None}
        return analysis_view(
            self.title,
            found,
            self.names,
            styles,
            robots=robots,
            departures=departures,
            me=self.viewer_seat,
            is_summary=is_summary,
        )

    @cached_property
    def rating_changes(self) -> list[ChangeView]:
        """What the finished game did to the ratings of its players."""
        return change_views(self.game) if self.game.status == Status.FINISHED and not self.is_past else []

    @cached_property
    def unrated(self) -> str:
        """Why the begun game is not rated, "" for one that is, and at tables that were not."""
        return "" if self.rating_changes else unrated_text(self.game, self.rows, self.table.viewer)

    @property
    def terms(self) -> list[tuple[str, str]]:
        """The clock of the table in words, what it asks of players who take over a seat, and whether it is rated."""
        return [*table_terms(self.game), *rating_terms(self.game, self.rows, self.table.viewer)]

    # Who is there

    @cached_property
    def seats(self) -> list[SeatView]:
        """The seats: in order of joining before the start, in order of play during the game, best first at the end."""
        people = plain_seats(self.rows, self.table.me, self.game.host_id)
        if self.table.stage in {"open", "cancelled"}:
            return self._rated(people)
        departures = {seat: text for seat, text in self.history.entries[: self.ply] if text in (RESIGNS, OUT_OF_TIME)}
        people = [
            replace(seat, departure=departures.get(seat.number, ""), rating=self._start_rating(row))
            for seat, row in zip(people, self.rows, strict=True)
        ]
        found = seats_with_panels(people, self.title, self.state, self.history.logged_state)
        clocks = self.clocks.by_seat
        return [replace(seat, clock=clocks.get(seat.number or 0)) for seat in found] if clocks else found

    def _start_rating(self, row: Seat) -> str:
        """Return the rating at the start of a running game. A finished game says what it was just before the end."""
        return start_rating_text(row) if self.table.stage == "running" else ""

    def _rated(self, people: list[SeatView]) -> list[SeatView]:
        """Return the seats of a table before its start with the ratings of their players."""
        key = self.game.title
        texts = ratings_beside_names(((key, row) for row in self.rows), timezone.now())
        rows = zip(people, self.rows, strict=True)
        return [replace(seat, rating=texts.get((row.user_id or 0, key), "")) for seat, row in rows]


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


def live_region_text(view: TableView, seen: int | None, event: int | None = None) -> str:
    """Return what happened after the ply ``seen`` and the event with this id, and the question or state of the table.

    Only the last few of many plies are announced, and none if ``seen`` is None. The last ply of a game already says how
    the game ended.
    """
    turns = view.history.recent_turns[-MAX_ANNOUNCED:] if seen is not None else []
    fresh = [entry.text for turn in turns for entry in turn.texts if entry.ply > (seen or 0)][-MAX_ANNOUNCED:]
    if fresh and view.table.stage == "over":
        return " ".join([*fresh, *new_events(view, event)])
    return " ".join([*fresh, *new_events(view, event), _state_text(view)])


def arrivals(view: TableView, last: int | None) -> list[str]:
    """Return who has joined since the page had its latest seat, for a page that shows the table before its start."""
    if last is None:
        return []
    return [_("%(name)s has joined.") % {"name": seat_name(row)} for row in view.rows if row.pk > last]


def _state_text(view: TableView) -> str:
    return view.ask.text if view.ask else view.status


def new_events(view: TableView, event: int | None) -> list[str]:
    if event is None or event >= view.history.last_event:
        return []
    lines = view.history.story.events_between(0, None)
    fresh = [line for line in lines if line.event.pk > event]
    return [line.text for line in fresh][-MAX_EVENTS:]


@dataclass(frozen=True, slots=True)
class TroubleView:
    name: str
    players: str
    is_over: bool
    events: list[LogEvent]


def trouble_view(game_id: int, viewer: "User | AnonymousUser") -> TroubleView | None:
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game, viewer):
        return None
    seats, events = seats_of(game), events_of(game)[-5:]
    people = people_of(seats, events)
    return TroubleView(
        name=titled(game.title, game.name),
        players=join_names(list(people.seats)),
        is_over=game.status != Status.RUNNING,
        events=[event_line(event, people) for event in reversed(events)],
    )
