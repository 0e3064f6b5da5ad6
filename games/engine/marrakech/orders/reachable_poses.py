"""Poses in which Assam can stand when the next turn of a seat begins.

A pose is square and facing in one number, see ``board``. The result may have a few too
many, never too few: rents and the places of rugs are ignored.
"""

from collections.abc import Callable, Iterable

from ..options import Rules
from ..rules.board import FACES, MOVE, POSE_AFTER_ROTATION
from ..rules.state import NO_SEAT, State

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
    """Return the pose after a walk straight on."""
    return MOVE[pose][_STRAIGHT_ON * 4 + face - 1]


def _turned(rules: Rules) -> Callable[[int], Iterable[int]]:
    return (lambda pose: POSE_AFTER_ROTATION[pose]) if rules.straight else (lambda pose: POSE_AFTER_ROTATION[pose][::2])
