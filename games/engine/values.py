"""The values that a title and its callers exchange: options, actions, chance, results and plies."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from re import fullmatch
from typing import Any, NamedTuple, Protocol

from .errors import BadOptions

# The notation of leaving the game, for every title: the first two with the seat that leaves, the last without a seat.
# They are possible at any time while the game goes on and are no player's turn.
RESIGNS = "resigns"
OUT_OF_TIME = "out of time"
ABORT = "abort"

# The reasons of an outcome that every title has; all others are the title's own.
ABORTED = "aborted"
RESIGNED = "resigned"

SEAT_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"  # the seats' names in notations

# The log of a game: the seat that acted (None: chance, or the table) and the notation of the action.
Log = Iterable[tuple[int | None, str]]


class Chance(NamedTuple):
    """A random result that is due.

    ``label`` names the kind in one word ("roll", "pile", ...), ``seat`` whom it concerns (None: no seat), ``number``
    counts the earlier draws of this label for this seat, ``outcomes`` pairs each result's notation with its integer
    weight. (label, seat, number) never repeats within a game: the sealed dice are drawn by it.
    """

    label: str
    seat: int | None
    number: int
    outcomes: tuple[tuple[str, int], ...]


class Action(Protocol):
    """One action: a named tuple. ``seat`` is None for chance and for the table itself."""

    @property
    def seat(self) -> int | None: ...


class Leave(NamedTuple):
    """A seat leaves the game: it resigns, or its time is up (``RESIGNS`` or ``OUT_OF_TIME``)."""

    seat: int
    how: str


class Abort(NamedTuple):
    """The table ends the game without a result."""

    seat: None = None


class Standing(NamedTuple):
    """A seat's result. ``place`` starts at 1 and is shared by equals; ``score`` is None for a seat that has none."""

    seat: int
    score: int | None
    place: int
    out: bool = False
    details: Mapping[str, int] = {}


class Highlight(NamedTuple):
    """What a player's page tells as the best of a title's games, beside the score.

    ``of(state)`` returns the value of each seat in a final state. ``label`` is a message key, ``amount`` that of a
    value with its unit, which gets ``count``.
    """

    label: str
    amount: str
    of: Callable[[Any], tuple[int, ...]]


class Outcome(NamedTuple):
    """How a game ended: ``reason`` is a code (RESIGNED, ABORTED, or one of the title), standings are best first.

    An aborted game has no standings. ``Title.phrases`` has a sentence for each reason under "end.<reason>".
    """

    reason: str
    standings: tuple[Standing, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the outcome as plain data, seats as letters, as every title's position JSON has it."""
        standings = [
            {
                "seat": SEAT_LETTERS[standing.seat],
                "score": standing.score,
                **standing.details,
                "place": standing.place,
                "out": standing.out,
            }
            for standing in self.standings
        ]
        return {"reason": self.reason, "standings": standings}


class Ply(NamedTuple):
    """One applied action with the states around it."""

    number: int
    before: Any
    action: Action
    after: Any


class Feat(NamedTuple):
    """Something that players remember a game for, and that can be done better in another one.

    ``of(plies)`` returns the value of each seat in a finished game, None for a seat that has not done it. ``key`` is
    the name that is stored, ``label`` a message key, ``amount`` that of a value with its unit, which gets ``count``.
    """

    key: str
    label: str
    amount: str
    of: Callable[[Sequence[Ply]], tuple[int | None, ...]]


class Gain(NamedTuple):
    """Points that one seat got in one ply.

    ``source`` names where they came from, by the key of a phrase; ``cells`` are the cells of the board that gave them.
    """

    seat: int
    source: str
    points: int
    cells: tuple[str, ...] = ()


class OptionSpec(NamedTuple):
    """One option as a form offers it: its values are strings; the first is not necessarily the default.

    ``label`` and ``value_labels`` are message keys. ``pattern`` is a regular expression for the other values
    that ``start`` accepts ("" for none).
    """

    name: str
    label: str
    values: tuple[str, ...]
    value_labels: tuple[str, ...]
    pattern: str = ""


class Ruleset(NamedTuple):
    """A named set of options. ``label`` and ``summary`` are message keys.

    ``offered`` is False for those that new tables cannot choose.
    """

    key: str
    label: str
    summary: str
    options: Mapping[str, str]
    offered: bool = True


def check_options(
    rulesets: Mapping[str, Ruleset],
    specs: Iterable[OptionSpec],
    least: int,
    most: int,
    ruleset: str,
    changes: Mapping[str, str],
    seats: int,
) -> dict[str, str]:
    """Return all options of a game for ``least`` to ``most`` seats. Raises BadOptions.

    Its codes are "unknown-ruleset", "bad-seats", "unknown-option" and "bad-value".
    """
    if ruleset not in rulesets:
        raise BadOptions("unknown-ruleset", ruleset=ruleset)
    if seats not in range(least, most + 1):
        raise BadOptions("bad-seats", seats=seats, least=least, most=most)
    known = {spec.name: spec for spec in specs}
    for name, value in changes.items():
        if name not in known:
            raise BadOptions("unknown-option", option=name)
        if value not in known[name].values and not (known[name].pattern and fullmatch(known[name].pattern, value)):
            raise BadOptions("bad-value", option=name, value=value)
    return {**rulesets[ruleset].options, **changes}


Stop = Callable[[], bool]


class Choose(Protocol):
    """The function that chooses a robot's action; see ``Robot``."""

    def __call__(self, state: Any, seed: int, budget: int | None = None, stop: Stop | None = None) -> Any: ...


class MeasuredStrength(NamedTuple):
    """A result between robots: ``percent`` of ``games`` for two won against the robot ``rival``, ± ``error``."""

    rival: str
    percent: float
    error: float
    games: int


class Robot(NamedTuple):
    """A robot. ``label`` and ``summary`` are message keys; ``seconds`` is its usual CPU time for a turn.

    ``measured`` is how strong it is, by ``python -m games.engine match``.

    ``choose(state, seed, budget=None, stop=None)`` returns the action of the acting seat, the same for the same state,
    seed and budget. ``budget`` is how much it may search (None: about ``seconds``); a robot that does not search
    ignores it. ``stop`` is called from time to time; when it returns true, the robot answers at once with the best it
    has found. Raises ValueError where no seat must act.
    """

    key: str
    label: str
    summary: str
    seconds: float
    choose: Choose
    measured: MeasuredStrength | None = None
