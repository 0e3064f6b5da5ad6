"""Text of turns: a line for each on the site, and the turns of game files."""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..core import Title, TurnParser
from ..errors import IllegalAction
from ..replay import group_by_turn
from ..scoresheet import Scoresheet, TurnText, Word
from ..values import ABORT, OUT_OF_TIME, RESIGNS, SEAT_LETTERS, Abort, Leave, Ply
from .actions import QUARTERS, UNLAID, Draw, Lay, PutAway, Roll, RollOff, Rotate, notation
from .board import COLOURS, FACINGS, NAMES
from .options import Rules
from .position import Position
from .rules import chance_seat, legal_actions
from .scoring import outcome
from .state import NO_SEAT, State

NO_RESULT = "*"  # the result of a game that is not over, or that was aborted


class Letters(NamedTuple):
    """The letters of seats and colours: ``seats[seat]`` and ``colours[colour]``."""

    seats: str = SEAT_LETTERS
    colours: str = COLOURS


TABLE_LETTERS = Letters()  # on the site: by table seat


def file_letters(order: Sequence[int], colours: int) -> Letters:
    """Return the letters of a game file: A plays first and has c.

    ``order`` has the seats in order of play, ``colours`` is how many colours each of them has.
    """
    places = [order.index(seat) for seat in range(len(order))]
    return Letters(
        "".join(SEAT_LETTERS[place] for place in places),
        "".join(COLOURS[place * colours : (place + 1) * colours] for place in places),
    )


def turn_line(plies: Sequence[Ply], letters: Letters = TABLE_LETTERS) -> str:
    """Return one turn in the notation of game files, ``12. C L3>d7S $4:A r+e6e7``.

    Draws and rolls before the first turn have no line: "". A seat that leaves has a line of its own,
    ``13. B resigns``, or ends the line of the turn that it interrupts, ``12. C L3>d7S B resigns``; the seat that was
    interrupted goes on in the next line.
    """
    first = plies[0].before
    words = list(_words(plies, letters))
    own = next((ply.action for ply in plies if not isinstance(ply.action, Draw | RollOff)), None)
    if first.current == NO_SEAT:
        return " ".join([f"{first.turn}.", *words]) if words else ""
    if isinstance(own, Leave | Abort):
        return " ".join([f"{first.turn}.", *words])
    return " ".join([f"{first.turn}.", letters.seats[first.current], *words])


def _words(plies: Sequence[Ply], letters: Letters) -> Iterator[str]:
    turned = ""
    for ply in plies:
        match ply.action:
            case Rotate() as action if ply.before.phase == "rotate":
                turned = notation(action)
            case Roll(face=face):
                yield f"{turned}{face}{arrival_text(ply.after)}"
                yield from payment_words(ply.after, letters)
                turned = ""
            case Draw() | RollOff():
                pass
            case action:
                if turned:
                    yield turned
                    turned = ""
                yield _word(ply.before, action, letters)
    if turned:
        yield turned


def _word(before: State, action: Any, letters: Letters) -> str:
    """Return the words of an action other than a rotation before the roll, or a roll."""
    match action:
        case Lay(seat=seat):
            return f"{letters.colours[before.seats[seat].next]}+{notation(action)}"
        case PutAway():
            return f"+{notation(action)}"
        case Leave(seat=seat, how=how):
            return f"{letters.seats[seat]} {how}"
        case Abort():
            return ABORT
        case _:
            return notation(action)


def arrival_text(state: State) -> str:
    """Return where Assam has come to and his facing, ``>d7S``."""
    return f">{NAMES[state.square]}{FACINGS[state.facing]}"


def payment_words(state: State, letters: Letters) -> Iterable[str]:
    """Return ``$4:A``, ``$3/5:A`` and ``#`` for a seat that the roll puts out; nothing when nothing was due."""
    last = state.last
    if last is None or not last.owed:
        return ()
    amount = str(last.paid) if last.paid == last.owed else f"{last.paid}/{last.owed}"
    paid = f"${amount}:{letters.seats[last.to]}"
    return (paid, "#") if last.out else (paid,)


def result_text(state: State, letters: Letters) -> str:
    """Return ``A 63 (42+21), B 39 (18+21), C out``: points, dirhams and squares by letter; ``*`` without a result."""
    ended = outcome(state)
    if ended is None or not ended.standings:
        return NO_RESULT
    parts = {}
    for standing in ended.standings:
        purse, squares = standing.details["dirhams"], standing.details["squares"]
        what = "out" if standing.out else f"{standing.score} ({purse}+{squares})"
        parts[letters.seats[standing.seat]] = f"{letters.seats[standing.seat]} {what}"
    return ", ".join(parts[letter] for letter in sorted(parts))


