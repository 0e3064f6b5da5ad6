"""The title Marrakech."""

from collections.abc import Mapping

from ..errors import BadNotation
from ..messages import Message
from ..prompts import Prompt
from ..values import Gain, Ply, Ruleset
from . import actions, display, options, position, position_json, prompts, rules, scoring, turn_lines
from .analysis import ANALYST
from .planning import ORDER_FORMAT
from .position_line import from_line, to_line
from .reply_words import REPLY_WORDS
from .robots import ROBOTS
from .scoring import HIGHLIGHT
from .state import State
from .terminal import TERMINAL
from .turn_format import TURN_FORMAT
from .wording import PHRASES


class Marrakech:
    """The title. Its methods are those of the modules of this package; the protocol ``Title`` explains them."""

    key = "marrakech"
    name = "Marrakech"
    rules_version = 1
    min_seats = options.MIN_SEATS
    max_seats = options.MAX_SEATS
    rulesets: Mapping[str, Ruleset] = options.RULESETS
    option_specs = options.OPTION_SPECS
    short_game: Mapping[str, str] = options.SHORT_GAME
    has_secrets = False

    phrases = PHRASES
    robots = ROBOTS
    highlight = HIGHLIGHT
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
    perft = staticmethod(rules.perft)

    parse = staticmethod(actions.parse)
    notation = staticmethod(actions.notation)
    turn_line = staticmethod(turn_lines.turn_line)
    to_json = staticmethod(position_json.to_json)
    from_json = staticmethod(position_json.from_json)
    position_line = staticmethod(to_line)
    read_position = staticmethod(from_line)

    scene = staticmethod(display.scene)
    panels = staticmethod(prompts.panels)
    describe = staticmethod(display.describe)

    def start(self, ruleset: str, changes: Mapping[str, str], seats: int) -> State:
        """Return the first state."""
        return position.first_state(options.rules_for(ruleset, changes, seats))

    def turn(self, state: State) -> int:
        """Return the number of the turn in progress."""
        return state.turn

    def view(self, state: State, seat: int | None) -> State:
        """Return the state: everyone may know all of it."""
        return state

    def view_ply(self, ply: Ply, seat: int | None) -> Ply:
        """Return the ply: everyone may know all of it."""
        return ply

    def prompt(self, state: State, chosen: str = "") -> Prompt | None:
        """Return the question for the acting seat, in one step."""
        if chosen:
            raise BadNotation("unreadable", text=chosen)
        return prompts.prompt(state)

    def inside(self, state: State, cell: str) -> tuple[Message, ...]:
        """Return nothing: the text of a square tells all of it."""
        return ()

    def gains(self, ply: Ply) -> tuple[Gain, ...]:
        """Return nothing: dirhams change hands, and squares are counted at the end."""
        return ()


MARRAKECH = Marrakech()
