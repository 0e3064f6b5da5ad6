"""The title Marram."""

from collections.abc import Mapping
from typing import Any

from ..defaults import Defaults
from ..values import Ruleset
from . import display, options, position_json, prompts, rules, turn_lines
from .position_line import from_line, to_line
from .reply_words import REPLY_WORDS
from .robots import ROBOTS
from .state import State
from .state import outcome as outcome_of
from .turn_format import TURN_FORMAT
from .wording import PHRASES


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

    phrases = PHRASES
    robots = ROBOTS
    turn_format = TURN_FORMAT
    reply_words = REPLY_WORDS

    acting = staticmethod(rules.acting)
    chance = staticmethod(rules.chance)
    legal_actions = staticmethod(rules.legal_actions)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(outcome_of)

    parse = staticmethod(turn_lines.parse)
    turn_line = staticmethod(turn_lines.turn_line)
    to_json = staticmethod(position_json.to_json)
    from_json = staticmethod(position_json.from_json)
    position_line = staticmethod(to_line)
    read_position = staticmethod(from_line)

    scene = staticmethod(display.scene)
    inside = staticmethod(display.inside)
    prompt = staticmethod(prompts.prompt)
    panels = staticmethod(prompts.panels)
    describe = staticmethod(display.describe)
    gains = staticmethod(rules.gains)

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        """Return the first state: the first tile of the first rack is due."""
        return rules.first_state(options.rules_for(ruleset, changes, seats))

    def notation(self, action: Any) -> str:
        """Return the action's canonical text."""
        return turn_lines.notation(action)

    def turn(self, state: State) -> int:
        """Return the number of the turn in progress, 0 while the first racks are drawn."""
        return state.turn

    def view(self, state: State, seat: int | None) -> State:
        """Return the state without the order of the pile, which nobody may know."""
        return state if state.pile is None or state.reason else state._replace(pile=None)


MARRAM = Marram()
