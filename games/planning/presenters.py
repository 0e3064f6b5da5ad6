"""The plan of a whole turn: for each rotation, one small board per face of the die with the places for a piece."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.selectors import display_name
from games.board.log_lines import ply_text
from games.board.position import PositionView
from games.common.wording import join_phrases, message_renderer
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import Viewer, seat_name, seats_of
from games.core.visibility import knowing_seat, known_plies_of
from games.engine.core import Title
from games.engine.errors import BadNotation
from games.engine.messages import Message
from games.engine.prompts import Choice, PlannedFace, Prompt
from games.engine.registry import get_title
from games.pictures.board_svg import BoardLook, Question, board_svg
from games.play.decorators import table_url
from games.play.models import AdvanceOrder, OrderDeed
from games.play.orders import reasons_of, unfit_orders
from games.table.view import TableView

from .models import DiaryLine
from .notes import can_keep_notes, note_hash
from .selectors import diary_for, note_of

LEFT_TO_RIGHT = "LFR"  # rotations are shown as they point; others come before them as the title has them

PLAN = "plan"  # the choice of the link to the page that plans a whole turn


@dataclass(frozen=True, slots=True)
class OrderView:
    """One order. ``when`` is its condition in words, ``text`` what it orders; ``reasons`` say why it was dropped.

    ``misfits`` say why a waiting order would not fit if its condition were met in the present position.
    """

    number: int
    condition: str
    when: str
    text: str
    deed: str
    misfits: tuple[str, ...]
    state: str
    state_label: str
    reasons: tuple[str, ...]
    turn: int | None


def order_views(
    title: Title, rows: Sequence[AdvanceOrder], names: Sequence[str], state: Any = None, seat: int = 0
) -> list[OrderView]:
    """Return the orders of one player at one table; ``names`` are the players', in order of seats.

    With a ``state`` and the player's ``seat``, waiting orders are compared with it.
    """
    say = message_renderer(title, names)
    return [_view(title, row, say, _misfits(title, row, state, seat) if state is not None else ()) for row in rows]


def _misfits(title: Title, row: AdvanceOrder, state: Any, seat: int) -> Sequence[Message]:
    if title.orders is None or row.deed:
        return ()
    try:
        condition, orders = title.orders.read_condition(row.condition), title.orders.read(row.orders)
    except BadNotation:
        return ()
    return title.orders.problems(condition, orders, title.orders.suppose(condition, state, seat), seat)


def _view(title: Title, row: AdvanceOrder, say: Callable[[Message], str], misfits: Sequence[Message]) -> OrderView:
    return OrderView(
        number=row.number,
        condition=row.condition,
        when=_when(title, row, say),
        text=row.get_deed_display() if row.deed else row.orders,
        deed=row.deed,
        misfits=tuple(say(message) for message in misfits),
        state=row.state,
        state_label=str(row.get_state_display()),
        reasons=tuple(_why(message, say) for message in reasons_of(row)),
        turn=row.turn,
    )


def _when(title: Title, row: AdvanceOrder, say: Callable[[Message], str]) -> str:
    """Return the condition in words, or unchanged if it cannot be parsed."""
    if row.deed == OrderDeed.REMATCH:
        return _("at the end")
    if title.orders is None:
        return row.condition
    try:
        message = title.orders.describe_condition(title.orders.read_condition(row.condition))
    except BadNotation:
        return row.condition
    return say(message)


def _why(message: Message, say: Callable[[Message], str]) -> str:
    if message.key == "site.superseded":
        return _("Order %(number)s was played first.") % dict(message.params)
    if message.key == "site.refused":
        return str(message.params["why"])
    return say(message)


def unfit_views(table: TableView) -> list[tuple[OrderView, str]]:
    """Return the player's orders that did not fit the turn under way, each with a plan of the turn made of it.

    The address is "" where the turn can no longer be planned. A plan suggests places for illegal ones.
    """
    if (
        table.ask is None
        or table.table.player is None
        or table.viewer_seat is None
        or table.table.represented is not None
    ):
        return []
    rows = unfit_orders(table.table.player, table.game, table.viewer_seat)
    views = order_views(table.title, rows, table.names)
    may_plan = table.may_plan
    return [
        (view, _plan_address(table.game.code, row) if may_plan else "") for view, row in zip(views, rows, strict=True)
    ]


def _plan_address(code: str, row: AdvanceOrder) -> str:
    if row.deed:
        return ""
    parts = [part.partition(": ") for part in row.orders.split("; ")]
    fields = {
        f"face-{face}" if colon else "rotation": place.split(" ")[0] if colon else face for face, colon, place in parts
    }
    return f"{table_url('plan', code)}?{urlencode(fields)}#plan"


@dataclass(frozen=True, slots=True)
class PlaceView:
    """One place for a piece: ``notation`` is submitted, the rest is displayed."""

    notation: str
    label: str
    details: str


@dataclass(frozen=True, slots=True)
class FaceView:
    """One face: ``weight`` chances of ``total`` that the figure stops on ``cell``; ``text`` states its cost.

    ``brief`` is shorter. ``chosen`` is the ordered notation, "" while the face is left open;
    ``suggested`` is a sensible one.
    """

    label: str
    weight: int
    total: int
    cell: str
    text: str
    brief: str
    board: SafeString
    places: tuple[PlaceView, ...]
    chosen: str
    suggested: str

    @property
    def is_suggestion(self) -> bool:
        return bool(self.chosen) and self.chosen == self.suggested


@dataclass(frozen=True, slots=True)
class RotationView:
    notation: str
    label: str
    is_chosen: bool
    address: str


@dataclass(frozen=True, slots=True)
class PlanView:
    """The whole turn. ``rotation`` is the notation of the chosen one, "" for a title without rotations."""

    rotations: tuple[RotationView, ...]
    rotation: str
    faces: tuple[FaceView, ...]


def plan_view(
    table: PositionView,
    rotation: str,
    places: Mapping[str, str],
    *,
    state: Any = None,
    seat: int | None = None,
    is_whole: bool = False,
    has_hints: bool = True,
) -> PlanView:
    """Return the possible orders from ``state`` (by default the table's) on, with the choices so far.

    An unknown rotation counts as the middle one; a place that is not legal, or not chosen yet, as the
    suggested one, or with ``is_whole`` as left open. Without ``has_hints`` nothing is suggested. Only for titles with
    orders in advance.
    """
    orders = table.title.orders
    assert orders is not None
    state = table.state if state is None else state
    seat = table.title.acting(state)[0] if seat is None else seat
    offered = sorted(orders.rotations(state, seat), key=lambda choice: LEFT_TO_RIGHT.find(choice.notation))
    known = [choice.notation for choice in offered]
    turned = rotation if rotation in known else known[len(known) // 2] if known else ""
    planned = orders.plan(state, seat, turned)
    faces = planned if has_hints else tuple(replace(face, suggested="") for face in planned)
    chosen = {face.label: _chosen(face, places.get(face.label, "" if is_whole else None)) for face in faces}
    drawing = _Drawing(table, seat, sum(face.weight for face in faces), turned, chosen)
    return PlanView(
        rotations=tuple(drawing.rotation_view(choice) for choice in offered),
        rotation=turned,
        faces=tuple(drawing.face_view(face) for face in faces),
    )


def _chosen(face: PlannedFace, place: str | None) -> str:
    legal = {choice.notation for choice in face.choices}
    return place if place is not None and (not place or place in legal) else face.suggested


@dataclass(frozen=True, slots=True)
class _Drawing:
    table: PositionView
    seat: int
    total: int
    rotation: str
    chosen: Mapping[str, str]

    def address(self, rotation: str, places: Mapping[str, str]) -> str:
        faces = {f"face-{face}": place for face, place in places.items()}
        return "?" + urlencode({"rotation": rotation, **faces})

    def rotation_view(self, choice: Choice) -> RotationView:
        label = self.table.say(choice.label)
        address = self.address(choice.notation, {}) + "#plan"
        return RotationView(choice.notation, label, choice.notation == self.rotation, address)

    def face_view(self, face: PlannedFace) -> FaceView:
        return FaceView(
            label=face.label,
            weight=face.weight,
            total=self.total,
            cell=face.branch.cell,
            text=", ".join(self.table.say(message) for message in face.branch.messages),
            brief=", ".join(self.brief(message) for message in face.branch.messages),
            board=self.board(face),
            places=tuple(self.place(choice) for choice in face.choices),
            chosen=self.chosen[face.label],
            suggested=face.suggested,
        )

    def brief(self, message: Message) -> str:
        short = f"{message.key}.brief"
        return self.table.say(Message(short, message.params) if short in self.table.title.phrases else message)

    def place(self, choice: Choice) -> PlaceView:
        details = join_phrases(self.table.say(message) for message in choice.details)
        return PlaceView(choice.notation, self.table.say(choice.label), details)

    def board(self, face: PlannedFace) -> SafeString:
        """Draw the position after the roll. For keyboards it is a grid, so Tab skips its links."""

        def link(place: str) -> dict[str, str]:
            address = self.address(self.rotation, {**self.chosen, face.label: place})
            return {"href": f"{address}#face-{face.label}", "tabindex": "-1"}

        asked = self.table.title.prompt(face.state)
        prompt = Prompt(self.seat, "place", Message(""), face.choices, asked.refusals if asked else {})
        drawn = board_svg(
            self.table.title.scene(face.state),
            BoardLook(ident=f"board-{face.label}", grid=True),
            say=self.table.say,
            title=_("The board if you roll a %(face)s") % {"face": face.label},
            question=Question(prompt, link, self.chosen[face.label]) if face.choices else None,
        )
        return SafeString(drawn)


@dataclass(frozen=True, slots=True)
class DiaryLineView:
    """One line of a diary. ``is_mine`` is True if the viewer wrote it and can remove it."""

    pk: int
    name: str
    username: str
    is_mine: bool
    is_edited: bool
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class DiaryPageView:
    """The diary lines after one ply. ``happened`` is the text of that ply, "" before the first."""

    ply: int
    happened: str
    lines: tuple[DiaryLineView, ...]
    is_here: bool


@dataclass(frozen=True, slots=True)
class NotesView:
    """``text`` is the private notes, ``text_hash`` their hash, ``pages`` the diary from its first page to the last.

    ``here`` is the page of the requested ply. ``may_note`` and ``may_write`` are the viewer's permissions.
    """

    text: str
    text_hash: str
    may_note: bool
    may_write: bool
    is_open: bool
    pages: tuple[DiaryPageView, ...]

    @property
    def here(self) -> DiaryPageView | None:
        return next((page for page in self.pages if page.is_here), None)


def notes_view(game: Game, viewer: Viewer, *, ply: int | None = None, edited: int | None = None) -> NotesView:
    rows = seats_of(game)
    user = viewer if isinstance(viewer, User) else None
    is_seated = user is not None and any(seat.user_id == user.pk for seat in rows)
    text = note_of(game, user) if user else ""
    return NotesView(
        text=text,
        text_hash=note_hash(text),
        may_note=user is not None and can_keep_notes(game, is_seated),
        may_write=user is not None and is_seated and user.is_confirmed and game.status == Status.RUNNING,
        is_open=game.is_over,
        pages=_pages(game, rows, diary_for(game, viewer), user, ply, edited),
    )


def _pages(
    game: Game, rows: Sequence[Seat], lines: Sequence[DiaryLine], user: User | None, ply: int | None, edited: int | None
) -> tuple[DiaryPageView, ...]:
    """Return the pages of the diary. An empty diary does not read the log."""
    title, log = get_title(game.title), known_plies_of(game, knowing_seat(game, user)) if lines else []
    names = [seat_name(seat) for seat in rows]
    found: dict[int, list[DiaryLineView]] = {}
    for line in lines:
        found.setdefault(line.ply, []).append(_line(line, user, edited))
    return tuple(
        DiaryPageView(at, ply_text(title, log[at - 1], names) if at else "", tuple(some), at == ply)
        for at, some in found.items()
    )


def _line(line: DiaryLine, user: User | None, edited: int | None) -> DiaryLineView:
    is_mine = user is not None and line.user_id == user.pk
    name = display_name(line.user)
    return DiaryLineView(line.pk, name, line.user.username, is_mine, is_mine and line.pk == edited, line.text, line.at)
