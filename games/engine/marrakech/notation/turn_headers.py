"""The headers of game files for what the turn lines do not have: Start, Rolloff, Next and Interrupted."""

import re
from collections import Counter, deque
from collections.abc import Mapping

from ...files.text import Scoresheet, Word
from ...values import SEAT_LETTERS
from ..options import Rules
from ..rules.board import FACINGS, NAMES
from ..rules.rugs import COLOURS
from ..rules.state import State
from .action_notation import UNLAID
from .turn_line import TABLE_LETTERS, Letters, file_letters, rolloff_text

RUG = re.compile(r"([cyrp])\+([a-g][1-7][a-g][1-7])")
_ROLLS = re.compile(r"([A-D])((?: [1-4]){0,60})")  # as many as a position may have
_UNLAID = re.compile(r"([A-D]) ([cyrp])")
_PLY = re.compile(r"0|[1-9][0-9]{0,5}")
_SOUTH = {"start_direction": "S"}
_GIVEN = {"order": "given"}


def _parts(word: Word, separator: str, pattern: re.Pattern[str], example: str) -> list[re.Match[str]]:
    """Return the parts of a header's value. Raises BadFile("unreadable")."""
    parts = [pattern.fullmatch(part.strip(" ")) for part in word.text.split(separator)] if word.text else []
    return [part or word.refuse("unreadable", example) for part in parts]


class TurnHeaders:
    """Start, Rolloff, Next and Interrupted, and the rugs that the turn lines lay.

    ``order`` is the order of play by table seats, ``options`` are those that the game is to be replayed with: without
    Rolloff the letters are the seats, and where any start is allowed, Start may say south.
    """

    def __init__(self, sheet: Scoresheet, rules: Rules) -> None:
        nothing = Word(sheet.at.line, 1, "")
        self.rolloff = sheet.headers.get("Rolloff", nothing)
        self._start, self._unlaid, self._interrupted = (
            sheet.headers.get(key, nothing) for key in ("Start", "Next", "Interrupted")
        )
        self.options: Mapping[str, str] = dict(sheet.options)
        if rules.rolloff and self.rolloff is nothing:
            if "Secret" in sheet.headers:
                sheet.header("Rolloff")  # these rolls are sealed, too: a file without them must not be verified
            self.options |= _GIVEN
        if self._start.text == f"{NAMES[24]}S" and not rules.start:
            self.options |= _SOUTH
        if self.rolloff is not nothing and not rules.rolloff:
            self.rolloff.refuse("contradiction")
        self.order = self._read_rolloff(rules)
        self._read_unlaid(rules)
        self._plies = {int(part[0]) for part in _parts(self._interrupted, ",", _PLY, "4, 7")}
        self._seen: set[int] = set()
        self._laid = _laid_colours(sheet)

    def _read_rolloff(self, rules: Rules) -> tuple[int, ...]:
        letters = SEAT_LETTERS[: rules.seats]
        parts = _parts(self.rolloff, ";", _ROLLS, "B 2; C 1 2; A 3")
        named = [part[1] for part in parts] or list(letters)
        if sorted(named) != list(letters):
            self.rolloff.refuse("contradiction", f"every letter of {letters} once")
        self._rolls = [deque(part[2].split()) for part in parts]
        return tuple(named.index(letter) for letter in letters)

    def _read_unlaid(self, rules: Rules) -> None:
        letters = TABLE_LETTERS
        self._drawn: dict[str, deque[str]] = {letter: deque() for letter in letters.seats}
        for part in _parts(self._unlaid, ",", _UNLAID, "A c, B r"):
            place = letters.seats.index(part[1])
            colours = COLOURS[place * rules.colours : (place + 1) * rules.colours]
            if place >= rules.seats or part[2] not in colours:
                self._unlaid.refuse(
                    "contradiction", f"seats of {letters.seats[: rules.seats]}, each with a colour of its own"
                )
            self._drawn[part[1]].append(part[2])

    # What stands there

    def check_start(self, state: State) -> None:
        """Raise BadFile if the header Start differs from the first position."""
        start = f"{NAMES[state.square]}{FACINGS[state.facing]}"
        if self._start.text not in ("", start):
            self._start.refuse("contradiction", start)

    def check_order(self, state: State) -> None:
        """Raise BadFile if Rolloff has other letters than the rolls give."""
        if state.order != self.order:
            expected = rolloff_text(state, file_letters(state.order, state.rules.colours))
            self.rolloff.refuse("contradiction", expected)

    def roll_for(self, seat: int, at: Word) -> str:
        """Return the seat's next roll for the order of play."""
        if not self._rolls[seat]:
            (self.rolloff if self.rolloff.text else at).refuse("missing-roll", f"another roll in part {seat + 1}")
        roll: str = self._rolls[seat].popleft()
        return roll

    def colour_for(self, letters: Letters, seat: int, gone: int, piles: Mapping[int, int]) -> int:
        """Return the colour that a seat draws when ``gone`` rugs have left its pile; ``piles`` are those it has.

        It is the colour of the rug that the seat lays next. If it lays none, the header Next has it; otherwise it
        is the first colour that the seat does not need later.
        """
        letter = letters.seats[seat]
        coming = self._laid.get(letter, [])[gone:]
        if coming and coming[0]:
            letter_drawn = coming[0]
        elif self._drawn[letter]:
            letter_drawn = self._drawn[letter].popleft()
        else:
            needed = Counter(coming)
            letter_drawn = next((letters.colours[c] for c, n in piles.items() if n > needed[letters.colours[c]]), "")
        named = {letters.colours[colour]: colour for colour in piles}
        return named.get(letter_drawn, min(piles))

    def is_interruption(self, ply: int) -> bool:
        """Return True if a seat left at this ply while chance was due."""
        if ply in self._plies:
            self._seen.add(ply)
        return ply in self._plies

    def is_interrupted_after(self, ply: int) -> bool:
        """Return True if a seat leaves after this ply while chance is due."""
        return any(other > ply for other in self._plies)

    def has_more(self, letters: Letters, seat: int, phase: str) -> bool:
        """Return True if the headers have an unused result for this seat."""
        return bool(self._rolls and self._rolls[seat]) if phase == "order" else bool(self._drawn[letters.seats[seat]])

    def check_used(self) -> None:
        """Raise BadFile if a header has something that never happened."""
        if any(self._rolls):
            self.rolloff.refuse("contradiction", "no more rolls than were needed")
        if any(self._drawn.values()):
            self._unlaid.refuse("contradiction", "only rugs that were drawn and never laid")
        if self._plies != self._seen:
            self._interrupted.refuse("contradiction", "only plies at which a seat left while chance was due")


def _laid_colours(sheet: Scoresheet) -> dict[str, list[str]]:
    """Return, by letter, the colour of each rug that the lines lay, "" for one that is put away."""
    laid: dict[str, list[str]] = {}
    for words in sheet.lines:
        for word in words[2:]:
            if word.text == f"+{UNLAID}" or RUG.fullmatch(word.text):
                laid.setdefault(words[1].text, []).append(word.text.partition("+")[0])
    return laid
