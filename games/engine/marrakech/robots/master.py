"""The robot ``master``: it plays each candidate on many times with the same dice, close ones most often.

The robot ``careful`` selects the candidates and the rug for each face of the die; its values count as much as
``PRIOR_PLAYOUTS`` playouts. The playouts are greedy with some random turns, cut after ``PLAYOUT_TURNS`` turns and
valued there by ``evaluation``. Candidates are dropped in rounds (sequential halving).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random

from ...values import Stop
from ..rules import position
from ..rules.actions import Action, Lay, Roll
from ..rules.board import DIE, PLACE_NAMES
from ..rules.state import State
from .careful import CarefulPlayer
from .evaluation import PLAYER_WEIGHTS, leaf_values
from .greedy_playout import play_greedily
from .playout_start import NO_PLACE, PlayoutStart
from .random_playout import dice_for

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
        """Return the estimated value of the action."""
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
        """Return the position after the rug that careful would lay, if there is one to lay."""
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
