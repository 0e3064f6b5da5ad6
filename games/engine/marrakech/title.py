"""The title Marrakech."""

from collections.abc import Mapping

from ..errors import BadNotation
from ..messages import Message
from ..turns.prompts import Prompt
from ..values import Gain, Ply, Ruleset
from . import descriptions, drawing, options, prompts
from .analysis.analyst import ANALYST
from .highlight import HIGHLIGHT
from .notation import action_notation, position_json, position_parser
from .notation import turn_line as turn_lines
from .notation.position_line import from_line, to_line
from .notation.turn_format import TURN_FORMAT
from .orders.order_format import ORDER_FORMAT
from .reply_words import REPLY_WORDS
from .robots.players import ROBOTS
from .rules import legality, position, scoring
from .rules.perft import perft as count_games
from .rules.replay import iter_plies as list_log
from .rules.replay import replay as replay_log
from .rules.state import State
from .terminal import TERMINAL
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

    acting = staticmethod(legality.acting)
    chance = staticmethod(legality.chance)
    legal_actions = staticmethod(legality.legal_actions)
    apply = staticmethod(position.apply)
    replay = staticmethod(replay_log)
    iter_plies = staticmethod(list_log)
    outcome = staticmethod(scoring.outcome)
    perft = staticmethod(count_games)

    parse = staticmethod(action_notation.parse)
    notation = staticmethod(action_notation.notation)
    turn_line = staticmethod(turn_lines.turn_line)
    to_json = staticmethod(position_json.to_json)
    from_json = staticmethod(position_parser.from_json)
    position_line = staticmethod(to_line)
    read_position = staticmethod(from_line)

    scene = staticmethod(drawing.scene)
    panels = staticmethod(prompts.panels)
    describe = staticmethod(descriptions.describe)

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
