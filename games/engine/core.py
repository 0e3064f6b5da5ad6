"""The Title protocol: what the site asks of every game it can play.

A *title* is stateless. A *state* is an immutable value; everything the title can tell about a game follows from it.
Seats are numbered 0..n-1. Chance is a player of its own: where ``chance(state)`` is not None, nobody else may act and
the caller supplies one of its outcomes as an action with seat None.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from .scene import Piece, Scene, Token
from .values import Choose as Choose
from .values import OptionSpec as OptionSpec
from .values import Robot as Robot
from .values import Ruleset as Ruleset

if TYPE_CHECKING:
    from .analysis import Analyst
    from .gamefile_text import TurnFormat
    from .orders import OrderFormat

# How leaving the game is written in every title's log: the first two with the seat that leaves, the last without one.
# They are always possible while the game goes on, and services of their own use them: they are never a player's turn.
RESIGNS = "resigns"
OUT_OF_TIME = "out of time"
ABORT = "abort"

# What a game's log holds: who acted (None: chance, or the table) and the notation of what was done.
Log = Iterable[tuple[int | None, str]]

Params = Mapping[str, "str | int | Message | tuple[str, ...]"]


def gettext_noop(text: str) -> str:
    """Mark a catalogue text for translation and return it unchanged (the engine itself never translates)."""
    return text


@dataclass(frozen=True, slots=True)
class Message:
    """Something to be said: ``key`` is looked up in ``Title.phrases``, ``params`` fill it in.

    A parameter named ``seat`` (or ending in ``_seat``) holds a seat number; whoever renders it puts the player's name
    there. A parameter that is itself a Message is rendered first.
    """

    key: str
    params: Params = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Chance:
    """A random result that is due.

    ``label`` names the kind ("roll", "pile", ...), ``seat`` whom it concerns (None: nobody in particular), ``index``
    counts the earlier draws of this label for this seat, ``outcomes`` pairs each result's notation with its integer
    weight. (label, seat, index) never repeats within a game: the sealed dice are drawn by it.
    """

    label: str
    seat: int | None
    index: int
    outcomes: tuple[tuple[str, int], ...]


class Action(Protocol):
    """One action: a frozen dataclass. ``seat`` is whose it is, None for chance and for the table itself."""

    @property
    def seat(self) -> int | None: ...


@dataclass(frozen=True, slots=True)
class Standing:
    """A seat's result. ``place`` starts at 1 and is shared by equals; ``score`` is None for a seat that has none."""

    seat: int
    score: int | None
    place: int
    out: bool = False
    details: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: ``reason`` is a code ("rugs", "survivor", "resigned", "aborted"), standings are best first.

    An aborted game has no standings. ``Title.phrases`` has a sentence for each reason under "end.<reason>".
    """

    reason: str
    standings: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class Stat:
    """One figure of a seat's panel. ``label`` is a message key; ``kind`` tells how to show it.

    Kinds: "number", "coins", "score", "pieces" (a count of pieces in ``style``), "next" (the piece that comes next, in
    ``style``; value 1 or 0).
    """

    name: str
    label: str
    value: int
    kind: str = "number"
    style: str = ""


@dataclass(frozen=True, slots=True)
class Panel:
    """What everybody may know about one seat now."""

    seat: int
    style: str
    stats: tuple[Stat, ...]
    out: bool = False


@dataclass(frozen=True, slots=True)
class Branch:
    """What an uncertain choice may lead to: with ``weight`` chances the token ends on ``cell`` having walked ``path``.

    ``path`` begins with the cell it leaves, ``loops`` are indexes into ``Scene.loops``, as in a Trail. ``messages`` say
    what that means ("costs 5", "your own rug"), ``cost`` is what is paid then, for the drawing.
    """

    label: str
    weight: int
    cell: str
    path: tuple[str, ...]
    messages: tuple[Message, ...] = ()
    facing: str = ""
    loops: tuple[int, ...] = ()
    cost: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal action as it is offered: how to say it, and how to show it on the board.

    ``notation`` is what a client sends back. ``cells`` are the squares it touches. ``preview`` is drawn on the board
    while the choice is looked at: the piece as it would lie, the token as it would look. ``branches`` are what chance
    may make of it.
    """

    notation: str
    label: Message
    cells: tuple[str, ...] = ()
    details: tuple[Message, ...] = ()
    branches: tuple[Branch, ...] = ()
    preview: tuple[Piece | Token, ...] = ()


