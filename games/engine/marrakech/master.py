"""The master: every choice is played on many times with the same dice, the doubtful ones most often.

What ``careful`` thinks comes first: it picks the candidates, answers each face of the die with a rug, and is what the
playouts have to argue against (its worths count as much as ``TRUST`` playouts). The playouts are greedy with some
wildness, cut after ``DEPTH`` turns and valued there by ``evaluation``. Candidates are dropped in rounds (sequential
halving), so that most playouts go to those between which it is close.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from random import Random

from . import effects
from .actions import Action, Lay, Roll
from .board import DIE, PLACE_NAMES
from .careful import Careful
from .evaluation import PLAYING, leaf_values
from .kernel import dice_for
from .rollout import play_greedily
from .start import NO_PLACE, Start
from .state import State

DEPTH = 8  # turns of a playout
WILD = 26  # of 256 turns in a playout are random
TRUST = 100.0  # playouts that careful's opinion counts for
WIDTH = 6  # rugs that are looked at
DOUBT = 3.0  # what careful thinks so much worse than the best is not tried
BUDGET = 10_000  # playouts of one decision; a turn has two
BATCH = 6  # playouts of a candidate between two looks at the clock: one for each side of the die

Stop = Callable[[], bool]


@dataclass(slots=True)
class Candidate:
    """An action that is tried. ``starts`` has one position for each side of the die where it is to be rolled."""

    action: Action
    prior: float
    starts: list[Start] = field(default_factory=list)
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
        self.weights = PLAYING[len(state.seats)]
        self.careful = Careful(state)
        worths = sorted(self.careful.worths(), key=itemgetter(0), reverse=True)
        near = [(worth, action) for worth, action in worths[:WIDTH] if worth > worths[0][0] - DOUBT]
        self.candidates = [Candidate(action, worth) for worth, action in near]

    def _starts(self, action: Action) -> list[Start]:
        """Return the position after the action; before a roll one for each side of the die, the rug already laid."""
        after = effects.apply(self.state, action)
        if after.phase != "roll" or after.current != self.seat:
            return [Start.of(after)]
        faces = {face: Start.of(self._answered(effects.apply(after, Roll(face)))) for face in set(DIE)}
        return [faces[face] for face in DIE]

    def _answered(self, state: State) -> State:
        """Return the position after the rug that careful would lay, if there is one to lay."""
        place = self.careful.answers.get(state.square << 2 | state.facing, NO_PLACE)
        if state.phase != "lay" or place == NO_PLACE:
            return state
        name = PLACE_NAMES[place]
        return effects.apply(state, Lay(self.seat, name[:2], name[2:]))

    def choose(self, budget: int, stop: Stop | None = None) -> Action:
        """Return the best action after this many playouts, or after fewer when ``stop`` says so."""
        left = self.candidates
        if len(left) == 1:
            return left[0].action
        for candidate in left:
            candidate.starts = self._starts(candidate.action)
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
