"""The only definition of what is legal: who must act, what chance owes, and why an action is refused."""

from ..core import Chance
from ..errors import IllegalAction
from .actions import Abort, Action, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .board import CANDIDATES, FACE_WEIGHTS, FACES, INDEX, NEIGHBOURS
from .rugs import COLOURS
from .state import NOBODY, State


def acting(state: State) -> tuple[int, ...]:
    """Return the seat that must act, or nothing when chance must or the game is over."""
    return (state.current,) if state.phase in {"rotate", "lay", "end"} else ()


def roller(state: State) -> int:
    """Return the seat that rolls next for the order of play, or NOBODY when the order is settled."""
    return _settle(state)[0]


def settled_order(state: State) -> tuple[int, ...]:
    """Return the order of play that the roll-off gave: ties are re-rolled among the tied alone. Leavers come last."""
    return _settle(state)[1]


def _settle(state: State) -> tuple[int, tuple[int, ...]]:
    """Return who must roll (or NOBODY) and the order as far as it is known: compare roll by roll, highest first."""
    inside = [seat for seat, holding in enumerate(state.seats) if not holding.left]
    outside = [seat for seat, holding in enumerate(state.seats) if holding.left]

    def resolve(group: list[int], depth: int) -> tuple[int, list[int]]:
        if len(group) < 2:
            return NOBODY, group
        for seat in group:
            if len(state.rolloff[seat]) == depth:
                return seat, group
        ranked: list[int] = []
        first_to_roll = NOBODY
        for face in reversed(FACES):
            due, part = resolve([seat for seat in group if state.rolloff[seat][depth] == face], depth + 1)
            ranked += part
            first_to_roll = due if first_to_roll == NOBODY else first_to_roll
        return first_to_roll, ranked

    due, order = resolve(inside, 0)
    return due, (*order, *outside)


def drawer(state: State) -> int:
    """Return the first seat whose next rug must be drawn, or NOBODY."""
    return next((seat for seat in state.order if state.seats[seat].awaits_draw), NOBODY)


def chance(state: State) -> Chance | None:
    """Return the random result that is due, or None."""
    if state.phase == "roll":
        return Chance("roll", state.current, state.seats[state.current].rolls, FACE_WEIGHTS)
    if state.phase == "order":
        seat = roller(state)
        return Chance("order", seat, len(state.rolloff[seat]), FACE_WEIGHTS)
    if state.phase == "pile":
        seat = drawer(state)
        colours = state.rules.colours_of(seat)
        weights = tuple(
            (COLOURS[colour], 1 if state.rules.coin else count)
            for colour, count in zip(colours, state.seats[seat].piles, strict=True)
        )
        return Chance("pile", seat, state.seats[seat].draws, weights)
    return None


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return every legal action of the acting seat, or every result that chance may give, sorted by notation."""
    seat = state.current
    match state.phase:
        case "rotate" | "end":
            quarters = (0, -1, 1) if state.rules.straight else (-1, 1)
            return tuple(Rotate(seat, quarter) for quarter in quarters)
        case "lay":
            places = legal_places(state)
            return tuple(Lay(seat, name[:2], name[2:]) for name in places) or (PutAway(seat),)
        case "roll":
            return tuple(Roll(face) for face in FACES)
        case "order":
            return tuple(RollOff(face) for face in FACES)
        case "pile":
            return tuple(Draw(colour) for colour in state.rules.colours_of(drawer(state)))
        case _:
            return ()


def legal_places(state: State) -> tuple[str, ...]:
    """Return the notations of all legal rug places for the seat whose turn it is, sorted."""
    return tuple(
        name for name, first, second in CANDIDATES[state.square] if cover_refusal(state, first, second) is None
    )


def cover_refusal(state: State, first: int, second: int) -> str | None:
    """Return why a rug may not lie on these neighbouring squares given what is there, or None."""
    board, rules = state.board, state.rules
    below, beside = board[first], board[second]
    if not below or not beside:
        return None
    owner = rules.owner(below >> 6)
    if below == beside:
        may = (rules.cover_own and owner == state.current) or _counts_as_empty(state, owner)
        return None if may else "whole-rug"
    if rules.two_halves or _counts_as_empty(state, owner) or _counts_as_empty(state, rules.owner(beside >> 6)):
        return None
    return "two-halves"


def _counts_as_empty(state: State, owner: int) -> bool:
    return state.rules.out_rugs_empty and state.seats[owner].left > 0


def place_refusal(state: State, first: str, second: str) -> str | None:
    """Return why the seat whose turn it is may not lay a rug on these two squares, or None."""
    if first not in INDEX or second not in INDEX:
        return "off-board"
    here, there, assam = INDEX[first], INDEX[second], state.square
    if there not in NEIGHBOURS[here] or first > second:
        return "not-a-rug"
    if assam in (here, there):
        return "under-assam"
    if here not in NEIGHBOURS[assam] and there not in NEIGHBOURS[assam]:
        return "not-beside-assam"
    return cover_refusal(state, here, there)


def refusal(state: State, action: Action) -> str | None:
    """Return the code of the reason why ``apply`` refuses this action, or None when it is legal."""
    if state.phase == "over":
        return "game-over"
    match action:
        case Abort():
            return None
        case Leave(seat=seat):
            if not 0 <= seat < len(state.seats):
                return "no-such-seat"
            return "already-out" if state.seats[seat].left else None
        case Roll() | Draw() | RollOff():
            return _chance_refusal(state, action)
        case _:
            return _seat_refusal(state, action)


def _chance_refusal(state: State, action: Roll | Draw | RollOff) -> str | None:
    wanted = {"roll": Roll, "pile": Draw, "order": RollOff}.get(state.phase)
    if not wanted:
        return "no-chance-due"
    if not isinstance(action, wanted):
        return "other-chance-due"
    return None if action in legal_actions(state) else "impossible-result"


def _seat_refusal(state: State, action: Rotate | Lay | PutAway) -> str | None:
    if state.phase in {"order", "pile", "roll"}:
        return "chance-due"
    if action.seat != state.current:
        return "not-your-turn"
    if isinstance(action, Rotate) == (state.phase == "lay"):
        return "wrong-phase"
    match action:
        case Rotate(quarter=0):
            return None if state.rules.straight else "must-turn"
        case Rotate(quarter=quarter):
            return None if quarter in (-1, 1) else "half-turn"
        case Lay(first=first, second=second):
            return place_refusal(state, first, second)
        case _:
            return "can-lay" if legal_places(state) else None


def check(state: State, action: Action) -> None:
    """Raise IllegalAction with the reason's code unless the action is legal."""
    code = refusal(state, action)
    if code:
        raise IllegalAction(code)
