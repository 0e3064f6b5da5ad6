"""Parser of the turns of a game file: it plays every word and compares the rest with the rules."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ...core import Title
from ...errors import IllegalAction
from ...files.text import Scoresheet, Word
from ...values import ABORT, OUT_OF_TIME, RESIGNS, SEAT_LETTERS, Ply
from ..rules.actions import Leave
from ..rules.legality import chance_seat, legal_actions
from ..rules.position import Position
from ..rules.rugs import COLOURS
from ..rules.state import State
from .action_notation import QUARTERS, UNLAID, notation
from .turn_headers import RUG, TurnHeaders
from .turn_line import Letters, arrival_text, file_letters, payment_words

_NUMBER = re.compile(r"(0|[1-9][0-9]{0,4})\.")
_ROLL = re.compile(r"([LFR]?)([1-4])(>[a-g][1-7][NESW])")


class MarrakechTurnParser:
    """The turns of one sheet. ``state`` and ``count`` are what it has read so far.

    ``order`` is the order of play by the header Rolloff; ``options`` are those of the sheet, or those to replay the
    game with: without Rolloff the seats are in order of play already.
    """

    def __init__(self, title: Title, sheet: Scoresheet) -> None:
        self._title, self._sheet = title, sheet
        self._headers = TurnHeaders(sheet, title.start(sheet.ruleset, sheet.options, sheet.seats).rules)
        self.options: Mapping[str, str] = self._headers.options
        self.order = self._headers.order
        self.state: State = title.start(sheet.ruleset, self.options, sheet.seats)
        self._position = Position(self.state)
        self.count = 0
        self._left = False  # the last ply was a seat's leaving: a turn may go on in the next line
        self._middle = {"lay", "end"} if self.state.rules.rotate_at_end else {"roll", "lay"}
        self._headers.check_start(self.state)
        self._letters: Letters = file_letters(self.order, self.state.rules.colours)
        self._words: list[Word] = [sheet.at]
        self._next = 0  # the word of the line that is read next

    def plies(self) -> Iterator[tuple[int, Ply]]:
        """Yield every line number with its ply. Raises BadFile."""
        for words in self._sheet.lines:
            for ply in self._line(words):
                yield words[0].line, ply
        for ply in self._rest():
            yield self._words[0].line, ply

    # The words of a line

    def _peek(self, ahead: int = 0) -> Word:
        """Return the next word, an empty one behind the end of the line."""
        at = self._next + ahead
        if at < len(self._words):
            return self._words[at]
        last = self._words[-1]
        return Word(last.line, last.column + len(last.text), "")

    def _take(self, count: int = 1) -> Word:
        word = self._peek()
        self._next += count
        return word

    def _due(self) -> str:
        """Return the words that the rules allow next, for an error."""
        state, phase = self.state, self.state.phase
        if phase == "roll":
            return "1 2 3 4"
        texts = [notation(action) for action in legal_actions(state)] if phase in {"rotate", "lay", "end"} else []
        if phase == "lay":
            colour = self._letters.colours[state.seats[state.current].next]
            texts = [f"{'' if text == UNLAID else colour}+{text}" for text in texts]
        return " ".join(texts)

    # Playing

    def _play(self, seat: int | None, text: str, word: Word) -> Ply:
        """Apply one action; ``word`` is where it stands."""
        before = self.state
        action = self._title.parse(before, seat, text)
        try:
            self._position.apply(action)
        except IllegalAction as error:
            word.refuse(error.code, self._due())
        self.state = self._position.state()
        ply = Ply(self.count, before, action, self.state)
        self.count += 1
        self._left = isinstance(action, Leave)
        if not before.turn and self.state.turn:  # a seat that leaves before that changes the order
            self._headers.check_order(self.state)
        return ply

    def _settle(self) -> Ply:
        """Play the draw or the roll-off that is due with the result in the file."""
        seat = chance_seat(self.state)
        if self.state.phase == "order":
            return self._play(None, self._headers.roll_for(seat, self._peek()), self._headers.rolloff)
        holding = self.state.seats[seat]
        colours = dict(zip(self.state.rules.colours_of(seat), holding.piles, strict=True))
        gone = self.state.rules.rugs - holding.rugs
        colour = self._headers.colour_for(self._letters, seat, gone, colours)
        return self._play(None, COLOURS[colour], self._peek())

    def _line(self, words: list[Word]) -> Iterator[Ply]:
        """Read a line, after the results of chance since the last one."""
        end_of_turn = self._peek()
        self._words, self._next = words, 0
        word = self._take()
        if not _NUMBER.fullmatch(word.text):
            word.refuse("unreadable", "the number of the turn and a full stop")
        number = int(word.text[:-1])
        while self._settles_before(number):
            yield self._settle()
        if self.state.phase == "over":
            word.refuse("game-over")
        if not self._left and self.state.phase in self._middle:
            end_of_turn.refuse("unfinished", self._due())
        if number != self.state.turn:
            word.refuse("contradiction", f"{self.state.turn}.")
        yield from self._body()

    def _settles_before(self, number: int) -> bool:
        """Return True if a draw or roll-off comes before the line of this number.

        A seat that left while it was due has a line of its own for it, except before the first turn.
        """
        if self.state.phase not in {"order", "pile"}:
            return False
        return not self._left if self.state.turn else number > 0

    def _body(self) -> Iterator[Ply]:
        """Read what follows the number."""
        turn = self.state.turn
        if not self._leaves():
            self._check_seat()
            if not self._peek().text:
                yield self._settle_empty()
        while self._peek().text:
            if self.state.turn != turn or self.state.phase == "over":
                self._peek().refuse("unexpected", "the end of the line")
            elif self._leaves():
                yield from self._leave()
            else:
                yield from self._turn_word()

    def _check_seat(self) -> None:
        """Read the letter of the seat whose turn it is."""
        word = self._take()
        expected = self._letters.seats[self.state.current] if self.state.turn else f"A {RESIGNS}, {ABORT}"
        if word.text != expected:
            known = word.text in {*SEAT_LETTERS[: self._sheet.seats]}
            word.refuse("contradiction" if known else "unreadable", expected)

    def _settle_empty(self) -> Ply:
        """Read a line without words: the rest of a turn that a seat's leaving interrupted before a draw."""
        if self.state.phase != "pile":
            self._peek().refuse("unfinished", self._due())
        return self._settle()

    # Leaving

    def _leaves(self) -> bool:
        """Return True if the next words are a seat's leaving, or the abort of the game."""
        word = self._peek()
        return word.text == ABORT or (
            len(word.text) == 1
            and word.text in SEAT_LETTERS[: self._sheet.seats]
            and self._peek(1).text in {RESIGNS, OUT_OF_TIME.split()[0]}
        )

    def _leave(self) -> Iterator[Ply]:
        while self._comes_before():
            yield self._settle()
        who = self._take()
        if who.text == ABORT:
            yield self._play(None, ABORT, who)
            return
        how = [self._take()]
        if how[0].text != RESIGNS:
            how += [self._take(), self._take()]
        text = " ".join(word.text for word in how)
        if text not in (RESIGNS, OUT_OF_TIME):
            how[0].refuse("unreadable", f"{RESIGNS}, {OUT_OF_TIME}")
        yield self._play(self._letters.seats.index(who.text), text, who)

    def _comes_before(self) -> bool:
        """Return True if the chance that is due came before the leaving in this line."""
        if self.state.phase not in {"order", "pile"} or self._headers.is_interruption(self.count):
            return False
        if not self.state.turn:
            return self._headers.is_interrupted_after(self.count)
        return self.state.rules.rotate_at_end

    # Turns

    def _turn_word(self) -> Iterator[Ply]:
        """Read one word of the turn in progress, and those that follow from it."""
        match self.state.phase:
            case "pile":
                yield self._settle()
            case "rotate":
                yield from self._rotation()
            case "roll":
                yield from self._roll(self._match(_ROLL))
            case "lay":
                yield self._lay()
            case _:
                word = self._take()
                self._check_form(word, word.text in QUARTERS)
                yield self._play(self.state.current, word.text, word)

    def _match(self, pattern: re.Pattern[str]) -> re.Match[str]:
        found = pattern.fullmatch(self._peek().text)
        return found or self._refuse_form(self._peek())

    def _refuse_form(self, word: Word) -> Any:
        """Raise BadFile for a word that means nothing, or is not what is due."""
        known = word.text in {*QUARTERS, "#", f"+{UNLAID}"} or any(p.fullmatch(word.text) for p in (_ROLL, RUG))
        word.refuse("unexpected" if known or word.text.startswith("$") else "unreadable", self._due())

    def _check_form(self, word: Word, fits: object) -> None:
        if not fits:
            self._refuse_form(word)

    def _rotation(self) -> Iterator[Ply]:
        word = self._peek()
        if word.text in QUARTERS:
            self._take()
            yield self._play(self.state.current, word.text, word)
            return
        found = self._match(_ROLL)
        self._check_form(word, found[1])
        yield self._play(self.state.current, found[1], word)
        yield from self._roll(found, turned=True)

    def _roll(self, found: re.Match[str], turned: bool = False) -> Iterator[Ply]:
        """Read face and arrival, then compare what is paid."""
        word = self._take()
        self._check_form(word, turned or not found[1])
        yield self._play(None, found[2], word)
        if found[3] != arrival_text(self.state):
            Word(word.line, word.column + found.start(3), found[3]).refuse("contradiction", arrival_text(self.state))
        for expected in payment_words(self.state, self._letters):
            if self._peek().text != expected:
                self._peek().refuse("contradiction", expected)
            self._take()
        if self._peek().text.startswith(("$", "#")):
            self._peek().refuse("contradiction")

    def _lay(self) -> Ply:
        word = self._peek()
        if word.text == f"+{UNLAID}":
            return self._play(self.state.current, UNLAID, self._take())
        found = self._match(RUG)
        colour = self._letters.colours[self.state.seats[self.state.current].next]
        if found[1] != colour:
            word.refuse("contradiction", f"{colour}+{found[2]}")
        ply = self._play(self.state.current, found[2], self._take())
        laid = self._title.notation(ply.action)
        if laid != found[2]:
            word.refuse("contradiction", f"{colour}+{laid}")
        return ply

    # The end

    def _rest(self) -> Iterator[Ply]:
        """Play the results of chance left in the headers, and check that none remain."""
        while self.state.phase in {"order", "pile"} and self._headers.has_more(
            self._letters, chance_seat(self.state), self.state.phase
        ):
            yield self._settle()
        self._headers.check_order(self.state)
        self._headers.check_used()
