"""The title Marram."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..defaults import Defaults
from ..parts import part
from ..values import Chance, Outcome, Robot, Ruleset
from . import options
from .notation import action_notation
from .rules import legality, outcomes, turns
from .rules.actions import Action
from .rules.state import State

if TYPE_CHECKING:
    from ..core import TurnFormat
    from ..scene import Scene
    from ..turns.reply_words import ReplyWords


class Marram(Defaults):
    """The title. Its methods are those of the modules of this package; the protocol ``Title`` explains them."""

    key = "marram"
    name = "Marram"
    rules_version = 1
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME

    phrases: Mapping[str, str] = part(".wording", "PHRASES")
    robots: Mapping[str, Robot] = part(".robots.players", "ROBOTS")
    turn_format: "TurnFormat" = part(".notation.turn_format", "TURN_FORMAT")
    reply_words: "ReplyWords" = part(".reply_words", "REPLY_WORDS")

    to_json: Callable[[State], dict[str, Any]] = part(".notation.position_json", "to_json")
    from_json: Callable[[Mapping[str, Any]], State] = part(".notation.position_parser", "from_json")
    position_line = part(".notation.position_line", "to_line")
    read_position = part(".notation.position_line", "from_line")
    scene: Callable[[State], "Scene"] = part(".drawing", "scene")
    inside = part(".drawing", "inside")
    prompt = part(".prompts", "prompt")
    panels = part(".panels", "panels")
    describe = part(".descriptions", "describe")
    gains = part(".analysis.gains", "gains")
    turn_line = part(".notation.turn_line", "turn_line")

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


MARRAM = Marram()
