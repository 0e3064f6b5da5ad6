"""The turns of Marram in game files: headers, reading, writing."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from ..core import Title, TurnParser
from ..errors import BadNotation, IllegalAction
from ..scoresheet import Scoresheet, TurnText, Word
from ..values import ABORT, SEAT_LETTERS, Ply
from . import rules
from .actions import Draw
from .rules import legal_actions
from .state import State
from .turn_lines import (
    LEAVING,
    gain_words,
    game_lines,
    interruptions,
    notation,
    parse,
    racks_text,
    result_text,
    turn_of_leaving,
)

# The headers of game files for what the turn lines do not have: Racks, Interrupted and, if it is there, Pile


_RACK = re.compile(r"([A-Z])((?: \d{1,2}){1,9})")
_TILES = re.compile(r"\d{1,2}(?: \d{1,2}){0,84}")
_PLIES = re.compile(r"\d{1,4}(?:, \d{1,4}){0,9}")


class TurnHeaders:
    """What the headers say: the first racks by seat, and the plies at which seats left unseen by the lines."""

    def __init__(self, sheet: Scoresheet) -> None:
        self._sheet = sheet
        self.racks: dict[int, deque[str]] = {}
        for part in sheet.headers["Racks"].text.split(", ") if "Racks" in sheet.headers else ():
            found = _RACK.fullmatch(part) or sheet.headers["Racks"].refuse("unreadable", "A 4 16 15, B 23 22 52")
            if found[1] not in SEAT_LETTERS[: sheet.seats] or SEAT_LETTERS.index(found[1]) in self.racks:
                sheet.headers["Racks"].refuse("no-such-seat", f"A to {SEAT_LETTERS[sheet.seats - 1]}, each once")
            self.racks[SEAT_LETTERS.index(found[1])] = deque(found[2].split())
        self.interruptions: deque[int] = deque()
        if word := sheet.headers.get("Interrupted"):
            if not _PLIES.fullmatch(word.text):
                word.refuse("unreadable", "numbers of plies, such as 7, 12")
            self.interruptions.extend(map(int, word.text.split(", ")))

    @property
    def place(self) -> Word:
        """The place of the header Racks, for errors."""
        return self._sheet.headers.get("Racks", self._sheet.at)

    def check_used(self) -> None:
        """Raise BadFile if a rack has more tiles than were drawn, or a seat left at none of the plies."""
        if any(self.racks.values()):
            self.place.refuse("contradiction", "the first racks, as many tiles as each seat draws")
        if self.interruptions:
            self._sheet.headers["Interrupted"].refuse("contradiction", "plies at which a seat leaves")

    def check_pile(self, drawn: list[int], unseen: list[int]) -> None:
        """Raise BadFile if the header Pile is not the drawn tiles in order, then the others."""
        word = self._sheet.headers.get("Pile")
        if word is None:
            return
        if not _TILES.fullmatch(word.text):
            word.refuse("unreadable", "the numbers of tiles")
        tiles = list(map(int, word.text.split()))
        if tiles[: len(drawn)] != drawn or sorted(tiles) != sorted([*drawn, *unseen]):
            word.refuse("contradiction", " ".join(map(str, [*drawn, *unseen])))


# Parser of the turns of a game file: it plays every word and compares the rest with the rules


_NUMBER = re.compile(r"(0|[1-9][0-9]{0,3})\.")
_TILE = re.compile(r"0|[1-9][0-9]?")


class LeavingLine(NamedTuple):
    """A line of a seat that leaves, or of an abort (seat None)."""

    seat: int | None
    how: str
    words: list[Word]


class MarramTurnParser:
    """The turns of one sheet. ``state`` and ``count`` are what it has read so far."""

    def __init__(self, title: Title, sheet: Scoresheet) -> None:
        self._sheet, self._headers = sheet, TurnHeaders(sheet)
        self.options: Mapping[str, str] = sheet.options
        self.order = tuple(range(sheet.seats))
        self.state: State = title.start(sheet.ruleset, sheet.options, sheet.seats)
        self.count = 0
        self._drawn: list[int] = []
        self._leavings = {number: found for number, words in enumerate(sheet.lines) if (found := self._leaving(words))}
        self._line = 0  # the index of the line that is read
        self._early: set[int] = set()  # the lines further down of seats that have left already

    def plies(self) -> Iterator[tuple[int, Ply]]:
        """Yield every line number with its ply. Raises BadFile."""
        for ply in self._first_racks():
            yield self._headers.place.line, ply
        for number, words in enumerate(self._sheet.lines):
            self._line = number
            for ply in self._read(words):
                yield words[0].line, ply
        self._headers.check_used()
        self._headers.check_pile(self._drawn, list(self.state.unseen()))

    def _leaving(self, words: list[Word]) -> LeavingLine | None:
        """Return what a line says about leaving, None for another one."""
        texts = [word.text for word in words[1:]]
        if texts == [ABORT]:
            return LeavingLine(None, ABORT, words)
        letters = SEAT_LETTERS[: self._sheet.seats]
        if len(texts) > 1 and texts[0] in tuple(letters) and " ".join(texts[1:]) in LEAVING:
            return LeavingLine(letters.index(texts[0]), " ".join(texts[1:]), words)
        return None

    # Playing

    def _play(self, seat: int | None, text: str, word: Word) -> Ply:
        """Apply one action; ``word`` is where it stands."""
        before = self.state
        try:
            action = parse(before, seat, text)
            after = rules.apply(before, action)
        except (BadNotation, IllegalAction) as error:
            word.refuse(error.code, self._due())
        if not isinstance(action, Draw) and notation(action) != text:
            word.refuse("contradiction", notation(action))
        if isinstance(action, Draw) and before.turn:
            self._drawn.append(action.tile)
        self.state = after
        ply = Ply(self.count, before, action, after)
        self.count += 1
        return ply

    def _due(self) -> str:
        """Return the actions that the rules allow next, for an error: not all where they are many."""
        texts = [notation(action) for action in legal_actions(self.state)]
        return ", ".join(texts[:12]) + (" ..." if len(texts) > 12 else "")

    def _interrupt(self) -> Iterator[Ply]:
        """Play the leaving of seats that left here, as the header says; their lines stand further down."""
        interruptions = self._headers.interruptions
        while interruptions and interruptions[0] == self.count:
            interruptions.popleft()
            for number, leaving in self._leavings.items():
                is_later = not self.state.turn or (number > self._line and leaving.seat != self.state.current)
                if is_later and leaving.seat is not None and number not in self._early:
                    break
            else:
                self._sheet.headers["Interrupted"].refuse("contradiction", "plies at which a seat leaves")
            self._early.add(number)
            yield self._play(leaving.seat, leaving.how, leaving.words[1])

    def _first_racks(self) -> Iterator[Ply]:
        yield from self._interrupt()
        while self.state.phase == "draw" and self._headers.racks.get(self.state.current):
            tile = self._headers.racks[self.state.current].popleft()
            yield self._play(None, tile, self._headers.place)
            yield from self._interrupt()

    # Lines

    def _read(self, words: list[Word]) -> Iterator[Ply]:
        number = words[0]
        if not _NUMBER.fullmatch(number.text):
            number.refuse("unreadable", "the number of the turn and a full stop")
        leaving = self._leavings.get(self._line)
        if leaving and self._line in self._early:
            turn = turn_of_leaving(self.state, leaving.seat)
            if number.text != f"{turn}.":
                number.refuse("contradiction", f"{turn}.")
            return
        if self.state.reason:
            number.refuse("game-over")
        if number.text != f"{self.state.turn}.":
            number.refuse("contradiction", f"{self.state.turn}.")
        if leaving:
            yield self._play(leaving.seat, leaving.how, words[1] if len(words) > 1 else number)
            return
        yield from self._turn(words)

    def _turn(self, words: list[Word]) -> Iterator[Ply]:
        """Read the actions of a turn and the tiles drawn behind them."""
        state, end = self.state, words[-1]._replace(column=words[-1].column + len(words[-1].text), text="")
        who = words[1] if len(words) > 1 else end
        if state.phase != "act" or state.actions_left != state.rules.actions_in_turn:
            who.refuse("unfinished", self._due())
        if who.text != SEAT_LETTERS[state.current]:
            known = who.text in tuple(SEAT_LETTERS[: self._sheet.seats])
            who.refuse("contradiction" if known else "unreadable", SEAT_LETTERS[state.current])
        turn, at = state.turn, 2
        while at < len(words) and words[at].text != "|":
            if self.state.turn != turn or self.state.phase != "act":
                words[at].refuse("unexpected", "the end of the line, or | and the tiles drawn")
            at, played = self._action(words, at)
            yield played
            yield from self._interrupt()
        if at == 2:
            end.refuse("unfinished", self._due())
        for word in words[at + 1 :]:
            if not _TILE.fullmatch(word.text) or self.state.turn != turn or self.state.phase != "draw":
                word.refuse("unexpected", self._due() if self.state.phase == "draw" else "the end of the line")
            yield self._play(None, word.text, word)
            yield from self._interrupt()

    def _action(self, words: list[Word], at: int) -> tuple[int, Ply]:
        """Play the action that begins with this word, and compare the points behind it; return where it ends."""
        end = at + 1
        while end < len(words) and words[end].text != "|" and not words[end - 1].text.endswith(","):
            end += 1
        texts = [word.text.removesuffix(",") for word in words[at:end]]
        split = next((place for place, text in enumerate(texts) if text.startswith("+")), len(texts))
        ply = self._play(self.state.current, " ".join(texts[:split]), words[at])
        expected = gain_words(ply.before, ply.after)
        if texts[split:] != expected:
            words[min(at + split, end - 1)].refuse("contradiction", " ".join(expected))
        return end, ply


# The format of turns in game files: the title's ``TurnFormat``


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
