"""Text of actions and turns: as players type it, on the site and in game files."""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from ..core import Title, TurnParser
from ..errors import BadNotation, IllegalAction
from ..scoresheet import Scoresheet, TurnText, Word
from ..values import ABORT, ABORTED, OUT_OF_TIME, RESIGNS, SEAT_LETTERS, Abort, Leave, Ply
from . import rules
from .actions import (
    Action,
    Cell,
    Discard,
    Draw,
    Flip,
    Pass,
    Place,
    SeatAction,
    cell_name,
    cell_named,
    segment_name,
    segment_named,
)
from .rules import flips_of, legal_actions, places
from .state import State, outcome

# Notation of actions, as players type it and the log stores it: ``14 n2e3 1 L0``, ``f57 2``, ``d14``, ``pass``


PASSING = "pass"
LEAVING = (RESIGNS, OUT_OF_TIME)
_LONG = 60  # longer than the text of any action
_NUMBER = r"t?0*(\d{1,2})"
_ROTATION = r"(?:\s+(?:r(?:ot)?\s*)?([0-3]))?"
_CLAIM = r"(?:\s*([lb])\s*([0-3]))?"
_CELL = r"(?:\s+(0)|\s*((?:[ns]\s*\d{1,3})?\s*(?:[we]\s*\d{1,3})?))"
_PLACE = rf"{_NUMBER}{_CELL}{_ROTATION}{_CLAIM}{_ROTATION}"
_WHERE = r"(?:\s+((?:[ns]\s*\d{1,3})?(?:\s*[we]\s*\d{1,3})?))?"  # of a tile on the board, which its number says already
_FLIP = rf"f\s*{_NUMBER}{_WHERE}{_ROTATION}{_CLAIM}{_ROTATION}"
_FLIPPED = rf"{_NUMBER}{_WHERE}\s+f{_ROTATION}{_CLAIM}{_ROTATION}"  # "70 umdrehen"
_DISCARD = rf"d\s*{_NUMBER}|{_NUMBER}\s+d"


def notation(action: Any) -> str:
    match action:
        case Place(tile=tile, cell=cell, rotation=rotation, claim=claim):
            return _joined(str(tile), cell_name(cell), rotation, claim)
        case Flip(tile=tile, rotation=rotation, claim=claim):
            return _joined(f"f{tile}", "", rotation, claim)
        case Discard(tile=tile):
            return f"d{tile}"
        case Pass():
            return PASSING
        case Draw(tile=tile):
            return str(tile)
        case Leave(how=how):
            return how
        case _:
            return ABORT


def _joined(tile: str, cell: str, rotation: int, claim: int | None) -> str:
    words = [tile, cell, str(rotation), "" if claim is None else segment_name(claim)]
    return " ".join(word for word in words if word)


def parse(state: State, seat: int | None, text: str) -> Action:
    """Return the action that the text means; seat None is chance or the table.

    Either case, any blanks, the rotation before or after the claim, or none where one fits. Whether the action is legal
    is not checked. Raises BadNotation: "unreadable", or "rotation-missing" with the ``rotations`` that fit if several
    do.
    """
    action = _parse_chance(text) if seat is None else _parse_seat(state, seat, text.strip()[:_LONG])
    if action is None:
        raise BadNotation("unreadable", text=text[:20])
    return action


def _parse_chance(text: str) -> Action | None:
    if text == ABORT:
        return Abort()
    return Draw(int(text)) if re.fullmatch(r"0|[1-9]\d?", text) else None


def _parse_seat(state: State, seat: int, text: str) -> Action | None:
    if text in LEAVING:
        return Leave(seat, text)
    lower = text.lower()
    if lower == PASSING:
        return Pass(seat)
    if found := re.fullmatch(_PLACE, lower, re.ASCII):
        return _place(state, seat, found)
    if found := re.fullmatch(_FLIP, lower, re.ASCII) or re.fullmatch(_FLIPPED, lower, re.ASCII):
        tile, claim, typed = int(found[1]), _claim(found[4], found[5]), _typed(found[3], found[6])
        if found[2] and state.board.cells.get(tile) != cell_named(re.sub(r"\s", "", found[2])):
            return None
        return Flip(seat, tile, _rotation(typed, _flip_rotations(state, tile), f"f{tile}"), claim)
    found = re.fullmatch(_DISCARD, lower, re.ASCII)
    return Discard(seat, int(found[1] or found[2])) if found else None


