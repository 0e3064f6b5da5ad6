"""The title Marram."""

from collections.abc import Mapping

from ..defaults import Defaults
from ..values import Ruleset
from . import display, options, position_json, prompts, rules
from .feats import FEATS
from .features import features, progress
from .position_line import from_line, to_line
from .robots import ROBOTS, shortlist
from .state import State, outcome
from .turn_format import TURN_FORMAT, notation, parse, turn_line
from .wording import PHRASES, REPLY_WORDS


class Marram(Defaults):
    """The title. Its methods are functions of this package; the protocol ``Title`` explains them."""

    key = "marram"
    name = "Marram"
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME

    phrases = PHRASES
    robots = ROBOTS
    feats = FEATS
    turn_format = TURN_FORMAT
    reply_words = REPLY_WORDS

    acting = staticmethod(rules.acting)
    chance = staticmethod(rules.chance)
    legal_actions = staticmethod(rules.legal_actions)
    apply = staticmethod(rules.apply)
    outcome = staticmethod(outcome)

    parse = staticmethod(parse)
    notation = staticmethod(notation)
    turn_line = staticmethod(turn_line)
    to_json = staticmethod(position_json.to_json)
    from_json = staticmethod(position_json.from_json)
    position_line = staticmethod(to_line)
    read_position = staticmethod(from_line)

    scene = staticmethod(display.scene)
    inside = staticmethod(display.inside)
    prompt = staticmethod(prompts.prompt)
    panels = staticmethod(prompts.panels)
    features = staticmethod(features)
    progress = staticmethod(progress)
    held = staticmethod(prompts.held)
    shortlist = staticmethod(shortlist)
    describe = staticmethod(display.describe)
    gains = staticmethod(rules.gains)

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        return rules.first_state(options.rules_for(ruleset, changes, seats))

    def turn(self, state: State) -> int:
        return state.turn

    def view(self, state: State, seat: int | None) -> State:
        """Return the state without the order of the pile, which nobody may know."""
        return state if state.pile is None or state.reason else state._replace(pile=None)


MARRAM = Marram()
