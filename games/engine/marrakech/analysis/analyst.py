"""The analyst of Marrakech: luck and skill in a finished game, turn by turn.

The measure is ``evaluation.expected_points``, the expected final points of every seat, less their mean (see
engine/analysis/luck.py for the unit). The value of a position within a turn follows from the rest of the turn: the best
action of the seat whose turn it is, the mean over the results of chance, and the evaluation at the end of the turn. So

* the luck of a roll is the value of the position after it, with the best rug, less the mean over the faces of the die
  weighted 1, 2, 2, 1; of a rug drawn from a pile, the same over the colours left in it; of a roll-off for the order of
  play, the value of the place it gave, less the mean over the places;
* the loss of a rotation or a rug is the value of the best one less that of the played one;
* par is the action that the robot ``greedy`` prefers in the same place, the mean over equals.

A seat that leaves the game changes the values, too: that is neither luck nor skill and is counted separately.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import add, sub
from typing import Any

from ...analysis.luck import Analyst, Decision, Estimate, TurnAnalysis, Vector
from ...messages import Message
from ...values import Ply
from ..notation.action_notation import notation
from ..robots.evaluation import expected_points
from ..rules.actions import Abort, Leave
from ..rules.state import NO_SEAT, State
from . import standard_errors
from .baseline import baseline_actions
from .lookahead import Lookahead, Values, chance_weights, weighted_mean


def analyse_with(plies: Sequence[Ply], values: Values) -> Iterator[TurnAnalysis]:
    """Yield the turns of a game that has been played to its end, measured by ``values``."""
    look = Lookahead(values)
    settled: State = next((ply.before for ply in plies if ply.before.phase != "order"), plies[-1].after)
    worth = look.value(settled)
    start = _alike(settled, worth) if plies[0].before.phase == "order" else worth
    for number, group in groupby(plies, key=lambda ply: int(ply.before.turn)):
        account = _Account(look, start)
        for ply in group:
            account.enter(ply)
        yield account.turn_analysis(number)
        start = account.now


def analyse(plies: Sequence[Ply]) -> Iterator[TurnAnalysis]:
    """Yield the turns of a finished game, measured by the evaluation of the robots."""
    return analyse_with(plies, expected_points)


def _alike(state: State, worth: Vector) -> Vector:
    """Return the mean of the seats in the game for each of them: the value while their order is open."""
    inside = [seat for seat, holding in enumerate(state.seats) if not holding.out]
    same = sum(worth[seat] for seat in inside) / max(1, len(inside))
    return tuple(same if seat in inside else own for seat, own in enumerate(worth))


def _sum(one: Vector, other: Vector) -> Vector:
    return tuple(map(add, one, other))


class _Account:
    """The account of one turn: the value for every seat, and its changes."""

    def __init__(self, look: Lookahead, start: Vector) -> None:
        self.look = look
        self.start = self.now = start
        self.seat: int | None = None
        self.ply = 0
        self.rest = self.luck = self.doubt = self.spread = self.given = self.left = (0.0,) * len(start)
        self.decisions: list[Decision] = []

    def turn_analysis(self, number: int) -> TurnAnalysis:
        """Return the turn; ``doubt`` are squared errors of ``luck``."""
        return TurnAnalysis(
            number=number,
            seat=self.seat,
            ply=self.ply,
            before=self.start,
            rest=self.rest,
            luck=tuple(Estimate(value, sqrt(doubt)) for value, doubt in zip(self.luck, self.doubt, strict=True)),
            spread=self.spread,
            given=self.given,
            left=self.left,
            decisions=tuple(self.decisions),
        )

    def enter(self, ply: Ply) -> None:
        """Add one ply to the account."""
        before, action = ply.before, ply.action
        self.ply = ply.number + 1
        if before.phase == "order":
            self._roll_off(before, ply.after)
            return
        if before.current != NO_SEAT:
            self.seat = before.current
        self.rest = _sum(self.rest, self._come_to(self.look.value(before)))
        if isinstance(action, Leave | Abort):
            self.left = _sum(self.left, self._come_to(self.look.value(ply.after)))
        elif action.seat is None:
            self._chance(before, action)
        else:
            self._decision(before, action)

    def _come_to(self, worth: Vector) -> Vector:
        """Set the present value; return the change."""
        change = tuple(map(sub, worth, self.now))
        self.now = worth
        return change

    def _roll_off(self, before: State, after: State) -> None:
        if after.phase != "order":
            change = self._come_to(self.look.value(after))
            self.luck = _sum(self.luck, change)
            self.doubt = _sum(self.doubt, standard_errors.luck_variances(before))
            self.spread = _sum(self.spread, _alike(after, tuple(value**2 for value in change)))

    def _chance(self, before: State, action: Any) -> None:
        options = self.look.options(before)
        weights = chance_weights(before)
        squares = [
            tuple((value - self.now[seat]) ** 2 for seat, value in enumerate(worth)) for worth in options.values()
        ]
        self.spread = _sum(self.spread, weighted_mean(squares, weights))
        self.luck = _sum(self.luck, self._come_to(options[action]))
        self.doubt = _sum(self.doubt, standard_errors.luck_variances(before))

    def _decision(self, before: State, action: Any) -> None:
        options, seat = self.look.options(before), before.current
        worths = {option: worth[seat] for option, worth in options.items()}
        played, par = worths[action], baseline_actions(before)
        best = max(worths, key=lambda option: (worths[option], option == action))  # equals: the played one
        decision = Decision(
            ply=self.ply,
            played=notation(action),
            best=notation(best),
            par=tuple(map(notation, par)),
            lost=Estimate(worths[best] - played, standard_errors.choice_error(before) if best != action else 0.0),
            skill=Estimate(
                played - sum(worths[option] for option in par) / len(par),
                standard_errors.choice_error(before) * sum(option != action for option in par) / len(par),
            ),
        )
        self.decisions.append(decision)
        self.given = _sum(self.given, self._come_to(options[action]))


ANALYST = Analyst(
    version=1,
    analyse=analyse,
    method=(
        Message("analysis.method.value"),
        Message("analysis.method.luck"),
        Message("analysis.method.skill"),
        Message("analysis.method.error"),
    ),
    options=lambda state: Lookahead(expected_points).options(state),
)