def _place(state: State, seat: int, found: re.Match[str]) -> SeatAction | None:
    """Return the placement of a match of ``_PLACE``: tile, "0" or another cell, rotation, claim."""
    name = found[2] or re.sub(r"\s", "", found[3])
    cell = cell_named(name)
    if cell is None:
        return None
    tile = int(found[1])
    typed = _typed(found[4], found[7])
    fitting = _place_rotations(state, seat, tile, cell) if typed is None else []
    rotation = _rotation(typed, fitting, f"{tile} {name}")
    return Place(seat, tile, cell, rotation, _claim(found[5], found[6]))


def _claim(kind: str | None, digit: str | None) -> int | None:
    return segment_named(f"{kind.upper()}{digit}") if kind and digit else None


def _typed(before: str | None, after: str | None) -> str | None:
    """Return the rotation that stands before or after the claim. Raises BadNotation for two."""
    if before is not None and after is not None:
        raise BadNotation("unreadable", text=f"{before} {after}")
    return after if before is None else before


def _rotation(typed: str | None, fitting: list[int], what: str) -> int:
    """Return the rotation that was typed or the only one that fits; any where none does, as that is illegal anyway."""
    if typed is not None:
        return int(typed)
    if len(fitting) > 1:
        raise BadNotation("rotation-missing", what=what, rotations=", ".join(map(str, fitting)))
    return fitting[0] if fitting else 0


def _place_rotations(state: State, seat: int, tile: int, cell: Cell) -> list[int]:
    if state.phase != "act" or seat != state.current:
        return []
    return [rotation for one, there, rotation in places(state) if (one, there) == (tile, cell)]


def _flip_rotations(state: State, tile: int) -> list[int]:
    if tile not in state.board.cells or len(state.rules.tiles[tile].faces) < 2:
        return []
    return [rotation for rotation, _ in flips_of(state, tile)]


# The notation lines of a turn, with the points of each action and the tiles drawn at its end.
#
# ``12. A 14 n2e3 1 L0 +3:A, f57 2 +26:A +26:B | 5``


NO_RESULT = "*"


def gain_words(before: State, after: State) -> list[str]:
    """Return what each seat got, ``+3:A``, in the order of seats."""
    pairs = zip(before.seats, after.seats, strict=True)
    gains = [late.score - early.score for early, late in pairs]
    return [f"+{points}:{SEAT_LETTERS[seat]}" for seat, points in enumerate(gains) if points]


def turn_of_leaving(state: State, seat: int | None) -> int:
    """Return the turn in which a seat left or, if it has not, the one in progress."""
    return state.turn if seat is None or not state.seats[seat].left else state.seats[seat].out


def leaving_line(state: State, action: Leave | Abort) -> str:
    """Return the line of a seat that leaves or of an abort; ``state`` is the one after it."""
    who = "" if action.seat is None else f"{SEAT_LETTERS[action.seat]} "
    return f"{turn_of_leaving(state, action.seat)}. {who}{notation(action)}"


def is_put_off(ply: Ply) -> bool:
    """Return True for a seat that leaves later than it says: at the end of another seat's turn."""
    return isinstance(ply.action, Leave) and ply.action.seat in ply.after.leaving


