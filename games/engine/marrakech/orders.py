"""Orders: conditions, notation, what is refused, and the planning board."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from ..errors import BadNotation
from ..messages import Message
from ..prompts import Branch, Choice, PlannedFace
from ..scene import Token
from .actions import QUARTERS, UNLAID, Action, Roll, Rotate, notation, parse
from .board import (
    CANDIDATE_SETS,
    FACE_WEIGHTS,
    FACES,
    FACINGS,
    INDEX,
    MOVE,
    NAMES,
    PLACE_NUMBERS,
    POSE_AFTER_ROTATION,
    walk_from,
)
from .display import facing_name
from .options import Rules
from .position import apply
from .prompts import branch, prompt
from .robots import CarefulPlayer
from .rules import refusal_code
from .state import NO_SEAT, State

# Conditions of orders in advance: Assam's square and facing when the turn begins.
#
# ``d4 N`` on d4 facing north, ``d4`` on d4, ``N`` facing north anywhere, and an empty text for no condition.


_CONDITION = re.compile(r"(?P<square>[A-Z][0-9])?[\s,;:]*(?P<facing>[NESW])?")


class Condition(NamedTuple):
    """The square's name and the letter of the facing; "" for either where it does not matter."""

    square: str = ""
    facing: str = ""


def read_condition(text: str) -> Condition:
    """Return the condition that the text means. Raises BadNotation: "condition-unreadable", "condition-off-board"."""
    found = _CONDITION.fullmatch(text.strip().upper()) if len(text) <= 80 else None
    if not found:
        raise BadNotation("condition-unreadable", text=text.strip()[:20])
    square = (found["square"] or "").lower()
    if square and square not in INDEX:
        raise BadNotation("condition-off-board", square=square)
    return Condition(square, found["facing"] or "")


def write_condition(condition: Condition) -> str:
    return " ".join(word for word in condition if word)


def describe_condition(condition: Condition) -> Message:
    kinds = {(False, False): "always", (True, False): "square", (False, True): "facing", (True, True): "pose"}
    kind = kinds[bool(condition.square), bool(condition.facing)]
    params: dict[str, str | Message] = {"square": condition.square} if condition.square else {}
    if condition.facing:
        params["facing"] = facing_name(FACINGS.index(condition.facing))
    return Message(f"condition.{kind}", params)


def fits_pose(condition: Condition, pose: int) -> bool:
    stands = not condition.square or INDEX[condition.square] == pose >> 2
    return stands and (not condition.facing or FACINGS.index(condition.facing) == pose & 3)


def is_met(condition: Condition, state: State) -> bool:
    return fits_pose(condition, state.square << 2 | state.facing)


# Text of orders: a rotation, and a rug for each face of the die.
#
# ``L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4``
#
# Where Assam is rotated at the end of the turn, a face can have its own rotation: ``R; 1: e6e7; 2: d4d5 L``.


