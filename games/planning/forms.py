"""Forms of the planning board, of notes and diaries, of whole turns and orders in advance."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from django import forms
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy as _

from games.common.wording import phrase
from games.core.forms import MAX_PLY, NotationsField, OpeningFieldsForm
from games.engine.core import Title
from games.engine.errors import BadNotation
from games.play.models import OrderDeed
from games.table.view import TableView

from .notes import MAX_LINE_LENGTH, MAX_NOTE_LENGTH
from .presenters import PlanView, RotationView, plan_view
from .studies import MAX_COMMENT_LENGTH

MAX_ID = 2**63 - 1
NODE_ACTIONS = [(action, action) for action in ("comment", "earlier", "later", "promote", "delete")]

MAX_NOTATION_LENGTH = 20  # characters of one notation
MAX_TEXT_LENGTH = 200  # characters of whole orders
FACE = "face-"  # prefix of the fields of faces


class StudyPositionForm(forms.Form):
    """The position on the planning board, and a choice there. Invalid values are ignored."""

    node = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_PLY)
    choose = forms.CharField(required=False, max_length=80)


class StudyActionForm(forms.Form):
    node = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    ply = forms.IntegerField(label=_("Step"), min_value=0, max_value=MAX_PLY)
    action = forms.CharField(
        label=_("Your choice"), max_length=80, error_messages={"required": _("choose something first.")}
    )


class StudyNodeForm(forms.Form):
    """A change of a node. The service checks the length of a comment."""

    node = forms.IntegerField(min_value=1, max_value=MAX_ID)
    do = forms.ChoiceField(choices=NODE_ACTIONS)
    comment = forms.CharField(label=_("Comment"), max_length=4 * MAX_COMMENT_LENGTH, required=False, strip=False)


class PublishForm(forms.Form):
    public = forms.BooleanField(required=False)


class NoteForm(forms.Form):
    text = forms.CharField(label=_("Private notes"), max_length=4 * MAX_NOTE_LENGTH, required=False, strip=False)
    text_hash = forms.CharField(max_length=16, required=False)


class DiaryLineForm(forms.Form):
    """A line of a diary: a new one, or a change of an existing one (``line``)."""

    text = forms.CharField(label=_("Diary"), max_length=4 * MAX_LINE_LENGTH, required=False, strip=False)
    line = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)
    remove = forms.BooleanField(required=False)


class DiaryPageForm(forms.Form):
    """The page of a diary, and the line being edited. Invalid values are ignored."""

    ply = forms.IntegerField(required=False, min_value=0, max_value=MAX_PLY)
    line = forms.IntegerField(required=False, min_value=1, max_value=MAX_ID)


class ChoiceForm(OpeningFieldsForm):
    action = NotationsField(label=_("Your choice"), error_messages={"required": _("choose something first.")})


class TurnPlanForm:
    """A whole turn as fields: ``rotation``, and ``face-3`` for the place if a 3 is rolled ("": decide later).

    It accepts any text. The title parses it, and the service checks whether it is legal.
    """

    def __init__(self, data: Mapping[str, str]) -> None:
        self.rotation = data.get("rotation", "").strip()[:MAX_NOTATION_LENGTH]
        self.share = data.get("share", "").strip()[:MAX_TEXT_LENGTH]
        self.without_share = bool(data.get("without_share"))
        self.places: Mapping[str, str] = {
            name.removeprefix(FACE): value.strip()[:MAX_NOTATION_LENGTH]
            for name, value in data.items()
            if name.startswith(FACE)
        }

    @property
    def text(self) -> str:
        places = [f"{face}: {place}" for face, place in self.places.items() if place]
        return "; ".join([self.rotation, *places] if self.rotation else places)


class OrderDraftForm(TurnPlanForm):
    """An order in advance: the figure's square and direction as its condition, and the turn, chosen or typed.

    ``number`` is the number of the order to change, 0 for a new one. Places that were chosen on boards (``boards``) are
    dropped if the condition does not fix the figure's position.
    """

    is_whole = False  # whether faces without a place are left open on purpose

    def __init__(self, data: Mapping[str, str]) -> None:
        super().__init__(data)
        self.data = data
        self.deed = data.get("deed", "") if data.get("deed", "") in OrderDeed.values else ""
        self.square = data.get("square", "").strip()[:MAX_NOTATION_LENGTH]
        self.facing = data.get("facing", "").strip()[:MAX_NOTATION_LENGTH]
        self.typed = data.get("typed", "").strip()[:MAX_TEXT_LENGTH]
        number = data.get("number", "")
        self.number = int(number) if number.isdecimal() and len(number) < 6 else 0
        if "boards" in data and not (self.square and self.facing):
            self.places = {}

    @classmethod
    def of(cls, number: int, condition: str, orders: str, deed: str = "") -> "OrderDraftForm":
        words = condition.split()
        parts = [part.partition(": ") for part in orders.split("; ")]
        places = {FACE + face: place for face, colon, place in parts if colon}
        fields = {
            "number": str(number),
            "deed": deed,
            "square": next((word for word in words if len(word) > 1), ""),
            "facing": next((word for word in words if len(word) == 1), ""),
            "rotation": next((part for part, colon, _place in parts if not colon), ""),
            "typed": orders if any(" " in place for place in places.values()) else "",
        }
        draft = cls({**fields, **places})
        draft.is_whole = True
        return draft

    @property
    def condition(self) -> str:
        return f"{self.square} {self.facing}".strip()

    @property
    def orders(self) -> str:
        return self.typed or self.text


FACINGS = "NESW"


class OrderFormData(Protocol):
    """The values of the form. With ``is_whole``, a face without a place is left open on purpose."""

    number: int
    square: str
    facing: str
    rotation: str
    places: Mapping[str, str]
    typed: str
    is_whole: bool
    deed: str

    @property
    def orders(self) -> str: ...

    @property
    def condition(self) -> str: ...


@dataclass(frozen=True, slots=True)
class OrderFormView:
    """An order that is being written.

    ``squares`` and ``facings`` (value and label) are the options. ``plan`` has the faces; its boards mean
    something only if the position ``is_fixed``, otherwise ``places`` are the notations by face, to be typed. ``number``
    belongs to the order that is changed, 0 for a new one. ``likely_after`` is the name of the player after
    whose turn the chosen position is the most likely one, "" if it has not been chosen for that.
    """

    number: int
    square: str
    facing: str
    squares: tuple[str, ...]
    facings: tuple[tuple[str, str], ...]
    is_fixed: bool
    plan: PlanView
    places: tuple[tuple[str, str], ...]
    typed: str
    deed: str
    deeds: tuple[tuple[str, str], ...]
    likely_after: str = ""


def likely_pose(table: TableView, seat: int) -> tuple[str, str]:
    """Return a likely square and facing of the figure at the start of the seat's next turn; ("", "") if unknown."""
    token = next(iter(table.scene.tokens), None)
    prompt = table.title.prompt(table.state)
    weights: Counter[tuple[str, str]] = Counter()
    for choice in prompt.choices if prompt else ():
        for branch in choice.branches:
            weights[branch.cell, branch.facing] += branch.weight
    poses = [pose for pose, _weight in weights.most_common()]
    poses += [(token.cell, token.facing)] if token else []
    return next((pose for pose in poses if _may_come(table, seat, " ".join(pose).strip())), ("", ""))


