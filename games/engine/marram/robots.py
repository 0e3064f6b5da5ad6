"""The robots of Marram."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from ..robots import choose_best, make_robot
from ..values import MeasuredStrength, Stop
from . import rules
from . import rules as legality
from .actions import FIRST_PART, STEPS, Action, Discard, Flip, Place, SeatAction
from .board import NODE_BITS, Board
from .features import worth
from .options import Rules
from .rules import apply, play
from .scoring import appraise
from .state import Scored, State

# How good a position is for a seat: points, pieces on features that may yet score, and pieces kept back


class Weights(NamedTuple):
    """What a robot believes.

    A feature is completed with the chance ``land`` or ``creature`` for each of its open edges, ``blocked`` for each
    creature that hinders land, in Pitchfork ``hindered``; ``growth`` are the points that an open edge adds to land. The
    chances fall with the last ``late`` actions of the game. A piece that is kept is worth ``piece`` points if it is the
    last one, less with each other; a shovel is worth ``shovel``.
    """

    land: float = 0.62
    creature: float = 0.75
    blocked: float = 0.04
    hindered: float = 0.5
    growth: float = 2.0
    late: float = 12.0
    piece: float = 8.0
    shovel: float = 1.5


class Candidate(NamedTuple):
    """An action, the state after the same action without a claim, and what it is worth."""

    value: float
    action: SeatAction
    state: State


class Evaluation:
    """The view of one seat. Values are points ahead of the mean of the others."""

    def __init__(self, state: State, weights: Weights) -> None:
        self.seat, self.weights, self.rules = state.current, weights, state.rules
        rivals = [s for s, holding in enumerate(state.seats) if s != self.seat and not holding.left]
        self.stakes = [0.0] * len(state.seats)
        for rival in rivals:
            self.stakes[rival] = -1.0 / len(rivals)
        self.stakes[self.seat] = 1.0

    def candidates(self, state: State) -> list[Candidate]:
        return [candidate for base in bases(state) for candidate in self._claims(state, base)]

    def _claims(self, state: State, base: SeatAction) -> Iterator[Candidate]:
        played = play(state, base)
        after, left = played.state, actions_to_come(played.state)
        value = self.points(after) + self._hopes(after, left) + self._supplies(after, left)
        yield Candidate(value, base, after)
        if isinstance(base, Discard) or not isinstance(base, Place | Flip):
            return
        cell = base.cell if isinstance(base, Place) else state.board.cells[base.tile]
        laid = after.board.laid[cell]
        gone = 0 if isinstance(base, Place) else dict(legality.flips_of(state, base.tile))[base.rotation]
        for claim in legality.claims(state, base.tile, laid.face, gone):
            if claim is not None:
                node = cell << NODE_BITS | claim
                scored = next((one for one in played.scored if node in one.nodes), None)
                more = (
                    self._gain(scored)
                    if scored
                    else self._hope(after.board, node, left, self.seat) - self._price(after, claim, left)
                )
                yield Candidate(value + more, base._replace(claim=claim), after)

    def points(self, state: State) -> float:
        return sum(stake * holding.score for stake, holding in zip(self.stakes, state.seats, strict=True))

    def _gain(self, scored: Scored) -> float:
        """Return what a piece of this seat on a feature that is complete at once changes."""
        pieces = list(scored.returned)
        pieces[self.seat] += 1
        most = max(pieces)
        stakes = [self.stakes[seat] for seat, count in enumerate(pieces) if count == most]
        return scored.value * (sum(stakes) - sum(self.stakes[seat] for seat in scored.winners))

    def _supplies(self, state: State, left: int) -> float:
        holding, time = state.seats[self.seat], min(1.0, left / self.weights.late)
        pieces = worth_of_pieces(holding.boots) + worth_of_pieces(holding.forks) * 0.6
        return (pieces * self.weights.piece + holding.shovels * self.weights.shovel) * time

    def _price(self, state: State, claim: int, left: int) -> float:
        holding, is_fork = state.seats[self.seat], self.rules.has_forks and claim >= FIRST_PART
        kept = holding.forks if is_fork else holding.boots
        price = (worth_of_pieces(kept) - worth_of_pieces(kept - 1)) * (0.6 if is_fork else 1.0)
        return price * self.weights.piece * min(1.0, left / self.weights.late)

    def _hopes(self, state: State, left: int) -> float:
        board, seen, value = state.board, set[int](), 0.0
        for cell, laid in board.laid.items():
            for claim in laid.claims:
                node = cell << NODE_BITS | claim.segment
                if node not in seen:
                    nodes = board.trace(node, self.rules.creatures_block_land).nodes
                    seen.update(nodes)
                    value += self._shared(board, nodes, left, pieces_on(board, nodes))
        return value

    def _hope(self, board: Board, node: int, left: int, seat: int) -> float:
        """Return what one more piece of a seat on an incomplete feature changes."""
        nodes = board.trace(node, self.rules.creatures_block_land).nodes
        pieces = pieces_on(board, nodes)
        before = self._shared(board, nodes, left, pieces)
        pieces[seat] += 1
        return self._shared(board, nodes, left, pieces) - before

    def _shared(self, board: Board, nodes: Sequence[int], left: int, pieces: Counter[int]) -> float:
        """Return what a feature may bring to those who have the most pieces on it."""
        most = max(pieces.values(), default=0)
        stake = sum(self.stakes[seat] for seat, count in pieces.items() if count == most)
        return stake * prospect(self.rules, self.weights, board, nodes, left) if stake else 0.0


@lru_cache(maxsize=64)
def worth_of_pieces(count: int) -> float:
    """Return the worth of this many pieces where the last one is worth 1, and each other less."""
    return sum(0.75**number for number in range(count))


def pieces_on(board: Board, nodes: Sequence[int]) -> Counter[int]:
    pieces: Counter[int] = Counter()
    for node in nodes:
        for claim in board.laid[node >> NODE_BITS].claims:
            if claim.segment == node & 7:
                pieces[claim.seat] += 1
    return pieces


def prospect(rules: Rules, weights: Weights, board: Board, nodes: Sequence[int], left: int) -> float:
    """Return the points that an incomplete feature may bring, times the chance that it is completed in time."""
    kind, points = appraise(rules, board, nodes)
    is_land = nodes[0] & 7 < FIRST_PART
    empty, creatures = set[int](), 0
    for node in nodes:
        cell = node >> NODE_BITS
        view = board.views[cell]
        for direction in view.directions[node & 7]:
            if cell + STEPS[direction] not in board.views:
                empty.add(cell + STEPS[direction])
            if is_land and view.part_at[direction] >= 0:
                creatures += 1
    count = len(empty)
    time = left / (left + weights.late * 0.5 * max(count, 1))
    if not is_land:
        return time * weights.creature**count * expected_points(rules, board, nodes, kind, count)
    hinders = weights.hindered if rules.has_forks else weights.blocked
    hindrances = min(creatures, 3) if rules.creatures_block_land else 0
    return time * weights.land**count * hinders**hindrances * (points + weights.growth * count)


def expected_points(rules: Rules, board: Board, nodes: Sequence[int], kind: str, count: int) -> float:
    """Return what an incomplete creature is worth if its open ends are closed as they mostly are."""
    parts = [board.views[node >> NODE_BITS].face.parts[(node & 7) - FIRST_PART] for node in nodes]
    species, kinds, points = parts[0].species, Counter(part.kind for part in parts), rules.points
    length = len(parts) + count
    if species == "o":
        return points["orange"] * length
    if species == "w":
        chance = {0: 0.3, 1: 0.7}.get(kinds["saddle"], 0.0)
        return points["freak"] + chance * (points["worm"] * length - points["freak"])
    ends = kinds["head"], kinds["tail"]
    chance = 0.0 if max(ends) > 1 else 0.45 if count < 2 else 0.5
    return points["freak"] + chance * (points["blue"] * length - points["freak"])


def actions_to_come(state: State) -> int:
    if state.reason:
        return 0
    return (state.rules.last_turn - state.turn) * state.rules.actions_in_turn + state.actions_left


def bases(state: State) -> list[SeatAction]:
    seat = state.current
    found: list[SeatAction] = [Place(seat, tile, cell, rotation) for tile, cell, rotation in legality.places(state)]
    flips = [Flip(seat, tile, rotation) for tile, rotation, _ in legality.flip_choices(state)]
    others = () if found else legality.other_actions(state, bool(flips))
    return [*found, *flips, *others]


# The robots by key, from the weakest to the strongest: ``ROBOTS``


HASTY = Weights(piece=0.0, shovel=0.0)  # spends all pieces as they come
THRIFTY = Weights()
PLAIN = Weights(land=0.0, creature=0.0, piece=0.0, shovel=0.0)  # only points
WIDTH = 10  # first actions of a turn after which the second one is looked at


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    _check(state)
    return Random(seed).choice(rules.legal_actions(state))


def choose_greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the most points now and hope for more."""
    _check(state)
    return choose_best(_valued(Evaluation(state, HASTY).candidates(state)), seed)


