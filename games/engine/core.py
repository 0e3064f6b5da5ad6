"""The protocols of a title: the game itself, its turns in game files, and its command line."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Protocol

from .analysis import Analyst
from .messages import Message
from .prompts import Feature, Held, OrderFormat, Panel, Prompt, ReplyWords
from .scene import Scene
from .scoresheet import Scoresheet, TurnText
from .values import Chance, Feat, Gain, Highlight, Log, OptionSpec, Outcome, Ply, Robot, Ruleset


class Terminal(Protocol):
    """A title on the command line. ``help`` says how its actions are typed; texts are English only."""

    help: str

    def lines(self, state: Any, in_colour: bool = False) -> list[str]:
        """Return a position for people: what is going on, the board, the seats. Colours are escape sequences."""
        ...


# The protocols of a title: the game itself, and its turns in game files.
#
# A *title* is stateless. A *state* is an immutable value; everything about a game follows from it.
# Seats are numbered 0..n-1. Where ``chance(state)`` is not None, no seat can act, and the
# caller supplies one of the outcomes as an action with seat None.


class Title(Protocol):
    """A published game the site can play. One stateless object per title, found in ``registry``.

    States and actions are the title's own types; the site treats both as opaque. ``short_game`` are options of the
    first ruleset that make a short game, for a player's first. ``has_secrets`` is True if a view can hide anything.
    """

    key: str
    name: str
    rules_version: int
    min_seats: int
    max_seats: int
    rulesets: Mapping[str, Ruleset]
    option_specs: tuple[OptionSpec, ...]
    short_game: Mapping[str, str]
    has_secrets: bool

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

    def view(self, state: Any, seat: int | None) -> Any:
        """Return what this seat (None: everyone else) may know of a state, as a state.

        Whatever is shown or handed out of a game that goes on is made from a view. All methods that only look at a
        state accept it; a seat's own view has that seat's legal actions, and ``apply`` takes them. A title without
        secrets returns the state itself. Once the game is over, everything is shown.
        """
        ...

    def view_ply(self, ply: Ply, seat: int | None) -> Ply:
        """Return what this seat may know of a ply while the game goes on: views, and an action without secrets.

        ``describe``, ``turn_line`` and ``notation`` accept it and its action; the text need not be readable.
        """
        ...

    def to_json(self, state: Any) -> dict[str, Any]:
        """Return the complete position as plain JSON data."""
        ...

    def from_json(self, data: Mapping[str, Any]) -> Any:
        """Return the state of a position given as JSON data. Raises BadPosition."""
        ...

    def position_line(self, state: Any) -> str:
        """Return what is needed to go on as one line of text that begins with the ruleset's key or with "{" (JSON)."""
        ...

    def read_position(self, text: str) -> Any:
        """Return the state of a position line. Raises BadPosition."""
        ...

    def scene(self, state: Any) -> Scene:
        """Return the drawing of the position, as data."""
        ...

    def inside(self, state: Any, cell: str) -> tuple[Message, ...]:
        """Return what lies on a cell beyond its text in the drawing, for those who do not see it; () for nothing."""
        ...

    def prompt(self, state: Any, chosen: str = "") -> Prompt | None:
        """Return the question for the acting seat, None if no seat must act.

        A title may ask in steps: ``chosen`` is the notation of a choice with ``is_step``. The other choices that all
        steps lead to are exactly ``legal_actions``. Raises BadNotation or IllegalAction if ``chosen`` is no step here.
        """
        ...

    def panels(self, state: Any) -> tuple[Panel, ...]:
        """Return one panel per seat, in order of play."""
        ...

    def features(self, state: Any) -> tuple[Feature, ...]:
        """Return what on the board may still score, those with pieces first; () for a title that scores otherwise."""
        ...

    def progress(self, state: Any) -> Message | None:
        """Return how much of the game has been played and how much is left, None if the title cannot tell."""
        ...

    def held(self, state: Any, seat: int) -> tuple[Held, ...]:
        """Return the pieces that this seat could lay, for a title whose players choose among several; () for none."""
        ...

    def shortlist(self, state: Any, count: int, *, is_advised: bool) -> tuple[Any, ...]:
        """Return up to ``count`` legal actions to offer before all others, the best first, in different places.

        They are those of a robot if players are advised, otherwise in the order of what anybody can see: points.
        () for a title that has nothing to say.
        """
        ...

    def describe(self, ply: Ply) -> tuple[Message, ...]:
        """Return what happened in this ply, as sentences in order."""
        ...

    def gains(self, ply: Ply) -> tuple[Gain, ...]:
        """Return the points that this ply scored, and where they came from; () if the title does not score so."""
        ...

    def turn_line(self, plies: Sequence[Ply]) -> str:
        """Return the notation line of one turn (all plies that belong to it)."""
        ...

    def perft(self, state: Any, depth: int) -> int:
        """Return the number of sequences of ``depth`` plies, chance with every result once; 1 for a depth of 0."""
        ...

    @property
    def phrases(self) -> Mapping[str, str]:
        """Return the texts by key."""
        ...

    @property
    def robots(self) -> Mapping[str, Robot]:
        """Return the robots by key."""
        ...

    @property
    def highlight(self) -> Highlight | None:
        """Return what a player's page tells as the best of many games, None for a title without such a figure."""
        ...

    @property
    def feats(self) -> tuple[Feat, ...]:
        """Return what the records of players are about, () for a title without any."""
        ...

    @property
    def analyst(self) -> Analyst | None:
        """Return the analyst of finished games, None for a title without one."""
        ...

    @property
    def turn_format(self) -> "TurnFormat":
        """Return the format of this title's turns in game files."""
        ...

    @property
    def orders(self) -> OrderFormat | None:
        """Return the format of orders, for whole turns and in advance; None for a title without orders."""
        ...

    @property
    def reply_words(self) -> ReplyWords:
        """Return the words that replies by email may have for this title's actions."""
        ...

    @property
    def terminal(self) -> Terminal:
        """Return the title on the command line."""
        ...


class TurnParser(Protocol):
    """The turns of a sheet, ready to be read.

    ``order`` has the table seat of each letter, ``options`` the options that the game is to be replayed with.
    """

    @property
    def order(self) -> tuple[int, ...]: ...

    @property
    def options(self) -> Mapping[str, str]: ...

    def plies(self) -> Iterator[tuple[int, Ply]]:
        """Yield every line number with its ply, as soon as it is read. Raises BadFile, also at the end."""
        ...


class TurnFormat(Protocol):
    """The turns of a title in game files.

    ``headers`` are the keys that it uses for itself, ``ending`` is the end of the names of its files.
    ``lists_results`` is True if a finished game's file lists every result of chance with what it was drawn from: the
    small programs that check dice know no rules (only those of Marrakech). The letters are then in the order of seats.
    """

    headers: tuple[str, ...]
    ending: str
    lists_results: bool

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        """Return the turns of a sheet. Raises BadFile, BadOptions."""
        ...

    def write(self, title: Title, seats: int, first: Any, plies: Sequence[Ply]) -> TurnText:
        """Return the turns of a game with this number of seats that began with the state ``first``."""
        ...

    def result(self, title: Title, state: Any, order: tuple[int, ...]) -> str:
        """Return the value of the header Result in this state, ``*`` while the game has no result."""
        ...
