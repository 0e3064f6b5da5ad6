"""The format of turns in game files: the title's ``TurnFormat``."""

from collections.abc import Sequence

from ...core import Title, TurnParser
from ...files.text import Scoresheet, TurnText
from ...values import Ply
from ..rules.state import State
from .turn_line import game_lines, interruptions, racks_text, result_text
from .turn_parser import MarramTurnParser


class MarramTurnFormat:
    """One line for every turn, and headers for what is not in them; ``docs/game-file.md`` explains them.

    Racks: the tiles that each seat drew before the first turn. Interrupted: when a seat left in the middle of another
    one's turn. A file may also have Pile, which is compared with the tiles that were drawn.
    """

    headers: tuple[str, ...] = ("Racks", "Interrupted")
    ending = "mrm"
    lists_results = True

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        """Return the turns of a sheet. Raises BadFile, BadOptions."""
        return MarramTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: State, plies: Sequence[Ply]) -> TurnText:
        """Return the turns of a game."""
        last = plies[-1].after if plies else first
        headers = {"Racks": racks_text(plies), "Interrupted": ", ".join(map(str, interruptions(plies)))}
        return TurnText(
            order=tuple(range(seats)),
            headers={key: value for key, value in headers.items() if value},
            lines=game_lines(plies) if plies else [],
            result=result_text(last),
        )

    def result(self, title: Title, state: State, order: tuple[int, ...]) -> str:
        """Return the value of the header Result."""
        return result_text(state)


TURN_FORMAT = MarramTurnFormat()
