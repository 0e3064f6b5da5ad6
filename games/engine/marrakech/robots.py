"""The robots of Marrakech."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random

from ..robots import choose_best, make_robot
from ..values import MeasuredStrength, Stop
from . import position, rules
from .actions import Action, Lay, Roll, Rotate
from .board import CANDIDATE_RUGS, DIE, NEIGHBOURS, PLACE_NAMES, PLACE_SQUARES
from .evaluation import (
    PLAYER_WEIGHTS,
    POINTS_WHEN_OUT,
    EvaluationBoard,
    Weights,
    evaluation_board,
    leaf_values,
    rug_effect,
    static_values,
    with_rug,
)
from .playouts import FACE_COUNTS, NO_PLACE, STRAIGHT_ON, Look, PlayoutStart, dice_for, facing_choices, play_greedily
from .state import NO_SEAT, State

# The robot ``careful``: expectimax over its own turn and the next seat's turn, with ``evaluation``


SIDE_OF_FACE = (0, 1, 3, 5)  # a side of the die for each face
WORST_VALUE = -99.0
# NEARBY_SQUARES[place]: the squares of a place and their neighbours, as a mask.
NEARBY_SQUARES = tuple(
    sum({1 << near for here in pair for near in (here, *NEIGHBOURS[here])}) for pair in PLACE_SQUARES
)


class CarefulPlayer:
    """The search of the seat whose turn it is. Values are dirhams ahead of the others.

    ``stakes[seat]`` is the value of a point of each seat for this one: 1 for its own, below 0 for those of others.
    The rug of the next seat is thought of for the ``width`` most promising rugs of each square. ``chosen_places[pose]``
    is the place that this seat would choose where it has looked at ending there.
    """

    def __init__(self, state: State, weights: Weights | None = None, width: int = 2) -> None:
        self.state, self.start, self.seat, self.width = state, PlayoutStart.of(state), state.current, width
        self.weights = weights or PLAYER_WEIGHTS[len(state.seats)]
        self.board = evaluation_board(self.start)
        self.turns = [holding.rugs for holding in state.seats]
        if state.phase in {"rotate", "lay"}:
            self.turns[self.seat] -= 1
        self.next = self._seat_after(self.seat)
        self.second = self._seat_after(self.next) if sum(self.turns) > 1 else NO_SEAT
        self.paying = [min(left, self.weights.sight) for left in self.turns]
        points = static_values(self.weights, self.board, self.paying)
        points = [value + purse for value, purse in zip(points, self.start.purses, strict=True)]
        self.stakes = self._stakes_of(self.seat, points, self.weights.leader)
        self.rival = self._stakes_of(self.next, points, 0.0)
        later = [min(left - (seat == self.next), self.weights.sight) for seat, left in enumerate(self.turns)]
        self.later = sum(later)
        self.own_turns = sum(stake * left for stake, left in zip(self.stakes, later, strict=True))
        self.rival_turns = sum(stake * left for stake, left in zip(self.rival, later, strict=True))
        self.chosen_places: dict[int, int] = {}
        self.colour = state.seats[self.next].next
        self._known: dict[int, tuple[float, float]] = {}
        self._boards: dict[int, tuple[EvaluationBoard, float]] = {}

    def _seat_after(self, seat: int) -> int:
        order = self.state.order
        at = order.index(seat) + 1
        return next((seat for seat in order[at:] + order[:at] if self.turns[seat]), NO_SEAT)

    def _stakes_of(self, seat: int, points: Sequence[float], leader: float) -> list[float]:
        rivals = [other for other, left in enumerate(self.start.left) if other != seat and not left]
        stakes = [0.0] * len(points)
        for rival in rivals:
            stakes[rival] = -(1 - leader) / len(rivals)
        if rivals:
            stakes[max(rivals, key=points.__getitem__)] -= leader
        stakes[seat] = 1.0
        return stakes

    def action_values(self) -> list[tuple[float, Action]]:
        """Return every legal action with its value, in notation order."""
        actions = rules.legal_actions(self.state)
        if self.state.phase == "lay":
            lays = self._lays(self.start.pose)
            by_name = {PLACE_NAMES[place]: worth for worth, place in lays}
            return [(by_name[a.first + a.second] if isinstance(a, Lay) else 0.0, a) for a in actions]
        return [(self._rotated(action), action) for action in actions if isinstance(action, Rotate)]

    def _rotated(self, action: Rotate) -> float:
        pose = self.start.pose & ~3 | (self.start.pose + action.quarter) & 3
        look = facing_choices(STRAIGHT_ON)[pose][0]
        if self.state.phase == "end":
            return self._rents(self.board, look, self.next) * self.weights.roll / 6
        one, two, three, four = (self._landed(look[4][side]) for side in SIDE_OF_FACE)
        return (one + 2 * two + 2 * three + four) / 6

    def _landed(self, pose: int) -> float:
        """Return the value of ending on this pose: pay, then lay the best rug."""
        start, purse = self.start, self.start.purses[self.seat]
        square = pose >> 2
        owed = start.dues[self.seat][square]
        worth = 0.0
        if owed:
            if owed + start.reserve > purse and start.rules.out_when != "never":
                return POINTS_WHEN_OUT * 2
            worth = min(owed, purse) * (self.stakes[start.owner[start.surface[square]]] - 1)
        rug, self.chosen_places[pose] = max(self._lays(pose), default=(0.0, NO_PLACE))
        return worth + rug

    def _lays(self, pose: int) -> list[tuple[float, int]]:
        view = facing_choices(self.start.usual)[pose]
        found = []
        for place, first, second in CANDIDATE_RUGS[pose >> 2]:
            if self._open(place, self.seat):
                board, worth = self._after(place, first, second)
                rolled, look = self._rolled(board, view)
                found.append((worth + rolled, place, board, look))
        found.sort(key=itemgetter(0), reverse=True)
        width = self.width if self.next != NO_SEAT else 0
        deep = [(worth + self._answered(board, place, look), place) for worth, place, board, look in found[:width]]
        least = min((worth for worth, _ in deep), default=0.0) - found[len(deep) - 1][0] if deep else 0.0
        return deep + [(worth + least, place) for worth, place, _, _ in found[width:]]

    def _open(self, place: int, seat: int) -> bool:
        bar = self.start.whole[place]
        return not bar or bar == self.start.mine[seat]

    def _after(self, place: int, first: int, second: int) -> tuple[EvaluationBoard, float]:
        if place not in self._boards:
            board = with_rug(self.start, self.board, first, second, self.state.seats[self.seat].next)
            values = static_values(self.weights, board, self.paying)
            self._boards[place] = board, sum(stake * value for stake, value in zip(self.stakes, values, strict=True))
        return self._boards[place]

    def _rolled(self, board: EvaluationBoard, view: Sequence[Look]) -> tuple[float, Look]:
        if self.next == NO_SEAT or not self.weights.roll:
            return 0.0, view[0]
        if self.start.rules.rotate_at_end:
            rents = [(self._rents(board, look, self.next) * self.weights.roll / 6, look) for look in view]
            return max(rents, key=itemgetter(0))
        look = self._cheapest(board, view, self.next)
        worth = self._rents(board, look, self.next) * self.weights.roll / 6
        if self.second != NO_SEAT and self.weights.again:
            worth += self._again(board, look) * self.weights.again / 36
        return worth, look

    def _again(self, board: EvaluationBoard, look: Look) -> float:
        """Return the value of the roll after the next one, 36 times the mean."""
        views, worth = facing_choices(self.start.usual), 0.0
        for side, weight in zip(SIDE_OF_FACE, FACE_COUNTS, strict=True):
            then = self._cheapest(board, views[look[4][side]], self.second)
            worth += weight * self._rents(board, then, self.second)
        return worth

    def _cheapest(self, board: EvaluationBoard, view: Sequence[Look], seat: int) -> Look:
        creditor, surface, sizes = self.start.creditor[seat], board.surface, board.sizes
        cheapest, least = view[0], 1000
        for look in view:
            one, two, three, four, _ = look
            price = 0
            if creditor[surface[one]] >= 0:
                price += sizes[one]
            if creditor[surface[two]] >= 0:
                price += 2 * sizes[two]
            if creditor[surface[three]] >= 0:
                price += 2 * sizes[three]
            if creditor[surface[four]] >= 0:
                price += sizes[four]
            if price < least:
                cheapest, least = look, price
        return cheapest

    def _rents(self, board: EvaluationBoard, look: Look, seat: int) -> float:
        """Return the value for this seat of another seat's roll with this look, six times the mean."""
        creditor, surface, sizes, stakes = self.start.creditor[seat], board.surface, board.sizes, self.stakes
        worth, lost = 0.0, stakes[seat]
        for square, weight in zip(look[:4], FACE_COUNTS, strict=True):
            to = creditor[surface[square]]
            if to >= 0:
                worth += weight * sizes[square] * (stakes[to] - lost)
        return worth

    def _answered(self, board: EvaluationBoard, laid: int, look: Look) -> float:
        root, touched = self.board, 0
        for here in range(49):
            if root.sizes[here] != board.sizes[here] or root.surface[here] != board.surface[here]:
                touched |= 1 << here
        one, two, three, four = (self._answer(board, laid, touched, square) for square in look[:4])
        return (one + 2 * two + 2 * three + four) * self.weights.answer / 6

    def _answer(self, board: EvaluationBoard, laid: int, touched: int, square: int) -> float:
        """Return what the rug of the next seat will change for this one when Assam stands here.

        What a rug changes far from all that was touched is the same as on the board before, and known.
        """
        best, mine, whole, own = WORST_VALUE, 0.0, self.start.whole, self.start.mine[self.next]
        for option in CANDIDATE_RUGS[square]:
            place = option[0]
            if place != laid and (not whole[place] or whole[place] == own):
                if touched & NEARBY_SQUARES[place]:
                    gain, change = self._changes(board, option)
                else:
                    known = self._known.get(place)
                    if known is None:
                        known = self._known[place] = self._changes(self.board, option)
                    gain, change = known
                if gain > best:
                    best, mine = gain, change
        return mine

    def _changes(self, board: EvaluationBoard, option: tuple[int, int, int]) -> tuple[float, float]:
        """Return the value of a rug of the next seat for it and for this seat."""
        _, first, second = option
        effect = rug_effect(self.start.owner, board, first, second, self.colour)
        cover, later_rent = self.weights.cover, self.weights.later_rent / 49
        turns, stakes, rival, after = self.later, self.stakes, self.rival, self.next
        total = effect.rent_sum
        own = cover * effect.squares + later_rent * turns * effect.rent_sum
        gain, mine = own, stakes[after] * own
        for seat, rent_sum in effect.losses:
            change = cover + later_rent * turns * rent_sum
            gain -= rival[seat] * change
            mine -= stakes[seat] * change
            total -= rent_sum
        gain -= later_rent * total * self.rival_turns
        mine -= later_rent * total * self.own_turns
        return gain, mine


