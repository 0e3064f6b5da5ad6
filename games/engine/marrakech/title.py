"""The title Marrakech."""

from collections.abc import Mapping

from ..defaults import Defaults
from ..values import Ruleset
from . import actions, display, options, position, position_json, prompts, rules, scoring
from .analysis import ANALYST
from .orders import ORDER_FORMAT
from .position_line import from_line, to_line
from .robots import ROBOTS
from .state import State
from .terminal import TERMINAL
from .turn_format import TURN_FORMAT, turn_line
from .wording import PHRASES, REPLY_WORDS


class Marrakech(Defaults):
    """The title. Its methods are functions of this package; the protocol ``Title`` explains them."""

    key = "marrakech"
    name = "Marrakech"
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME

    phrases = PHRASES
    robots = ROBOTS
    highlight = scoring.HIGHLIGHT
    feats = scoring.FEATS
    analyst = ANALYST
    turn_format = TURN_FORMAT
    orders = ORDER_FORMAT
    reply_words = REPLY_WORDS
    terminal = TERMINAL

    acting = staticmethod(rules.acting)
    chance = staticmethod(rules.chance)
    legal_actions = staticmethod(rules.legal_actions)
    apply = staticmethod(position.apply)
    replay = staticmethod(rules.replay)
    iter_plies = staticmethod(rules.iter_plies)
    outcome = staticmethod(scoring.outcome)

    parse = staticmethod(actions.parse)
    notation = staticmethod(actions.notation)
    turn_line = staticmethod(turn_line)
    to_json = staticmethod(position_json.to_json)
    from_json = staticmethod(position_json.from_json)
    position_line = staticmethod(to_line)
    read_position = staticmethod(from_line)

    scene = staticmethod(display.scene)
    prompt = staticmethod(prompts.prompt)
    panels = staticmethod(prompts.panels)
    describe = staticmethod(display.describe)

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        return position.first_state(options.rules_for(ruleset, changes, seats))

    def turn(self, state: State) -> int:
        return state.turn


MARRAKECH = Marrakech()