class TurnWriter:
    """The lines of a game, made of its plies one by one.

    A seat that leaves at the end of a turn has its line behind that turn; until then it is in ``waiting``.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._actions: list[str] = []
        self._drawn: list[str] = []
        self._head = ""
        self.waiting: list[Leave] = []

    def add(self, ply: Ply) -> None:
        action: Any = ply.action
        before, after = ply.before, ply.after
        if isinstance(action, Draw):
            if before.turn:
                self._drawn.append(notation(action))
        elif isinstance(action, Leave) and is_put_off(ply):
            self.waiting.append(action)
            return
        elif isinstance(action, Leave | Abort):
            self.end_turn()
            self.lines.append(leaving_line(after, action))
        else:
            self._head = f"{before.turn}. {SEAT_LETTERS[before.current]}"
            self._actions.append(" ".join([notation(action), *gain_words(before, after)]))
        if after.turn != before.turn or after.reason:
            self.end_turn()
            self.lines += [leaving_line(after, leave) for leave in self.waiting]
            self.waiting = []

    def end_turn(self) -> None:
        if self._actions or self._drawn:
            drawn = f" | {' '.join(self._drawn)}" if self._drawn else ""
            self.lines.append(f"{self._head} {', '.join(self._actions)}{drawn}")
        self._actions, self._drawn = [], []


def game_lines(plies: Sequence[Ply]) -> list[str]:
    writer = TurnWriter()
    for ply in plies:
        writer.add(ply)
    writer.end_turn()
    return writer.lines + [leaving_line(plies[-1].after, leave) for leave in writer.waiting]


def turn_line(plies: Sequence[Ply]) -> str:
    """Return the notation of one turn: its line, and one for each seat that leaves."""
    return "\n".join(game_lines(plies))


def racks_text(plies: Sequence[Ply]) -> str:
    """Return the first racks, ``A 4 16 15, B 23 22 52``."""
    racks: dict[int, list[str]] = {}
    for ply in plies:
        if ply.before.turn:
            break
        if isinstance(ply.action, Draw):
            racks.setdefault(ply.before.current, []).append(notation(ply.action))
    return ", ".join(" ".join([SEAT_LETTERS[seat], *tiles]) for seat, tiles in sorted(racks.items()))


def interruptions(plies: Sequence[Ply]) -> Iterator[int]:
    """Yield the plies at which a seat left whose line does not tell when it did."""
    for number, ply in enumerate(plies):
        if isinstance(ply.action, Leave) and (is_put_off(ply) or not ply.before.turn):
            yield number


def result_text(state: State) -> str:
    """Return ``A 31 (2 shovels), B out``, ``*`` while there is no result."""
    ended = outcome(state)
    if ended is None or ended.reason == ABORTED:
        return NO_RESULT
    by_seat = sorted(ended.standings, key=lambda one: one.seat)
    texts = ["out" if one.out else f"{one.score} ({one.details['shovels']} shovels)" for one in by_seat]
    return ", ".join(f"{SEAT_LETTERS[seat]} {text}" for seat, text in enumerate(texts))


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
                word.refuse("unreadable", "numbers of steps, such as 7, 12")
            self.interruptions.extend(map(int, word.text.split(", ")))

    @property
    def place(self) -> Word:
        return self._sheet.headers.get("Racks", self._sheet.at)

    def check_used(self) -> None:
        if any(self.racks.values()):
            self.place.refuse("contradiction", "the first racks, as many tiles as each seat draws")
        if self.interruptions:
            self._sheet.headers["Interrupted"].refuse("contradiction", "steps at which a seat leaves")

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


_LINE_NUMBER = re.compile(r"(0|[1-9][0-9]{0,3})\.")
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
        for ply in self._first_racks():
            yield self._headers.place.line, ply
        for number, words in enumerate(self._sheet.lines):
            self._line = number
            for ply in self._read(words):
                yield words[0].line, ply
        self._headers.check_used()
        self._headers.check_pile(self._drawn, list(self.state.unseen()))

    def _leaving(self, words: list[Word]) -> LeavingLine | None:
        texts = [word.text for word in words[1:]]
        if texts == [ABORT]:
            return LeavingLine(None, ABORT, words)
        letters = SEAT_LETTERS[: self._sheet.seats]
        if len(texts) > 1 and texts[0] in tuple(letters) and " ".join(texts[1:]) in LEAVING:
            return LeavingLine(letters.index(texts[0]), " ".join(texts[1:]), words)
        return None

    # Playing

    def _play(self, seat: int | None, text: str, word: Word) -> Ply:
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
                self._sheet.headers["Interrupted"].refuse("contradiction", "steps at which a seat leaves")
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
        if not _LINE_NUMBER.fullmatch(number.text):
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
        return MarramTurnParser(title, sheet)

    def write(self, title: Title, seats: int, first: State, plies: Sequence[Ply]) -> TurnText:
        last = plies[-1].after if plies else first
        headers = {"Racks": racks_text(plies), "Interrupted": ", ".join(map(str, interruptions(plies)))}
        return TurnText(
            order=tuple(range(seats)),
            headers={key: value for key, value in headers.items() if value},
            lines=game_lines(plies) if plies else [],
            result=result_text(last),
        )

    def result(self, title: Title, state: State, order: tuple[int, ...]) -> str:
        return result_text(state)


TURN_FORMAT = MarramTurnFormat()
