"""The form for an order in advance: a condition, and four boards if the condition fixes the position."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol

from games.common.wording import phrase
from games.engine.core import Title
from games.engine.errors import BadNotation
from games.table.view import TableView

from .presenters import PlanView, RotationView, plan_view

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

    @property
    def condition(self) -> str: ...


@dataclass(frozen=True, slots=True)
class OrderFormView:
    """An order that is being written.

    ``squares`` and ``facings`` (value and label) are the options. ``plan`` has the faces; its boards mean
    something only if the position ``is_fixed``, otherwise ``places`` are the notations by face, to be typed. ``number``
    belongs to the order that is changed, 0 for a new one.
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
    )


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
