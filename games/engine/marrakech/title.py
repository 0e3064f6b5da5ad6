"""The title Marrakech."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ..messages import Message
from ..scene import Scene
from ..values import Chance, Log, Outcome, Panel, Ply, Prompt, Robot, Ruleset
from . import descriptions, drawing, options, prompts, wording
from .notation import action_notation, position_json, turn_line
from .rules import legality, position, replay, scoring
from .rules.actions import Action
from .rules.state import State

if TYPE_CHECKING:
    from ..analysis import Analyst
    from ..core import TurnFormat
    from ..orders import OrderFormat


def _part(module: str, name: str) -> Any:
    """Import a part of the title when it is first used: together they take a third of the import."""
    return getattr(import_module(module, __package__), name)


class Marrakech:
    """The title. Its methods call the modules of this package; the protocol ``Title`` explains them."""

    key = "marrakech"
    name = "Marrakech"
    rules_version = 1
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    phrases: Mapping[str, str] = wording.PHRASES

    @property
    def robots(self) -> Mapping[str, Robot]:
        """Return the robots by key."""
        robots: Mapping[str, Robot] = _part(".robots.players", "ROBOTS")
        return robots

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
        orders: OrderFormat = _part(".orders.order_format", "ORDER_FORMAT")
        return orders

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
        return position_json.to_json(state)

    def from_json(self, data: Mapping[str, Any]) -> State:
        """Return the state of a position given as JSON data."""
        return position_json.from_json(data)

    def scene(self, state: State) -> Scene:
        """Return the drawing."""
        return drawing.scene(state)

    def prompt(self, state: State) -> Prompt | None:
        """Return the question for the acting seat."""
        return prompts.prompt(state)

    def panels(self, state: State) -> tuple[Panel, ...]:
        """Return one panel per seat, in order of play."""
        return prompts.panels(state)

    def describe(self, ply: Ply) -> tuple[Message, ...]:
        """Return what happened, as sentences."""
        return descriptions.describe(ply)

    def turn_line(self, plies: Sequence[Ply]) -> str:
        """Return the notation line of one turn."""
        return turn_line.turn_line(plies)


MARRAKECH = Marrakech()
