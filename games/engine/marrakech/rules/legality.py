"""Questions about a state: who must act, which chance is due, what is legal, why an action is refused."""

from functools import lru_cache

from ...errors import IllegalAction
from ...values import Chance
from .actions import Action, Draw, Lay, PutAway, Roll, RollOff, Rotate
from .board import FACE_WEIGHTS, FACES, NAMES, PLACE_SQUARES
from .position import Position
from .rugs import COLOURS
from .state import State


def acting(state: State) -> tuple[int, ...]:
    """Return the seat that must act, () when chance is due or the game is over."""
    return (state.current,) if state.phase in {"rotate", "lay", "end"} else ()


def chance_seat(state: State) -> int:
    """Return the seat that the roll-off or the draw concerns, otherwise the one whose turn it is."""
    return Position(state).chance_seat


def chance(state: State) -> Chance | None:
    """Return the random result that is due, or None."""
    if state.phase == "roll":
        return Chance("roll", state.current, state.seats[state.current].rolls, FACE_WEIGHTS)
    if state.phase == "order":
        seat = chance_seat(state)
        return Chance("order", seat, len(state.rolloff[seat]), FACE_WEIGHTS)
    if state.phase == "pile":
        position = Position(state)
        seat = position.chance_seat
        weights = tuple((COLOURS[colour], weight) for colour, weight in position.legal_draws())
        return Chance("pile", seat, state.seats[seat].draws, weights)
    return None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every legal action of the acting seat, or every result that chance may give, sorted by notation."""
    seat = state.current
    match state.phase:
        case "rotate" | "end":
            return tuple(Rotate(seat, quarter) for quarter in state.rules.quarters)
        case "lay":
            places = Position(state).legal_places()
            return tuple(_laying(seat, place) for place in places) or (PutAway(seat),)
        case "roll":
            return tuple(Roll(face) for face in FACES)
        case "order":
            return tuple(RollOff(face) for face in FACES)
        case "pile":
            return tuple(Draw(colour) for colour in state.rules.colours_of(chance_seat(state)))
        case _:
            return ()


@lru_cache(maxsize=512)
def _laying(seat: int, place: int) -> Lay:
    first, second = PLACE_SQUARES[place]
    return Lay(seat, NAMES[first], NAMES[second])


def refusal_code(state: State, action: Action) -> str | None:
    """Return the code with which ``apply`` refuses this action, or None when it is legal."""
    try:
        Position(state).apply(action)
    except IllegalAction as error:
        return error.code
    return None