EXAMPLE = "L; 1: e6e7; 2: d4d5; 3: d4d5; 4: c3c4"
MAX_TEXT = 200  # characters of a text that is read
_GAP = re.compile(r"[\s;,.]*")
_PART = re.compile(
    r"""(?P<rotation>[LFR])(?![A-Z])
    | (?P<face>[0-9]{1,2}) \s*[:=.)]?\s* (?: (?P<first>[A-Z][0-9]) [-\ +]? (?P<second>[A-Z][0-9]) | (?P<none>--) )
      (?: [ \t]* (?P<then>[LFR])(?![A-Z]) )?""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class Orders:
    """The orders of a seat. ``rotation`` is "" where none is ordered for all faces; ``rugs`` go by face.

    ``turns`` are the rotations at the end of the turn that a face has for itself.
    """

    rotation: str
    rugs: Mapping[int, str]
    turns: Mapping[int, str] = field(default_factory=dict)


def read_orders(text: str) -> Orders:
    """Return the orders of a text; faces may be missing or in any order, letters in either case.

    Raises BadNotation: "orders-empty", "orders-unreadable", "orders-no-face", "orders-twice" for a face,
    "orders-two-rotations".
    """
    rotation, rugs, turns = "", dict[int, str](), dict[int, str]()
    for part in _parts(text):
        if part["rotation"]:
            if rotation:
                raise BadNotation("orders-two-rotations")
            rotation = part["rotation"]
            continue
        face = int(part["face"])
        if face not in FACES:
            raise BadNotation("orders-no-face", face=face)
        if face in rugs:
            raise BadNotation("orders-twice", face=face)
        rugs[face] = "".join(sorted((part["first"], part["second"]))).lower() if part["first"] else UNLAID
        if part["then"]:
            turns[face] = part["then"]
    return Orders(rotation, dict(sorted(rugs.items())), dict(sorted(turns.items())))


def _parts(text: str) -> list[re.Match[str]]:
    clean, parts = text.strip().upper(), []
    if not clean:
        raise BadNotation("orders-empty")
    at = 0
    while at < len(clean):
        part = _PART.match(clean, at) if len(clean) <= MAX_TEXT else None
        if not part:
            raise BadNotation("orders-unreadable", text=text.strip()[at : at + 20], example=EXAMPLE)
        parts.append(part)
        gap = _GAP.match(clean, part.end())
        at = gap.end() if gap else len(clean)
    return parts


def write_orders(orders: Orders) -> str:
    rugs = [f"{face}: {place} {orders.turns.get(face, '')}".strip() for face, place in sorted(orders.rugs.items())]
    return "; ".join([orders.rotation, *rugs] if orders.rotation else rugs)


def next_action(orders: Orders, state: State) -> Action | None:
    face = state.last.face if state.last else 0
    texts = {
        "rotate": orders.rotation,
        "lay": orders.rugs.get(face, ""),
        "end": orders.turns.get(face, orders.rotation),
    }
    text = texts.get(state.phase, "")
    return parse(state, state.current, text) if text else None


# Poses in which Assam can stand when the next turn of a seat begins.
#
# A pose is square and facing in one number, see ``board``. The result may have a few too
# many, never too few: rents and the places of rugs are ignored.


_ALL = frozenset(range(len(MOVE)))
_STRAIGHT_ON = 1  # no rotation, as an index of MOVE and POSE_AFTER_ROTATION
Poses = frozenset[int]


def turns_left(state: State, seat: int) -> int:
    """Return how many turns the seat has after the one in progress."""
    is_laying = state.current == seat and state.phase in {"rotate", "roll", "lay"}
    return state.seats[seat].rugs - is_laying


def reachable_poses(state: State, seat: int) -> Poses:
    """Return the poses in which Assam can stand when the next turn of this seat begins; it must have one."""
    if state.current == NO_SEAT:
        return _ALL
    at = state.order.index(state.current) + 1
    others = [other for other in state.order[at:] + state.order[:at] if state.seats[other].rugs]
    inside = sum(not holding.out for holding in state.seats)
    may_go = inside > 2 or state.rules.plays_on  # otherwise a seat that leaves ends the game
    poses = _finished(state, may_go and state.current != seat)
    for _ in others[: others.index(seat)] if seat in others else ():
        poses = _turn(state.rules, poses, may_go)
    return poses


def _finished(state: State, may_go: bool) -> Poses:
    """Return the poses at the end of the turn in progress."""
    rules, here = state.rules, frozenset({state.square << 2 | state.facing})
    match state.phase, rules.rotate_at_end:
        case "rotate", _:
            return _turn(rules, here, may_go)
        case "roll", True:
            return _turn(rules, here, may_go)
        case "roll", False:
            return _each(here, _walked) | (here if may_go else frozenset())
        case _, True:
            return _each(here, _turned(rules)) | (here if may_go else frozenset())
        case _:
            return here


def _turn(rules: Rules, poses: Poses, may_go: bool) -> Poses:
    """Return the poses after one more turn. A seat that leaves during it can leave Assam in any of its poses."""
    if rules.rotate_at_end:
        between = _each(poses, _walked)
        after = _each(between, _turned(rules))
    else:
        between = _each(poses, _turned(rules))
        after = _each(between, _walked)
    return after | between | poses if may_go else after


def _each(poses: Poses, ways: Callable[[int], Iterable[int]]) -> Poses:
    return frozenset(after for pose in poses for after in ways(pose))


def _walked(pose: int) -> Iterable[int]:
    return (pose_after_walk(pose, face) for face in FACES)


def pose_after_walk(pose: int, face: int) -> int:
    return MOVE[pose][_STRAIGHT_ON * 4 + face - 1]


def _turned(rules: Rules) -> Callable[[int], Iterable[int]]:
    return (lambda pose: POSE_AFTER_ROTATION[pose]) if rules.straight else (lambda pose: POSE_AFTER_ROTATION[pose][::2])


# Checks of orders: problems in this turn, for every face before the roll, and orders that can never be carried out


def problems(condition: Condition, orders: Orders, state: State, seat: int) -> tuple[Message, ...]:
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
    if state.phase == "lay" and not state.rules.rotate_at_end and (orders.rotation or orders.turns):
        return Message("orders.turned-already")
    if state.phase in {"rotate", "end"} and not orders.rotation:
        return Message("orders.no-rotation")
    return _check_turning(orders, state.rules)


def _check_turning(orders: Orders, rules: Rules) -> Message | None:
    if orders.turns and not rules.rotate_at_end:
        return Message("orders.turned-before")
    if not rules.straight and "F" in {orders.rotation, *orders.turns.values()}:
        return Message("refused.must-turn")
    return None


def _check_faces(orders: Orders, turned: State) -> Iterator[Message]:
    for face in orders.rugs:
        rolled = apply(turned, Roll(face))
        if rolled.last is not None and rolled.last.out:
            yield Message("orders.face-out", {"face": face})
        else:
            yield from _check_rug(orders, rolled)


def _check_rug(orders: Orders, state: State) -> Iterator[Message]:
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
    if state.phase == "over":
        return Message("orders.over")
    if state.seats[seat].out:
        return Message("orders.out")
    if turns_left(state, seat) <= 0:
        return Message("orders.no-turn")
    return _check_rules(orders, state.rules) or _check_reachable(condition, orders, state, seat)


def _check_rules(orders: Orders, rules: Rules) -> Message | None:
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
    for face, place in orders.rugs.items():
        square = pose_after_walk(pose, face) >> 2
        if place != UNLAID and PLACE_NUMBERS[place] not in CANDIDATE_SETS[square]:
            is_under = NAMES[square] in {place[:2], place[2:]}
            return _place_problem(face, square, place, "under-assam" if is_under else "not-beside-assam")
    return None


# Plan of a turn before the roll: the consequences of each face, the legal places and a suggested one


def plan(state: State, seat: int, rotation: str) -> tuple[PlannedFace, ...]:
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
    return state._replace(
        current=seat,
        phase="roll" if state.rules.rotate_at_end else "rotate",
        square=INDEX[condition.square] if condition.square else state.square,
        facing=FACINGS.index(condition.facing) if condition.facing else state.facing,
    )


# The order format of Marrakech


def seat_to_begin(state: State) -> int | None:
    return state.current if state.phase == ("roll" if state.rules.rotate_at_end else "rotate") else None


class MarrakechOrderFormat:
    """The title's ``OrderFormat``. Its methods are the functions of this module."""

    example = EXAMPLE
    read = staticmethod(read_orders)
    write = staticmethod(write_orders)
    read_condition = staticmethod(read_condition)
    write_condition = staticmethod(write_condition)
    describe_condition = staticmethod(describe_condition)
    seat_to_begin = staticmethod(seat_to_begin)
    is_met = staticmethod(is_met)
    next_action = staticmethod(next_action)
    problems = staticmethod(problems)
    why_impossible = staticmethod(why_impossible)
    suppose = staticmethod(suppose)
    rotations = staticmethod(rotations)
    plan = staticmethod(plan)


ORDER_FORMAT = MarrakechOrderFormat()
