"""Checks of orders: problems in this turn, for every face before the roll, and orders that can never be carried out."""

from collections.abc import Iterator

from ...messages import Message
from ..drawing import facing_name
from ..notation.action_notation import QUARTERS, UNLAID, parse
from ..options import Rules
from ..rules.actions import Roll, Rotate
from ..rules.board import CANDIDATE_SETS, INDEX, NAMES, PLACE_NUMBERS, POSE_AFTER_ROTATION
from ..rules.legality import refusal_code
from ..rules.position import apply
from ..rules.state import State
from .conditions import Condition, fits_pose, is_met
from .order_text import Orders
from .reachable_poses import pose_after_walk, reachable_poses, turns_left


def problems(condition: Condition, orders: Orders, state: State) -> tuple[Message, ...]:
    """Return why the seat whose turn it is cannot carry out these orders; () when it can."""
    if not is_met(condition, state):
        return (Message("orders.elsewhere", {"square": NAMES[state.square], "facing": facing_name(state.facing)}),)
    if problem := _check_rotation(orders, state):
        return (problem,)
    match state.phase:
        case "rotate":
            turned = apply(state, Rotate(state.current, QUARTERS[orders.rotation]))
            return tuple(_check_faces(orders, turned))
        case "roll":
            return tuple(_check_faces(orders, state)) if orders.rugs else (Message("orders.no-rug"),)
        case "lay":
            return tuple(_check_rug(orders, state))
        case _:
            return (Message("orders.laid-already"),) if orders.rugs else ()


def _check_rotation(orders: Orders, state: State) -> Message | None:
    """Return what is wrong with the rotations, seen from this state."""
    if state.phase == "lay" and not state.rules.rotate_at_end and (orders.rotation or orders.turns):
        return Message("orders.turned-already")
    if state.phase in {"rotate", "end"} and not orders.rotation:
        return Message("orders.no-rotation")
    return _check_turning(orders, state.rules)


def _check_turning(orders: Orders, rules: Rules) -> Message | None:
    """Return what is wrong with the rotations under these rules."""
    if orders.turns and not rules.rotate_at_end:
        return Message("orders.turned-before")
    if not rules.straight and "F" in {orders.rotation, *orders.turns.values()}:
        return Message("refused.must-turn")
    return None


def _check_faces(orders: Orders, turned: State) -> Iterator[Message]:
    """Yield what is wrong with the rug of each face, where Assam is about to walk."""
    for face in orders.rugs:
        rolled = apply(turned, Roll(face))
        if rolled.last is not None and rolled.last.out:
            yield Message("orders.face-out", {"face": face})
        else:
            yield from _check_rug(orders, rolled)


def _check_rug(orders: Orders, state: State) -> Iterator[Message]:
    """Yield what is wrong with the rug of the face that was rolled."""
    face = state.last.face if state.last else 0
    place = orders.rugs.get(face)
    if place is None:
        yield Message("orders.no-face", {"face": face})
    elif code := refusal_code(state, parse(state, state.current, place)):
        yield _place_problem(face, state.square, place, code)


def _place_problem(face: int, square: int, place: str, code: str) -> Message:
    why = Message(f"refused.{code}")
    return Message("orders.face", {"face": face, "square": NAMES[square], "place": place, "why": why})


def why_impossible(condition: Condition, orders: Orders, state: State, seat: int) -> Message | None:
    """Return why these orders can never be carried out in the seat's next turn; None while they might be."""
    if state.phase == "over":
        return Message("orders.over")
    if state.seats[seat].out:
        return Message("orders.out")
    if turns_left(state, seat) <= 0:
        return Message("orders.no-turn")
    return _check_rules(orders, state.rules) or _check_reachable(condition, orders, state, seat)


def _check_rules(orders: Orders, rules: Rules) -> Message | None:
    """Return what is wrong with the orders wherever Assam may stand."""
    if rules.rotate_at_end and not orders.rugs:
        return Message("orders.no-rug")
    if not rules.rotate_at_end and not orders.rotation:
        return Message("orders.no-rotation")
    for face, place in orders.rugs.items():
        if code := _invalid_place_code(place, rules):
            return Message("orders.rug", {"face": face, "place": place, "why": Message(f"refused.{code}")})
    return _check_turning(orders, rules)


def _invalid_place_code(place: str, rules: Rules) -> str:
    """Return why no rug can ever lie like this, or ""."""
    if place == UNLAID:
        return "can-lay" if rules.two_halves else ""  # then there is always a place
    if place in PLACE_NUMBERS:
        return ""
    return "not-a-rug" if {place[:2], place[2:]} <= INDEX.keys() else "off-board"


def _check_reachable(condition: Condition, orders: Orders, state: State, seat: int) -> Message | None:
    """Return why the orders fit no pose that Assam can have by then."""
    poses = [pose for pose in reachable_poses(state, seat) if fits_pose(condition, pose)]
    if not poses:
        return Message("orders.never-there")
    quarter = 0 if state.rules.rotate_at_end else QUARTERS[orders.rotation]
    for pose in poses:
        problem = _first_rug_out_of_reach(orders, POSE_AFTER_ROTATION[pose][quarter + 1])
        if problem is None:
            return None
    return problem if len(poses) == 1 else Message("orders.never-beside")


def _first_rug_out_of_reach(orders: Orders, pose: int) -> Message | None:
    """Return the first ordered rug that would not be beside Assam if he set out from this pose."""
    for face, place in orders.rugs.items():
        square = pose_after_walk(pose, face) >> 2
        if place != UNLAID and PLACE_NUMBERS[place] not in CANDIDATE_SETS[square]:
            is_under = NAMES[square] in {place[:2], place[2:]}
            return _place_problem(face, square, place, "under-assam" if is_under else "not-beside-assam")
    return None
