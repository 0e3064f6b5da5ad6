"""The title Marrakech."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..errors import BadNotation
from ..values import Chance, Highlight, Log, Outcome, Ply, Robot, Ruleset
from . import options
from .notation import action_notation
from .rules import legality, position, replay, scoring
from .rules.actions import Action
from .rules.state import State

if TYPE_CHECKING:
    from ..analysis import Analyst
    from ..core import TurnFormat
    from ..messages import Message
    from ..orders import OrderFormat
    from ..points import Gain
    from ..prompts import Panel, Prompt
    from ..scene import Scene
    from ..terminal import Terminal


def _part(module: str, name: str) -> Any:
    """Return a part of the title from a module that is imported when it is first used."""
    return getattr(_module(module), name)


@cache
def _module(name: str) -> ModuleType:
    """Return a module. It is looked up once, because a page asks for hundreds of sentences."""
    return import_module(name, __package__)


class Marrakech:
    """The title. Its methods call the modules of this package; the protocol ``Title`` explains them.

    The rules are imported at once. What draws, words, reads and plays is imported when it is first used: a program that
    only plays by the rules starts in half the time.
    """

    key = "marrakech"
    name = "Marrakech"
    rules_version = 1
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME
    has_secrets = False

    @property
    def phrases(self) -> Mapping[str, str]:
        """Return the texts by key."""
        phrases: Mapping[str, str] = _part(".wording", "PHRASES")
        return phrases

    @property
    def robots(self) -> Mapping[str, Robot]:
        """Return the robots by key."""
        robots: Mapping[str, Robot] = _part(".robots.players", "ROBOTS")
        return robots

    @property
    def highlight(self) -> Highlight:
        """Return the longest patch."""
        highlight: Highlight = _part(".highlight", "HIGHLIGHT")
        return highlight

    @property
    def analyst(self) -> "Analyst":
        """Return the analyst of finished games."""
        analyst: Analyst = _part(".analysis.analyst", "ANALYST")
        return analyst

    @property
    def turn_format(self) -> "TurnFormat":
        """Return the format of turns in game files."""
        turn_format: TurnFormat = _part(".notation.turn_format", "TURN_FORMAT")
        return turn_format

    @property
    def orders(self) -> "OrderFormat":
        """Return the format of orders."""
        order_format: OrderFormat = _part(".orders.order_format", "ORDER_FORMAT")
        return order_format

    @property
    def terminal(self) -> "Terminal":
        """Return the title on the command line."""
        terminal: Terminal = _part(".terminal", "TERMINAL")
        return terminal

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        """Return the first state."""
        return position.first_state(options.rules_for(ruleset, changes, seats))

    def acting(self, state: State) -> tuple[int, ...]:
        """Return the seat that must act, as a tuple of one or none."""
        return legality.acting(state)

    def chance(self, state: State) -> Chance | None:
        """Return the roll ("roll"), pile draw ("pile") or roll-off ("order") that is due."""
        return legality.chance(state)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action, in the order of their notation."""
        return legality.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action."""
        return position.apply(state, action)

    def replay(self, state: State, log: Log) -> State:
        """Return the state after these entries of a log."""
        return replay.replay(state, log)

    def iter_plies(self, state: State, log: Log) -> Iterator[Ply]:
        """Yield every ply that these entries of a log make."""
        return replay.iter_plies(state, log)

    def parse(self, state: State, seat: int | None, text: str) -> Action:
        """Return the action that the text means."""
        return action_notation.parse(state, seat, text)

    def notation(self, action: Any) -> str:
        """Return the action's canonical text."""
        return action_notation.notation(action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return scoring.outcome(state)

    def turn(self, state: State) -> int:
        """Return the number of the turn in progress."""
        return state.turn

    def to_json(self, state: State) -> dict[str, Any]:
        """Return the position as JSON data."""
        data: dict[str, Any] = _part(".notation.position_json", "to_json")(state)
        return data

    def from_json(self, data: Mapping[str, Any]) -> State:
        """Return the state of a position given as JSON data."""
        state: State = _part(".notation.position_parser", "from_json")(data)
        return state

    def position_line(self, state: State) -> str:
        """Return the position as one line."""
        line: str = _part(".notation.position_line", "to_line")(state)
        return line

    def read_position(self, text: str) -> State:
        """Return the state of a position line."""
        state: State = _part(".notation.position_line", "from_line")(text)
        return state

    def perft(self, state: State, depth: int) -> int:
        """Return the number of sequences of plies."""
        count: int = _part(".rules.perft", "perft")(state, depth)
        return count

    def scene(self, state: State) -> "Scene":
        """Return the drawing."""
        drawing: Scene = _part(".drawing", "scene")(state)
        return drawing

    def view(self, state: State, seat: int | None) -> State:
        """Return the state: everyone may know all of it."""
        return state

    def view_ply(self, ply: Ply, seat: int | None) -> Ply:
        """Return the ply: everyone may know all of it."""
        return ply

    def prompt(self, state: State, chosen: str = "") -> "Prompt | None":
        """Return the question for the acting seat, in one step."""
        if chosen:
            raise BadNotation("unreadable", text=chosen)
        question: Prompt | None = _part(".prompts", "prompt")(state)
        return question

    def panels(self, state: State) -> "tuple[Panel, ...]":
        """Return one panel per seat, in order of play."""
        found: tuple[Panel, ...] = _part(".prompts", "panels")(state)
        return found

    def describe(self, ply: Ply) -> "tuple[Message, ...]":
        """Return what happened, as sentences."""
        sentences: tuple[Message, ...] = _part(".descriptions", "describe")(ply)
        return sentences

    def gains(self, ply: Ply) -> "tuple[Gain, ...]":
        """Return nothing: dirhams change hands, and squares are counted at the end."""
        return ()

    def turn_line(self, plies: Sequence[Ply]) -> str:
        """Return the notation line of one turn."""
        line: str = _part(".notation.turn_line", "turn_line")(plies)
        return line


MARRAKECH = Marrakech()
