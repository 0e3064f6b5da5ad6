"""The title Marram."""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from ..defaults import Defaults
from ..values import Chance, Outcome, Ply, Robot, Ruleset
from . import options
from .notation import action_notation
from .rules import legality, outcomes, turns
from .rules.actions import Action
from .rules.state import State

if TYPE_CHECKING:
    from ..core import TurnFormat
    from ..messages import Message
    from ..points import Gain
    from ..prompts import Panel, Prompt
    from ..scene import Scene


def _part(module: str, name: str) -> Any:
    """Return a part of the title from a module that is imported when it is first used."""
    return getattr(_module(module), name)


@cache
def _module(name: str) -> ModuleType:
    """Return a module. It is looked up once, because a page asks for hundreds of sentences."""
    return import_module(name, __package__)


class Marram(Defaults):
    """The title. Its methods call the modules of this package; the protocol ``Title`` explains them."""

    key = "marram"
    name = "Marram"
    rules_version = 1
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME

    @property
    def phrases(self) -> Mapping[str, str]:  # type: ignore[override]
        """Return the texts by key."""
        phrases: Mapping[str, str] = _part(".wording", "PHRASES")
        return phrases

    @property
    def robots(self) -> Mapping[str, Robot]:  # type: ignore[override]
        """Return the robots by key."""
        robots: Mapping[str, Robot] = _part(".robots.players", "ROBOTS")
        return robots

    @property
    def turn_format(self) -> "TurnFormat":  # type: ignore[override]
        """Return the format of turns in game files."""
        turn_format: TurnFormat = _part(".notation.turn_format", "TURN_FORMAT")
        return turn_format

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        """Return the first state: the first tile of the first rack is due."""
        return turns.first_state(options.rules_for(ruleset, changes, seats))

    def acting(self, state: State) -> tuple[int, ...]:
        """Return the seat that must act, as a tuple of one or none."""
        return legality.acting(state)

    def chance(self, state: State) -> Chance | None:
        """Return the draw of a tile ("pile") that is due."""
        return legality.chance(state)

    def legal_actions(self, state: State) -> tuple[Action, ...]:
        """Return every legal action: places, flips, discards, each without a claim first."""
        return legality.legal_actions(state)

    def apply(self, state: State, action: Action) -> State:
        """Return the state after the action."""
        return turns.apply(state, action)

    def parse(self, state: State, seat: int | None, text: str) -> Action:
        """Return the action that the text means."""
        return action_notation.parse(state, seat, text)

    def notation(self, action: Any) -> str:
        """Return the action's canonical text."""
        return action_notation.notation(action)

    def outcome(self, state: State) -> Outcome | None:
        """Return how the game ended, or None."""
        return outcomes.outcome(state)

    def turn(self, state: State) -> int:
        """Return the number of the turn in progress, 0 while the first racks are drawn."""
        return state.turn

    def view(self, state: State, seat: int | None) -> State:
        """Return the state without the order of the pile, which nobody may know."""
        return state if state.pile is None or state.reason else state._replace(pile=None)

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

    def scene(self, state: State) -> "Scene":
        """Return the drawing."""
        drawing: Scene = _part(".drawing", "scene")(state)
        return drawing

    def prompt(self, state: State, chosen: str = "") -> "Prompt | None":
        """Return the question for the acting seat: the tile, its cell, its rotation, the claim."""
        question: Prompt | None = _part(".prompts", "prompt")(state, chosen)
        return question

    def panels(self, state: State) -> "tuple[Panel, ...]":
        """Return one panel per seat, in order of play."""
        found: tuple[Panel, ...] = _part(".panels", "panels")(state)
        return found

    def describe(self, ply: Ply) -> "tuple[Message, ...]":
        """Return what happened, as sentences."""
        sentences: tuple[Message, ...] = _part(".descriptions", "describe")(ply)
        return sentences

    def gains(self, ply: Ply) -> "tuple[Gain, ...]":
        """Return the points that this ply scored by kind of feature."""
        found: tuple[Gain, ...] = _part(".analysis.gains", "gains")(ply)
        return found

    def turn_line(self, plies: Sequence[Ply]) -> str:
        """Return the notation of one turn."""
        line: str = _part(".notation.turn_line", "turn_line")(plies)
        return line


MARRAM = Marram()
