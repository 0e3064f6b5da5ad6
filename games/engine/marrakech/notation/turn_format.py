"""The format of turns in game files: the title's ``TurnFormat``."""

from collections.abc import Sequence

from ...core import Title, TurnParser
from ...files.text import Scoresheet, TurnText
from ...replay import group_by_turn
from ...values import Ply
from ..rules.board import FACINGS, NAMES
from ..rules.state import State
from .turn_line import file_letters, interruptions_text, result_text, rolloff_text, turn_line, unlaid_text
from .turn_parser import MarrakechTurnParser


class MarrakechTurnFormat:
    """The notation of section 7 of the rules, with three more headers; ``docs/game-file.md`` explains them.

    Rolloff: who sits where, and the rolls for the order of play. Next: rugs drawn and never laid. Interrupted: when a
    seat left while chance was due.
    """

    headers: tuple[str, ...] = ("Start", "Rolloff", "Next", "Interrupted")
    ending = "mkg"
    lists_results = False

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        """Return the turns of a sheet. Raises BadFile, BadOptions."""
        return MarrakechTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: State, plies: Sequence[Ply]) -> TurnText:
        """Return the turns of a game."""
        last = plies[-1].after if plies else first
        letters = file_letters(last.order, last.rules.colours)
        lines = [line for line in (turn_line(group, letters) for group in group_by_turn(title, plies)) if line]
        headers = {
            "Start": f"{NAMES[first.square]}{FACINGS[first.facing]}",
            "Rolloff": rolloff_text(last, letters) if last.rules.rolloff else "",
            "Next": unlaid_text(plies, letters),
            "Interrupted": interruptions_text(plies),
        }
        return TurnText(
            order=last.order,
            headers={key: value for key, value in headers.items() if value},
            lines=lines,
            result=result_text(last, letters),
        )

    def result(self, title: Title, state: State, order: tuple[int, ...]) -> str:
        """Return the value of the header Result."""
        return result_text(state, file_letters(order, state.rules.colours))


TURN_FORMAT = MarrakechTurnFormat()
