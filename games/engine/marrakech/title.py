"""The title Marrakech."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ..errors import BadNotation
from ..parts import part
from ..values import Chance, Highlight, Log, Outcome, Ply, Robot, Ruleset
from . import options
from .notation import action_notation
from .rules import legality, position, replay, scoring
from .rules.actions import Action
from .rules.state import State

if TYPE_CHECKING:
    from ..analysis.luck import Analyst
    from ..analysis.points import Gain
    from ..core import TurnFormat
    from ..messages import Message
    from ..scene import Scene
    from ..terminal import Terminal
    from ..turns.orders import OrderFormat
    from ..turns.prompts import Panel, Prompt
    from ..turns.reply_words import ReplyWords


class Marrakech:
    """The title. Its methods are those of the modules of this package; the protocol ``Title`` explains them.

    The rules are imported at once. What draws, words, reads and plays is imported when it is first used.
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

    phrases: Mapping[str, str] = part(".wording", "PHRASES")
    robots: Mapping[str, Robot] = part(".robots.players", "ROBOTS")
    highlight: Highlight = part(".highlight", "HIGHLIGHT")
    analyst: "Analyst" = part(".analysis.analyst", "ANALYST")
    turn_format: "TurnFormat" = part(".notation.turn_format", "TURN_FORMAT")
    orders: "OrderFormat" = part(".orders.order_format", "ORDER_FORMAT")
    reply_words: "ReplyWords" = part(".reply_words", "REPLY_WORDS")
    terminal: "Terminal" = part(".terminal", "TERMINAL")

    to_json: Callable[[State], dict[str, Any]] = part(".notation.position_json", "to_json")
    from_json: Callable[[Mapping[str, Any]], State] = part(".notation.position_parser", "from_json")
    position_line: Callable[[State], str] = part(".notation.position_line", "to_line")
    read_position: Callable[[str], State] = part(".notation.position_line", "from_line")
    perft: Callable[[State, int], int] = part(".rules.perft", "perft")
    scene: Callable[[State], "Scene"] = part(".drawing", "scene")
    panels: "Callable[[State], tuple[Panel, ...]]" = part(".prompts", "panels")
    describe: "Callable[[Ply], tuple[Message, ...]]" = part(".descriptions", "describe")
    turn_line: Callable[[Sequence[Ply]], str] = part(".notation.turn_line", "turn_line")
    _prompt: "Callable[[State], Prompt | None]" = part(".prompts", "prompt")

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
        return self._prompt(state)

    def inside(self, state: State, cell: str) -> "tuple[Message, ...]":
        """Return nothing: the text of a square tells all of it."""
        return ()

    def gains(self, ply: Ply) -> "tuple[Gain, ...]":
        """Return nothing: dirhams change hands, and squares are counted at the end."""
        return ()


MARRAKECH = Marrakech()