def rolloff_text(state: State, letters: Letters) -> str:
    """Return ``B 2; C 1 2; A 3``: by seat at the table, its letter and what it rolled for the order of play."""
    return "; ".join(" ".join([letters.seats[seat], *map(str, rolls)]) for seat, rolls in enumerate(state.rolloff))


def unlaid_text(plies: Sequence[Ply], letters: Letters) -> str:
    """Return ``A c, B r``: the rugs that were drawn and never laid, by seat and in the order of drawing."""
    held: dict[int, int] = {}
    unlaid: list[tuple[int, int]] = []
    for ply in plies:
        match ply.action:
            case Draw(colour=colour):
                held[chance_seat(ply.before)] = colour
            case Lay(seat=seat):
                held.pop(seat, None)
            case PutAway(seat=seat) if seat in held:
                unlaid.append((seat, held.pop(seat)))
            case _:
                pass
    unlaid += held.items()
    named = [(letters.seats[seat], letters.colours[colour]) for seat, colour in unlaid]
    return ", ".join(f"{seat} {colour}" for seat, colour in sorted(named, key=lambda pair: pair[0]))


def interruptions_text(plies: Sequence[Ply]) -> str:
    """Return ``1, 5``: the plies at which a seat left, or the game was aborted, while a draw or a roll-off was due."""
    return ", ".join(
        str(ply.number)
        for ply in plies
        if isinstance(ply.action, Leave | Abort) and ply.before.phase in {"order", "pile"}
    )


# The headers of game files for what the turn lines do not have: Start, Rolloff, Next and Interrupted


RUG = re.compile(r"([cyrp])\+([a-g][1-7][a-g][1-7])")
_ROLLS = re.compile(r"([A-D])((?: [1-4]){0,60})")  # as many as a position may have
_UNLAID = re.compile(r"([A-D]) ([cyrp])")
_PLY = re.compile(r"0|[1-9][0-9]{0,5}")
_SOUTH = {"start_direction": "S"}
_GIVEN = {"order": "given"}


def _parts(word: Word, separator: str, pattern: re.Pattern[str], example: str) -> list[re.Match[str]]:
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
        start = f"{NAMES[state.square]}{FACINGS[state.facing]}"
        if self._start.text not in ("", start):
            self._start.refuse("contradiction", start)

    def check_order(self, state: State) -> None:
        if state.order != self.order:
            expected = rolloff_text(state, file_letters(state.order, state.rules.colours))
            self.rolloff.refuse("contradiction", expected)

    def roll_for(self, seat: int, at: Word) -> str:
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
        return any(other > ply for other in self._plies)

    def has_more(self, letters: Letters, seat: int, phase: str) -> bool:
        return bool(self._rolls and self._rolls[seat]) if phase == "order" else bool(self._drawn[letters.seats[seat]])

    def check_used(self) -> None:
        if any(self._rolls):
            self.rolloff.refuse("contradiction", "no more rolls than were needed")
        if any(self._drawn.values()):
            self._unlaid.refuse("contradiction", "only rugs that were drawn and never laid")
        if self._plies != self._seen:
            self._interrupted.refuse("contradiction", "only steps at which a seat left while chance was due")


def _laid_colours(sheet: Scoresheet) -> dict[str, list[str]]:
    """Return, by letter, the colour of each rug that the lines lay, "" for one that is put away."""
    laid: dict[str, list[str]] = {}
    for words in sheet.lines:
        for word in words[2:]:
            if word.text == f"+{UNLAID}" or RUG.fullmatch(word.text):
                laid.setdefault(words[1].text, []).append(word.text.partition("+")[0])
    return laid


# Parser of the turns of a game file: it plays every word and compares the rest with the rules


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
        while self.state.phase in {"order", "pile"} and self._headers.has_more(
            self._letters, chance_seat(self.state), self.state.phase
        ):
            yield self._settle()
        self._headers.check_order(self.state)
        self._headers.check_used()


# The format of turns in game files: the title's ``TurnFormat``


class MarrakechTurnFormat:
    """The notation of section 7 of the rules, with three more headers; ``docs/game-file.md`` explains them.

    Rolloff: who sits where, and the rolls for the order of play. Next: rugs drawn and never laid. Interrupted: when a
    seat left while chance was due.
    """

    headers: tuple[str, ...] = ("Start", "Rolloff", "Next", "Interrupted")
    ending = "mkg"
    lists_results = False

    def read(self, title: Title, sheet: Scoresheet) -> TurnParser:
        return MarrakechTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: State, plies: Sequence[Ply]) -> TurnText:
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
        return result_text(state, file_letters(order, state.rules.colours))


TURN_FORMAT = MarrakechTurnFormat()
