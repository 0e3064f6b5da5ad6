"""The master: every choice is played on many times with the same dice, the doubtful ones most often.

What ``careful`` thinks comes first: it picks the candidates, answers each face of the die with a rug, and is what the
playouts have to argue against (its worths count as much as ``TRUST`` playouts). The playouts are greedy with some
wildness, cut after ``DEPTH`` turns and valued there by ``evaluation``. Candidates are dropped in rounds (sequential
halving), so that most playouts go to those between which it is close.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from . import effects
from .actions import Action, Roll
from .board import DIE
from .careful import Careful
from .evaluation import leaf_values, weights_for
from .kernel import dice_for
from .rollout import play_greedily
from .start import Start
from .state import State

DEPTH = 16  # turns of a playout
WILD = 26  # of 256 turns in a playout are random
TRUST = 200.0  # playouts that careful's opinion counts for
WIDTH = 6  # rugs that are looked at
BATCH = 6  # playouts of a candidate between two looks at the clock: one for each side of the die

Stop = Callable[[], bool]


@dataclass(slots=True)
class Candidate:
    """An action that is tried. ``starts`` has one position for each side of the die where it is to be rolled."""

    action: Action
    prior: float
    starts: list[Start]
    total: float = 0.0
    playouts: int = 0

    @property
    def worth(self) -> float:
        """Return what the action seems to be worth."""
        return (self.total + TRUST * self.prior) / (self.playouts + TRUST)


class Master:
    """A search in one position. The same seed and budget give the same answer."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.chance, self.seat = state, Random(seed), state.current
        self.weights = weights_for(len(state.seats))
        self.careful = Careful(state)
        worths = sorted(self.careful.worths(), key=lambda pair: -pair[0])
        self.candidates = [Candidate(action, worth, self._starts(action)) for worth, action in worths[:WIDTH]]

    def _starts(self, action: Action) -> list[Start]:
        after = effects.apply(self.state, action)
        if after.phase != "roll" or after.current != self.seat:
            return [Start.of(after)]
        faces = {face: Start.of(answered(effects.apply(after, Roll(face)))) for face in set(DIE)}
        return [faces[face] for face in DIE]

    def choose(self, budget: int, stop: Stop | None = None) -> Action:
        """Return the best action after this many playouts, or after fewer when ``stop`` says so."""
        left = self.candidates
        rounds = max(1, (len(left) - 1).bit_length())
        for _ in range(rounds):
            each = max(1, budget // (rounds * len(left) * BATCH))
            for _ in range(each):
                if stop and stop():
                    return max(left, key=lambda c: c.worth).action
                self._try(left)
            left.sort(key=lambda c: -c.worth)
            left = left[: (len(left) + 1) // 2]
        return left[0].action

    def _try(self, candidates: Sequence[Candidate]) -> None:
        """Play every candidate on, once for each side of the die, with the same chances."""
        for side in range(BATCH):
            dice, picks = dice_for(self.chance, DEPTH), self.chance.randbytes(DEPTH)
            drawn: dict[object, tuple[int, ...]] = {}
            for candidate in candidates:
                start = candidate.starts[side % len(candidate.starts)]
                rugs = drawn.get(start.piles) or drawn.setdefault(start.piles, start.draw(self.chance))
                candidate.total += self._played(start, rugs, dice, picks)
                candidate.playouts += 1

    def _played(self, start: Start, rugs: Sequence[int], dice: bytes, picks: bytes) -> float:
        leaf = play_greedily(start, rugs[:DEPTH], dice, picks, WILD)
        values = leaf_values(self.weights, start, leaf, rugs[DEPTH:])
        return sum(stake * value for stake, value in zip(self.careful.stakes, values, strict=True))


def answered(state: State) -> State:
    """Return the position after the rug that careful would lay, if there is one to lay."""
    if state.phase != "lay":
        return state
    worths = Careful(state).worths()
    return effects.apply(state, max(worths, key=lambda pair: pair[0])[1])
