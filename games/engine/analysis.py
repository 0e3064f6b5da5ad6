"""Analysis of a finished game, for every title: luck and skill, turn by turn and summed for each seat.

Everything is in points above the average of the table: what a seat can expect to score in the end, less the mean of
all seats. In these units the table as a whole wins and loses nothing, a payment from one seat to another counts once,
and the best action is the one that does most for the lead.

What happens to a seat from its first prospects to its score adds up, turn by turn, without a gap:
``before + rest + luck + given + left`` is what the next turn begins with, or the score after the last one."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import sqrt
from typing import Any

from .messages import Message
from .values import Ply

Vector = tuple[float, ...]  # one number for each seat
BETA = 1.0  # points taken off for one point of luck: fixed beforehand, so that luck-free points stay unbiased


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number and its standard error, in the same unit: the true value lies within it two times out of three."""

    value: float
    error: float


@dataclass(frozen=True, slots=True)
class Decision:
    """What a seat chose, as notations: ``played``, the ``best`` by the estimate, ``par`` (what a plain player does).

    ``lost`` is the value of the best less that of the played one, never negative. ``skill`` is the value of the played
    one less the mean over ``par``. ``ply`` is the length of the log after the decision.
    """

    ply: int
    played: str
    best: str
    par: tuple[str, ...]
    lost: Estimate
    skill: Estimate


@dataclass(frozen=True, slots=True)
class TurnAnalysis:
    """One turn. ``seat`` is whose it was (None: before the first turn), ``ply`` the length of the log after it.

    By seat: ``before``, the prospects as the turn before left them; ``rest``, the correction that looking one turn
    further makes; ``luck``, what chance gave, less the mean of what it could have given; ``spread``, the variance of
    that; ``given``, what the decisions of the turn cost (the acting seat) or brought (the others) against the best;
    ``left``, what changed because a seat left the game.
    """

    number: int
    seat: int | None
    ply: int
    before: Vector
    rest: Vector
    luck: tuple[Estimate, ...]
    spread: Vector
    given: Vector
    left: Vector
    decisions: tuple[Decision, ...]

    @property
    def after(self) -> Vector:
        """Return what each seat can expect after the turn."""
        parts = zip(self.before, self.rest, (one.value for one in self.luck), self.given, self.left, strict=True)
        return tuple(sum(part) for part in parts)


@dataclass(frozen=True, slots=True)
class SeatAnalysis:
    """The whole game of one seat.

    ``luck`` is what all dice gave it, ``own_luck`` the part that fell in its own turns, ``usual`` the standard
    deviation that chance had to offer. ``lost`` is the loss of its decisions against the best ones, ``par`` that of
    the plain player in the same places, ``skill`` the difference: positive is better than par. The account:
    ``start + luck - lost + gifts + left + rest`` is ``score``, the points in the end less the mean of the table;
    ``gifts`` is what the others' losses brought.
    """

    seat: int
    start: float
    luck: Estimate
    own_luck: float
    usual: float
    skill: Estimate
    lost: Estimate
    par: float
    gifts: float
    left: float
    rest: float
    score: float

    @property
    def luck_free(self) -> float:
        """Return the points with average dice; if a seat left, those that could be expected before it did."""
        return self.score - self.left - BETA * self.luck.value


@dataclass(frozen=True, slots=True)
class Analysis:
    """A whole game, by turn and by seat."""

    turns: tuple[TurnAnalysis, ...]
    seats: tuple[SeatAnalysis, ...]


@dataclass(frozen=True, slots=True)
class Analyst:
    """The analyst of a title. ``version`` rises when the numbers change; older analyses are then made again.

    ``analyse`` takes every ply of a finished game and yields its turns as they are done, grouped as by
    ``replay.group_by_turn``. ``options`` takes a state that is not over and gives what each seat can expect after each
    legal action (None: the title cannot tell). ``method`` explains the numbers in messages, one for each paragraph. The
    title's ``phrases`` have sentences for skill: "analysis.better" and "analysis.worse", with ``seat`` and ``points``
    ("amount.points"), "analysis.par" for all seats, and may explain the notation of choices ("analysis.notation").
    """

    version: int
    analyse: Callable[[Sequence[Ply]], Iterator[TurnAnalysis]]
    method: tuple[Message, ...]
    options: Callable[[Any], Mapping[Any, Vector]] | None = None


def sum_estimates(estimates: Sequence[Estimate]) -> Estimate:
    """Return the sum. Errors are taken as independent: their squares add."""
    return Estimate(sum(one.value for one in estimates), sqrt(sum(one.error**2 for one in estimates)))


def summarise(turns: Sequence[TurnAnalysis]) -> Analysis:
    """Return the analysis of a game from all of its turns, of which there must be at least one."""
    return Analysis(tuple(turns), tuple(_seat(turns, seat) for seat in range(len(turns[0].before))))


def _seat(turns: Sequence[TurnAnalysis], seat: int) -> SeatAnalysis:
    own = [turn for turn in turns if turn.seat == seat]
    decisions = [decision for turn in own for decision in turn.decisions]
    lost, skill = sum_estimates([one.lost for one in decisions]), sum_estimates([one.skill for one in decisions])
    return SeatAnalysis(
        seat=seat,
        start=turns[0].before[seat],
        luck=sum_estimates([turn.luck[seat] for turn in turns]),
        own_luck=sum(turn.luck[seat].value for turn in own),
        usual=sqrt(sum(turn.spread[seat] for turn in turns)),
        skill=skill,
        lost=lost,
        par=lost.value + skill.value,
        gifts=sum(turn.given[seat] for turn in turns if turn.seat != seat),
        left=sum(turn.left[seat] for turn in turns),
        rest=sum(turn.rest[seat] for turn in turns),
        score=turns[-1].after[seat],
    )


def to_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as plain JSON data, numbers rounded to three decimals; the keys are the fields' names."""
    data = _rounded(asdict(analysis))
    assert isinstance(data, dict)
    return data


def _rounded(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_rounded(item) for item in value]
    return round(value, 3) + 0.0 if isinstance(value, float) else value


def from_json(data: Mapping[str, Any]) -> Analysis:
    """Return the analysis that ``to_json`` wrote."""
    return Analysis(tuple(map(_turn_of, data["turns"])), tuple(map(_seat_of, data["seats"])))


def _turn_of(data: Mapping[str, Any]) -> TurnAnalysis:
    vectors = {name: tuple(data[name]) for name in ("before", "rest", "spread", "given", "left")}
    luck = tuple(Estimate(**one) for one in data["luck"])
    decisions = tuple(
        Decision(**{**one, **_estimates(one, "lost", "skill"), "par": tuple(one["par"])}) for one in data["decisions"]
    )
    return TurnAnalysis(**{**data, **vectors, "luck": luck, "decisions": decisions})


def _seat_of(data: Mapping[str, Any]) -> SeatAnalysis:
    return SeatAnalysis(**{**data, **_estimates(data, "luck", "skill", "lost")})


def _estimates(data: Mapping[str, Any], *names: str) -> dict[str, Estimate]:
    return {name: Estimate(**data[name]) for name in names}
