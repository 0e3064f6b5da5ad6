"""The plan of a whole turn: for each rotation, one small board per face of the die with the places for a piece."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.messages import Message
from games.engine.prompts import Choice, PlannedFace, Prompt

from ..pictures.board_svg import board_svg
from ..position import PositionView
from ..wording import join_phrases

LEFT_TO_RIGHT = "LFR"  # rotations are shown as they point; others come before them as the title has them


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
        """True if the ordered place is the suggested one."""
        return bool(self.chosen) and self.chosen == self.suggested


@dataclass(frozen=True, slots=True)
class RotationView:
    """One rotation, and the address of the plan with it."""

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


def may_plan(table: PositionView, seat: int | None) -> bool:
    """Return True if this seat's turn begins in the position, so that the whole turn can be planned."""
    orders = table.title.orders
    return orders is not None and seat is not None and orders.seat_to_begin(table.state) == seat


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
    """The common data of the faces of a plan."""

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

        prompt = self.table.title.prompt(face.state)
        refusals = prompt.refusals if prompt else {}
        drawn = board_svg(
            self.table.title.scene(face.state),
            say=self.table.say,
            title=_("The board if you roll a %(face)s") % {"face": face.label},
            prompt=Prompt(self.seat, "place", Message(""), face.choices, refusals) if face.choices else None,
            link=link,
            chosen=self.chosen[face.label],
            ident=f"board-{face.label}",
            grid=True,
        )
        return SafeString(drawn)