@dataclass(frozen=True, slots=True)
class Prompt:
    """What the acting seat is asked. ``kind`` names the widget: "turn" (a few labelled choices), "place" (squares).

    ``refusals`` say of squares that no choice touches why they cannot be had, as far as the title has reasons.
    """

    seat: int
    kind: str
    text: Message
    choices: tuple[Choice, ...]
    refusals: Mapping[str, Message] = field(default_factory=dict)


class Ply(NamedTuple):
    """One applied action with the states around it."""

    number: int
    before: Any
    action: Action
    after: Any


class Title(Protocol):
    """A published game the site can play. One stateless object per title, found in ``registry``.

    ``S`` below stands for the title's own state type, ``A`` for its actions; the site treats both as opaque.
    """

    key: str
    name: str
    rules_version: int
    min_seats: int
    max_seats: int
    rulesets: Mapping[str, Ruleset]
    option_specs: tuple[OptionSpec, ...]
    phrases: Mapping[str, str]

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> Any:
        """Return the first state. ``changes`` are the options that differ from the ruleset. Raises BadOptions."""
        ...

    def acting(self, state: Any) -> tuple[int, ...]:
        """Return the seats that must act now; empty when chance must act or the game is over."""
        ...

    def chance(self, state: Any) -> Chance | None:
        """Return the random result that is due, or None."""
        ...

    def legal_actions(self, state: Any) -> tuple[Any, ...]:
        """Return every action that ``apply`` accepts from the acting seats (or from chance), in notation order.

        Leaving the game (resign, time out, abort) is always possible until it is over and is not listed.
        """
        ...

    def apply(self, state: Any, action: Any) -> Any:
        """Return the state after the action. Raises IllegalAction; never changes ``state``."""
        ...

    def replay(self, state: Any, log: Log) -> Any:
        """Return the state after these entries.

        Raises CorruptLog with the code and the number (``ply``) of the first entry that fails.
        """
        ...

    def iter_plies(self, state: Any, log: Log) -> Iterator[Ply]:
        """Yield every ply that the entries of a log make, in order. Raises CorruptLog as ``replay`` does."""
        ...

    def parse(self, state: Any, seat: int | None, text: str) -> Any:
        """Return the action that ``text`` means for this seat (None: chance or the table). Raises BadNotation."""
        ...

    def notation(self, action: Any) -> str:
        """Return the action's canonical text, so that ``parse`` gives it back."""
        ...

    def outcome(self, state: Any) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        ...

    def turn(self, state: Any) -> int:
        """Return the number of the turn in progress, from 1 (0 before the first turn)."""
        ...

    def to_json(self, state: Any) -> dict[str, Any]:
        """Return the complete position as plain JSON data."""
        ...

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the state of a position given as JSON data. Raises BadPosition."""
        ...

    def scene(self, state: Any) -> Scene:
        """Return the drawing of the position, as data."""
        ...

    def prompt(self, state: Any) -> Prompt | None:
        """Return what the acting seat is asked, with exactly ``legal_actions`` as choices; None if nobody must act."""
        ...

    def panels(self, state: Any) -> tuple[Panel, ...]:
        """Return one panel per seat, in order of play."""
        ...

    def describe(self, ply: Ply) -> tuple[Message, ...]:
        """Return what happened in this ply, as sentences to be said in order."""
        ...

    def turn_line(self, plies: Sequence[Ply]) -> str:
        """Return the notation line of one turn (all plies that belong to it)."""
        ...

    @property
    def robots(self) -> Mapping[str, Robot]:
        """Return the players made of code, by key."""
        ...

    @property
    def analyst(self) -> "Analyst | None":
        """Return who analyses finished games, None where nobody does."""
        ...

    @property
    def turn_format(self) -> "TurnFormat":
        """Return how this title's turns are written into game files, and read from them."""
        ...

    @property
    def orders(self) -> "OrderFormat | None":
        """Return how whole turns are ordered before the roll and in advance, None where they are not."""
        ...


def state_hash(title: Title, state: Any) -> str:
    """Return 16 hexadecimal digits that two equal positions share on every machine and Python version."""
    import hashlib  # both are slow to load and only wanted here
    import json

    text = json.dumps(title.to_json(state), sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
