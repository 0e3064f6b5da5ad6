"""Defaults for a simple title: one ruleset, no options, plain prompts, panels and sentences."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from .analysis import Analyst
from .core import Title, TurnFormat
from .errors import BadNotation, CorruptLog, IllegalAction
from .messages import Message, gettext_noop
from .orders import OrderFormat
from .plain_turns import PLAIN_TURN_FORMAT
from .prompts import Choice, Panel, Prompt
from .values import Log, OptionSpec, Ply, Robot, Ruleset

PHRASES: dict[str, str] = {
    "ruleset.standard": gettext_noop("Standard"),
    "ruleset.standard.summary": gettext_noop("The only rules of this game."),
    "prompt.act": gettext_noop("It’s your turn."),
    "choice.notation": gettext_noop("%(notation)s"),
    "told.notation": gettext_noop("%(seat)s: %(notation)s"),
    "told.chance": gettext_noop("Chance: %(notation)s"),
}


class Defaults:
    """A mixin for titles: the optional half of the protocol, built on the other half.

    A title that uses it writes key, name, start, acting, chance, legal_actions, apply, parse, notation, outcome,
    to_json, from_json and scene; its ``phrases`` must include ``defaults.PHRASES``.
    """

    rules_version = 1
    min_seats = 2
    max_seats = 2
    rulesets: Mapping[str, Ruleset] = {
        "standard": Ruleset("standard", "ruleset.standard", "ruleset.standard.summary", {})
    }
    option_specs: tuple[OptionSpec, ...] = ()
    short_game: Mapping[str, str] = {}
    phrases: Mapping[str, str] = PHRASES
    robots: Mapping[str, Robot] = {}
    analyst: Analyst | None = None
    turn_format: TurnFormat = PLAIN_TURN_FORMAT
    orders: OrderFormat | None = None

    def turn(self, state: Any) -> int:
        """Return 0: turns are not counted, and the whole game is one group."""
        return 0

    def replay(self: Title, state: Any, log: Log) -> Any:
        """Play one entry after the other and return the last state."""
        for ply in self.iter_plies(state, log):
            state = ply.after
        return state

    def iter_plies(self: Title, state: Any, log: Log) -> Iterator[Ply]:
        """Read and apply one entry after the other."""
        for number, (seat, text) in enumerate(log):
            try:
                action = self.parse(state, seat, text)
                after = self.apply(state, action)
            except (BadNotation, IllegalAction) as error:
                raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
            yield Ply(number, state, action, after)
            state = after

    def view(self, state: Any, seat: int | None) -> Any:
        """Return the state: nothing is secret."""
        return state

    def prompt(self: Title, state: Any, chosen: str = "") -> Prompt | None:
        """Offer the legal actions of the first acting seat, each with its notation as label, in one step."""
        if chosen:
            raise BadNotation("unreadable", text=chosen)
        acting = self.acting(state)
        if not acting:
            return None
        texts = [self.notation(action) for action in self.legal_actions(state)]
        choices = tuple(Choice(text, Message("choice.notation", {"notation": text})) for text in texts)
        return Prompt(acting[0], "turn", Message("prompt.act"), choices)

    def panels(self, state: Any) -> tuple[Panel, ...]:
        """Return no panels."""
        return ()

    def describe(self: Title, ply: Ply) -> tuple[Message, ...]:
        """Return the notation, and the seat that acted."""
        seat, text = ply.action.seat, self.notation(ply.action)
        if seat is None:
            return (Message("told.chance", {"notation": text}),)
        return (Message("told.notation", {"seat": seat, "notation": text}),)

    def turn_line(self: Title, plies: Sequence[Ply]) -> str:
        """Return the notations, separated by spaces."""
        return " ".join(self.notation(ply.action) for ply in plies)
