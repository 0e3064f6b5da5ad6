"""The analysis of finished games: luck and skill, turn by turn."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from math import sqrt
from operator import add, mul, sub
from typing import Any

from ..analysis import Analyst, Decision, Estimate, TurnAnalysis, Vector
from ..messages import Message
from ..robots import best_actions
from ..values import Abort, Leave, Ply
from . import position, rules
from .actions import Action, notation
from .evaluation import expected_points
from .robots import greedy_values
from .state import NO_SEAT, State

# Par: the choice of a plain player, the robot ``greedy``; several actions where it likes them equally


def baseline_actions(state: State) -> tuple[Action, ...]:
    """Return the actions that ``greedy`` likes best."""
    return best_actions(greedy_values(state))


# The value of a position by search to the end of the turn in progress, the measure of ``analysis``


Values = Callable[[State], Vector]
Options = dict[Action, Vector]


class Lookahead:
    """A search to the end of the turn, with ``values`` as the evaluation there."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._turn = -1
        self._known: dict[object, Options] = {}
        self._ends: dict[object, Vector] = {}

    def value(self, state: State) -> Vector:
        """Return the value of the position for each seat, in points above the mean of the table."""
        return self._combined(state, self.options(state)) if state.phase != "over" else self._leaf(state)

    def options(self, state: State) -> Options:
        """Return the value after each legal action or result of chance, in a position that is not over."""
        if state.turn != self._turn:
            self._turn, self._known, self._ends = state.turn, {}, {}
        key = (state.phase, state.square, state.facing, state.board, state.seats)
        if key not in self._known:
            offers = rules.legal_actions(state)
            self._known[key] = {action: self._after(state, position.apply(state, action)) for action in offers}
        return self._known[key]

    def _after(self, state: State, after: State) -> Vector:
        if after.turn != state.turn or after.phase == "over" or _only_draws(after):
            return self._leaf(after)
        return self._combined(after, self.options(after))

    def _leaf(self, state: State) -> Vector:
        """Return ``values`` less the mean. It ignores the colour that comes next off a pile."""
        purses = tuple([(seat.dirhams, seat.rugs) for seat in state.seats])
        key = (state.phase, state.current, state.square, state.facing, state.board, purses)
        found = self._ends.get(key)
        if found is None:
            points = self._values(state)
            average = sum(points) / len(points)
            found = self._ends[key] = tuple([value - average for value in points])
        return found

    def _combined(self, state: State, options: Options) -> Vector:
        if weights := chance_weights(state):
            return weighted_mean(list(options.values()), weights)
        return max(options.values(), key=lambda worth: worth[state.current])


def _only_draws(state: State) -> bool:
    """Return True if only a draw is left of the turn, which ``values`` ignores."""
    return state.phase == "pile" and state.turn > 0 and not state.rules.rotate_at_end


def chance_weights(state: State) -> list[int]:
    due = rules.chance(state)
    return [weight for _, weight in due.outcomes] if due else []


def weighted_mean(vectors: Sequence[Vector], weights: Sequence[int]) -> Vector:
    whole = sum(weights)
    return tuple(sum(map(mul, column, weights)) / whole for column in zip(*vectors, strict=True))


# Standard errors of the numbers of an analysis, in points, by the number of seats.
#
# They were measured by ``benchmarks/analysis.py`` of version 0.2: rolls and choices of many games were estimated once
# more, by playing the positions on to the end again and again, and these are the root mean squares of the differences,
# noise taken out, rounded up a little, so that their squares add up to the errors of whole games, too. See
# docs/analysis.md.


ROLL_ERROR = {2: 0.5, 3: 0.5, 4: 0.5}  # the luck of a roll, for the seat that rolls
ROLL_ERROR_OF_OTHERS = {2: 0.5, 3: 0.6, 4: 0.6}  # the same roll, for each of the others
DRAW_ERROR = 0.2  # the luck of a colour drawn from a pile, which the evaluation does not see
ROLLOFF_ERROR = 0.6  # the luck of a roll-off for the order of play
CHOICE_ERROR = {2: 0.35, 3: 0.4, 4: 0.5}  # the difference between two rotations or two rugs


def luck_variances(state: State) -> Vector:
    """Return the squared error of the luck that is due here, for each seat."""
    seats = len(state.seats)
    if state.phase == "order":
        return (ROLLOFF_ERROR**2,) * seats
    if state.phase == "pile":
        return (DRAW_ERROR**2,) * seats
    return tuple((ROLL_ERROR if seat == state.current else ROLL_ERROR_OF_OTHERS)[seats] ** 2 for seat in range(seats))


def choice_error(state: State) -> float:
    """Return the error of the difference between two choices of the seat whose turn it is."""
    return CHOICE_ERROR[len(state.seats)]


# The analyst of Marrakech: luck and skill in a finished game, turn by turn.
#
# The measure is ``evaluation.expected_points``, the expected final points of every seat, less their mean (see
# engine/analysis.py for the unit). The value of a position within a turn follows from the rest of the turn: the
# best action of the seat whose turn it is, the mean over the results of chance, and the evaluation at the end of the
# turn. So
#
# * the luck of a roll is the value of the position after it, with the best rug, less the mean over the faces of the die
#   weighted 1, 2, 2, 1; of a rug drawn from a pile, the same over the colours left in it; of a roll-off for the order
#   of play, the value of the place it gave, less the mean over the places;
# * the loss of a rotation or a rug is the value of the best one less that of the played one;
# * par is the action that the robot ``greedy`` prefers in the same place, the mean over equals.
#
# A seat that leaves the game changes the values, too: that is neither luck nor skill and is counted separately.


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
        before, action = ply.before, ply.action
        self.ply = ply.number + 1
        if before.phase == "order":
            self._roll_off(before, ply.after)
            return
        if isinstance(action, Leave):  # a turn in which nobody else does anything is that of who leaves
            self.seat = action.seat if self.seat is None else self.seat
        elif before.current != NO_SEAT:
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
            self.doubt = _sum(self.doubt, luck_variances(before))
            self.spread = _sum(self.spread, _alike(after, tuple(value**2 for value in change)))

    def _chance(self, before: State, action: Any) -> None:
        options = self.look.options(before)
        weights = chance_weights(before)
        squares = [
            tuple((value - self.now[seat]) ** 2 for seat, value in enumerate(worth)) for worth in options.values()
        ]
        self.spread = _sum(self.spread, weighted_mean(squares, weights))
        self.luck = _sum(self.luck, self._come_to(options[action]))
        self.doubt = _sum(self.doubt, luck_variances(before))

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
            lost=Estimate(worths[best] - played, choice_error(before) if best != action else 0.0),
            skill=Estimate(
                played - sum(worths[option] for option in par) / len(par),
                choice_error(before) * sum(option != action for option in par) / len(par),
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