def choose_careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action that is best with the one after it, for ``budget`` first actions (None: WIDTH)."""
    _check(state)
    evaluation = Evaluation(state, THRIFTY)
    found = evaluation.candidates(state)
    if state.actions_left < 2:
        return choose_best(_valued(found), seed)
    found.sort(key=lambda candidate: candidate.value, reverse=True)
    looked = []
    for candidate in found[: WIDTH if budget is None else max(budget, 1)]:
        after = apply(state, candidate.action)
        following = max((one.value for one in evaluation.candidates(after)), default=candidate.value)
        looked.append(candidate._replace(value=following))
        if stop and stop():
            break
    return choose_best(_valued(looked), seed)


def _valued(candidates: Iterable[Candidate]) -> Iterable[tuple[float, Action]]:
    return ((one.value, one.action) for one in candidates)


def shortlist(state: State, count: int, *, is_advised: bool) -> tuple[SeatAction, ...]:
    """Return the best action of each tile and place, those with the highest values: a robot's, or points.

    Equal points are in the order of what the claimed feature is worth so far; what brings neither is left out.
    """
    evaluation = Evaluation(state, THRIFTY if is_advised else PLAIN)
    found, points = evaluation.candidates(state), evaluation.points(state)
    so_far = {one.action: 0 if is_advised else _worth_so_far(one) for one in found}
    if not is_advised:
        found = [one for one in found if one.value > points or so_far[one.action]]
    found.sort(key=lambda one: (one.value, so_far[one.action]), reverse=True)
    best: dict[object, SeatAction] = {}
    for candidate in found:
        action = candidate.action
        best.setdefault(
            (action.tile, action.cell) if isinstance(action, Place) else (type(action), *action[:2]), action
        )
    return tuple(best.values())[:count]


def _worth_so_far(candidate: Candidate) -> int:
    action, board, rules = candidate.action, candidate.state.board, candidate.state.rules
    if not isinstance(action, Place | Flip) or action.claim is None:
        return 0
    node = board.cells[action.tile] << NODE_BITS | action.claim
    return worth(rules, board, board.trace(node, rules.creatures_block_land).nodes)[1]


def _check(state: State) -> None:
    if not rules.acting(state):
        raise ValueError("No seat must act in this position.")


ROBOTS = {
    robot.key: robot
    for robot in (
        make_robot("random", 0.001, choose_random),
        make_robot("greedy", 0.01, choose_greedy),
        make_robot("careful", 0.05, choose_careful, MeasuredStrength("greedy", 84.2, 5.9, 120)),
    )
}