def _may_come(table: TableView, seat: int, condition: str) -> bool:
    """Return True if the seat's next turn may begin with this condition, judged by a rotation alone."""
    orders = table.title.orders
    turns = orders.rotations(orders.suppose(orders.read_condition(""), table.state, seat), seat) if orders else ()
    if orders is None or not turns:
        return False
    return not orders.why_impossible(
        orders.read_condition(condition), orders.read(turns[0].notation), table.state, seat
    )


def _squares(table: TableView, seat: int, chosen: str) -> tuple[str, ...]:
    """Return the squares on which the figure may stand at the start of the seat's next turn; all if unknown."""
    names = [cell.name for cell in table.scene.cells]
    possible = [name for name in names if name == chosen or _may_come(table, seat, name)]
    return tuple(possible if set(possible) - {chosen} else names)


def order_form_view(table: TableView, seat: int, form: OrderFormData) -> OrderFormView:
    orders = table.title.orders
    assert orders is not None
    readable = _readable(table.title, form.condition)
    state = orders.suppose(orders.read_condition(readable), table.state, seat)
    is_fixed = bool(readable and form.square and form.facing)
    plan = plan_view(
        table,
        form.rotation,
        form.places,
        state=state,
        seat=seat,
        is_whole=form.is_whole,
        has_hints=table.table.shows_hints,
    )
    if not form.facing:
        plan = replace(plan, rotations=tuple(_bare(table.title, rotation) for rotation in plan.rotations))
    return OrderFormView(
        number=form.number,
        square=form.square,
        facing=form.facing,
        squares=_squares(table, seat, form.square),
        facings=tuple((side, phrase(table.title, f"facing.{side}")) for side in FACINGS),
        is_fixed=is_fixed,
        plan=plan,
        places=tuple((face.label, form.places.get(face.label, "")) for face in plan.faces),
        typed=form.typed,
        deed=form.deed,
        deeds=tuple((value, capfirst(str(label))) for value, label in OrderDeed.choices),
    )


def fitted(table: TableView, seat: int, form: OrderFormData) -> tuple[str, str]:
    """Return condition and orders of a draft, changed as little as makes them possible.

    A square where the figure cannot stand becomes a likely one. An unreachable place becomes the suggested one
    if the condition fixes the position, otherwise that face is left open.
    """
    orders = table.title.orders
    assert orders is not None
    condition = form.condition if _is_possible(table, seat, form.condition) else " ".join(likely_pose(table, seat))
    state = orders.suppose(orders.read_condition(condition), table.state, seat)
    offered = [choice.notation for choice in orders.rotations(state, seat)]
    draft = OrderDraftForm.of(0, condition, form.orders)
    rotation = draft.rotation if draft.rotation in offered else offered[len(offered) // 2] if offered else ""
    parts = [rotation] if rotation else []
    for face in orders.plan(state, seat, rotation):
        wanted = draft.places.get(face.label, "")
        is_legal = wanted.split(" ")[0] in {choice.notation for choice in face.choices}
        place = wanted if is_legal or not (draft.square and draft.facing) else face.suggested
        part = f"{face.label}: {place}"
        if wanted and place and _can_be_played(table, seat, condition, "; ".join([*parts, part])):
            parts.append(part)
    return condition, "; ".join(parts)


def _is_possible(table: TableView, seat: int, condition: str) -> bool:
    return _readable(table.title, condition) == condition and _may_come(table, seat, condition)


def _can_be_played(table: TableView, seat: int, condition: str, text: str) -> bool:
    orders = table.title.orders
    assert orders is not None
    try:
        parsed = orders.read(text)
    except BadNotation:
        return False
    return not orders.why_impossible(orders.read_condition(condition), parsed, table.state, seat)


def _readable(title: Title, condition: str) -> str:
    try:
        title.orders.read_condition(condition) if title.orders else None
    except BadNotation:
        return ""
    return condition


def _bare(title: Title, rotation: RotationView) -> RotationView:
    """Return a rotation without the new facing in its label, for a condition without a facing."""
    key = f"orders.{rotation.notation}"
    return replace(rotation, label=phrase(title, key)) if key in title.phrases else rotation
