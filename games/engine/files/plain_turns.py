"""Turns of game files for a title without a notation of its own: a line for every ply, ``3. B take2``."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ..core import Title, TurnParser
from ..errors import BadNotation, IllegalAction
from ..values import SEAT_LETTERS, Ply
from .text import Scoresheet, TurnText, Word

_CHANCE = "-"  # stands for the letter where chance or the table acts


class PlainTurnParser:
    """The parser of a sheet with one ply a line."""

    def __init__(self, title: Title, sheet: Scoresheet) -> None:
        self._title, self._sheet = title, sheet
        self.order = tuple(range(sheet.seats))
        self.options: Mapping[str, str] = sheet.options

    def plies(self) -> Iterator[tuple[int, Ply]]:
        """Yield every line number with its ply. Raises BadFile."""
        state = self._title.start(self._sheet.ruleset, self.options, self._sheet.seats)
        for number, words in enumerate(self._sheet.lines):
            ply = self._ply(number, words, state)
            yield words[0].line, ply
            state = ply.after

    def _ply(self, number: int, words: list[Word], state: Any) -> Ply:
        letters = (_CHANCE, *SEAT_LETTERS[: self._sheet.seats])
        end = words[-1]._replace(column=words[-1].column + len(words[-1].text), text="")
        count, who, what, *_ = *words, end, end, end
        if count.text != f"{number + 1}.":
            count.refuse("contradiction", f"{number + 1}.")
        if who.text not in letters:
            who.refuse("unreadable", " ".join(letters))
        seat = None if who.text == _CHANCE else SEAT_LETTERS.index(who.text)
        text = " ".join(word.text for word in words[2:])
        try:
            action = self._title.parse(state, seat, text)
            return Ply(number, state, action, self._title.apply(state, action))
        except (BadNotation, IllegalAction) as error:
            legal = self._title.legal_actions(state)
            what.refuse(error.code, " ".join(map(self._title.notation, legal)))


class PlainTurnFormat:
    """The ``TurnFormat`` of ``Defaults``."""

    headers: tuple[str, ...] = ()
    ending = "mkg"
    lists_results = True

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        """Return the turns of a sheet."""
        return PlainTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: Any, plies: Sequence[Ply]) -> TurnText:
        """Return the turns of a game."""
        last = plies[-1].after if plies else first
        lines = []
        for number, ply in enumerate(plies, 1):
            letter = _CHANCE if ply.action.seat is None else SEAT_LETTERS[ply.action.seat]
            lines.append(f"{number}. {letter} {title.notation(ply.action)}")
        order = tuple(range(seats))
        return TurnText(order, {}, lines, self.result(title, last, order))

    def result(self, title: Title, state: Any, order: tuple[int, ...]) -> str:
        """Return points by letter, ``A 3, B out``."""
        ended = title.outcome(state)
        if ended is None or not ended.standings:
            return "*"
        by_seat = sorted(ended.standings, key=lambda standing: standing.seat)
        return ", ".join(
            f"{SEAT_LETTERS[standing.seat]} {'out' if standing.score is None else standing.score}"
            for standing in by_seat
        )


PLAIN_TURN_FORMAT = PlainTurnFormat()