# The robot ``master``: it plays each candidate on many times with the same dice, close ones most often.
#
# The robot ``careful`` selects the candidates and the rug for each face of the die; its values count as much as
# ``PRIOR_PLAYOUTS`` playouts. The playouts are greedy with some random turns, cut after ``PLAYOUT_TURNS`` turns and
# valued there by ``evaluation``. Candidates are dropped in rounds (sequential halving).


PLAYOUT_TURNS = 8  # turns of a playout
RANDOM_TURNS = 26  # of 256 turns in a playout are random
PRIOR_PLAYOUTS = 100.0  # playouts that careful's values count for
MAX_CANDIDATES = 6  # rugs that are tried
MAX_GAP = 3.0  # in careful's values, below the best: worse actions are not tried
BUDGET = 10_000  # playouts of one decision; a turn has two
BATCH_SIZE = 6  # playouts of a candidate between two looks at the clock: one for each side of the die


@dataclass(slots=True)
class Candidate:
    """An action that is tried. ``starts`` has one position for each side of the die where it is to be rolled."""

    action: Action
    prior: float
    starts: list[PlayoutStart] = field(default_factory=list)
    total: float = 0.0
    playouts: int = 0

    @property
    def value(self) -> float:
        return (self.total + PRIOR_PLAYOUTS * self.prior) / (self.playouts + PRIOR_PLAYOUTS)


