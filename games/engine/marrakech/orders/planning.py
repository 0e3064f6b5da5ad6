"""Plan of a turn before the roll: the consequences of each face, the legal places and a suggested one."""

from ...messages import Message
from ...scene import Token
from ...turns.orders import PlannedFace
from ...turns.prompts import Branch, Choice
from ..notation.action_notation import notation, parse
from ..prompts import branch, prompt
from ..robots.careful import CarefulPlayer
from ..rules.actions import Roll, Rotate
from ..rules.board import FACE_WEIGHTS, FACINGS, INDEX, NAMES, walk_from
from ..rules.position import apply
from ..rules.state import State
from .conditions import Condition


def plan(state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
    """Return the consequences of each face after this rotation, or of the face that has been rolled."""
    if not state.seats[seat].rugs:
        return ()
    match state.phase:
        case "rotate":
            turned = apply(state, parse(state, seat, rotation))
        case "roll":
            turned = state
        case "lay":
            return (_face(_rolled(state), state),)
        case _:
            return ()
    branches = [branch(turned, seat, turned.facing, int(face), weight) for face, weight in FACE_WEIGHTS]
    return tuple(_face(way, apply(turned, Roll(int(way.label)))) for way in branches)


def _rolled(state: State) -> Branch:
    """Return the walk of this turn, which has been paid."""
    last = state.last
    assert last is not None
    walk = walk_from(last.start, last.heading, last.face)
    path = tuple(NAMES[square] for square in walk.path)
    return Branch(str(last.face), 1, NAMES[walk.square], path, (), FACINGS[walk.facing], walk.loops)


def _face(way: Branch, rolled: State) -> PlannedFace:
    asked = prompt(rolled) if rolled.phase == "lay" else None
    choices = asked.choices if asked else ()
    return PlannedFace(way.label, way.weight, rolled, way, choices, suggest_place(rolled) if choices else "")


def suggest_place(state: State) -> str:
    """Return the place that the careful robot likes best without looking at the next rug; of equals the first."""
    action_values = CarefulPlayer(state, width=0).action_values()
    best = max(worth for worth, _ in action_values)
    return next(notation(action) for worth, action in action_values if worth == best)


def rotations(state: State, seat: int) -> tuple[Choice, ...]:
    """Return the rotations that orders for this turn may contain."""
    asked = prompt(state) if state.phase in {"rotate", "end"} else None
    if asked:
        return asked.choices
    is_last = sum(holding.rugs for holding in state.seats) <= 1
    if not state.rules.rotate_at_end or is_last or state.phase not in {"roll", "lay"}:
        return ()
    return tuple(_later(state, quarter) for quarter in state.rules.quarters)


def _later(state: State, quarter: int) -> Choice:
    """Return a rotation at the end of a turn; before the roll Assam's facing is not known."""
    text = notation(Rotate(state.current, quarter))
    heading = FACINGS[(state.facing + quarter) % 4]
    preview = (Token("assam", NAMES[state.square], heading),) if state.phase == "lay" else ()
    return Choice(text, Message(f"orders.{text}"), preview=preview)


def suppose(condition: Condition, state: State, seat: int) -> State:
    """Return the position as it would be if the seat's turn began now and Assam stood as the condition says."""
    return state._replace(
        current=seat,
        phase="roll" if state.rules.rotate_at_end else "rotate",
        square=INDEX[condition.square] if condition.square else state.square,
        facing=FACINGS.index(condition.facing) if condition.facing else state.facing,
    )