class MasterPlayer:
    """A search in one position. The same seed and budget give the same answer."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.chance, self.seat = state, Random(seed), state.current
        self.weights = PLAYER_WEIGHTS[len(state.seats)]
        self.careful = CarefulPlayer(state)
        action_values = sorted(self.careful.action_values(), key=itemgetter(0), reverse=True)
        near = [
            (worth, action) for worth, action in action_values[:MAX_CANDIDATES] if worth > action_values[0][0] - MAX_GAP
        ]
        self.candidates = [Candidate(action, worth) for worth, action in near]

    def _starts(self, action: Action) -> list[PlayoutStart]:
        """Return the position after the action; before a roll one for each side of the die, the rug already laid."""
        after = position.apply(self.state, action)
        if after.phase != "roll" or after.current != self.seat:
            return [PlayoutStart.of(after)]
        faces = {face: PlayoutStart.of(self._answered(position.apply(after, Roll(face)))) for face in set(DIE)}
        return [faces[face] for face in DIE]

    def _answered(self, state: State) -> State:
        place = self.careful.chosen_places.get(state.square << 2 | state.facing, NO_PLACE)
        if state.phase != "lay" or place == NO_PLACE:
            return state
        name = PLACE_NAMES[place]
        return position.apply(state, Lay(self.seat, name[:2], name[2:]))

    def choose(self, budget: int, stop: Stop | None = None) -> Action:
        """Return the best action after this many playouts, or after fewer when ``stop`` says so."""
        left = self.candidates
        if len(left) == 1:
            return left[0].action
        for candidate in left:
            candidate.starts = self._starts(candidate.action)
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            each = max(1, budget // (rounds * len(left) * BATCH_SIZE))
            for _ in range(each):
                if stop and stop():
                    return max(left, key=lambda c: c.value).action
                self._try(left)
            left.sort(key=lambda c: -c.value)
            left = left[: (len(left) + 1) // 2]
        return left[0].action

    def _try(self, candidates: Sequence[Candidate]) -> None:
        """Play every candidate on, once for each side of the die, with the same chances."""
        for side in range(BATCH_SIZE):
            dice, picks = dice_for(self.chance, PLAYOUT_TURNS), self.chance.randbytes(PLAYOUT_TURNS)
            drawn: dict[object, tuple[int, ...]] = {}
            for candidate in candidates:
                start = candidate.starts[side % len(candidate.starts)]
                rugs = drawn.get(start.piles) or drawn.setdefault(start.piles, start.draw(self.chance))
                candidate.total += self._played(start, rugs, dice, picks)
                candidate.playouts += 1

    def _played(self, start: PlayoutStart, rugs: Sequence[int], dice: bytes, picks: bytes) -> float:
        leaf = play_greedily(start, rugs[:PLAYOUT_TURNS], dice, picks, RANDOM_TURNS)
        values = leaf_values(self.weights, start, leaf, rugs[PLAYOUT_TURNS:])
        return sum(stake * value for stake, value in zip(self.careful.stakes, values, strict=True))


# The robots by key, from the weakest to the strongest: ``ROBOTS``


SCORE_WEIGHTS = Weights(
    cover=1.0, later_rent=0.0, roll=0.0, rug=0.0, tempo=0.0, fading=0.0, leader=0.0, again=0.0, sight=0, answer=0.0
)
SCORE_AND_ROLL_WEIGHTS = SCORE_WEIGHTS._replace(roll=1.0)


def choose_random(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    return Random(seed).choice(_offers(state))


def choose_greedy(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the action with the best expected score difference of this turn, over all four faces.

    That is the rent, and the best rug after it; for a rotation at the end of the turn what the next seat will pay.
    """
    _offers(state)
    return choose_best(greedy_values(state), seed)


def greedy_values(state: State) -> list[tuple[float, Action]]:
    weights = SCORE_AND_ROLL_WEIGHTS if state.phase == "end" else SCORE_WEIGHTS
    return CarefulPlayer(state, weights, width=0).action_values()


def choose_careful(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the best action by a search of two turns."""
    _offers(state)
    return choose_best(CarefulPlayer(state).action_values(), seed)


def choose_master(state: State, seed: int, budget: int | None = None, stop: Stop | None = None) -> Action:
    """Return the best action after ``budget`` playouts (None: BUDGET, two seconds a turn on one core)."""
    _offers(state)
    return MasterPlayer(state, seed).choose(BUDGET if budget is None else budget, stop)


def _offers(state: State) -> tuple[Action, ...]:
    if not rules.acting(state):
        raise ValueError("No seat must act in this position.")
    return rules.legal_actions(state)


ROBOTS = {
    robot.key: robot
    for robot in (
        make_robot("random", 0.0001, choose_random),
        make_robot("greedy", 0.001, choose_greedy),
        make_robot("careful", 0.01, choose_careful, MeasuredStrength("greedy", 74.5, 3.4, 600)),
        make_robot("master", 2.0, choose_master),
    )
}
