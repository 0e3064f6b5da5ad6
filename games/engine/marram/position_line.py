"""A position in one line, such as ``classic-short 1 A/2 A:0/7.0.3/0.0/4.16.15 B:0/7.0.3/0.0/23.22.52 0@0r0 - ?``.

The fields are the ruleset, the turn, the seat to act (``-`` when over) and its actions left, each seat, the board, the
discards and the pile (``?`` where its order is not known). A seat has points, boots, pitchforks and shovels, lost boots
and pitchforks, and its rack. A seat that left in turn 14 has ``x14`` in place of the rack, one that leaves at the end
of this turn an ``x`` behind it; the second of the same turn has two ``x``. Not in the line are what the last turn
changed, and how many tiles each seat has drawn."""

import re
from collections.abc import Iterator
from typing import NoReturn

from ..errors import BadPosition
from ..json_reader import shorten
from ..values import ABORTED, RESIGNED, SEAT_LETTERS
from .actions import Cell, cell_name, cell_named, segment_name, segment_named
from .board import Board, Claim, LaidTile
from .options import MAX_SEATS, MIN_SEATS, RULESETS, Rules, rules_for
from .position_json import check_faces, check_position, gone_parts
from .state import NO_SEAT, TURNS, Holding, State

MAX_LINE = 4_000  # characters
NOTHING, UNKNOWN, LEFT = "-", "?", "x"
_SEAT = re.compile(
    r"([A-D]):(\d{1,4})/(\d{1,4})\.(\d{1,4})\.(\d{1,4})/(\d{1,4})\.(\d{1,4})/(?:(x+)(\d{1,4})|([\d.]{1,300}|-)(x*))"
)
_LAID = re.compile(r"(\d{1,2})(b?)@([nsew\d]{1,8})r([0-3])(?:x([0-3]{1,4}))?((?:[A-D][LB][0-3]){0,99})")
_ACTING = re.compile(r"([A-D])/([0-9])|-/0")
_TILES = re.compile(r"\d{1,2}(?:\.\d{1,2}){0,84}")


def to_line(state: State) -> str:
    current = NOTHING if state.current == NO_SEAT else SEAT_LETTERS[state.current]
    words = [state.rules.ruleset, str(state.turn), f"{current}/{state.actions_left}"]
    words += [_seat_text(state, seat, holding) for seat, holding in enumerate(state.seats)]
    board = ",".join(_laid_text(cell, state.board.laid[cell]) for cell in sorted(state.board.laid))
    pile = UNKNOWN if state.pile is None else _tiles_text(state.pile)
    return " ".join([*words, board or NOTHING, _tiles_text(state.discards), pile])


def _tiles_text(tiles: tuple[int, ...]) -> str:
    return ".".join(map(str, tiles)) or NOTHING


def _seat_text(state: State, seat: int, one: Holding) -> str:
    if one.left:
        earlier = sum(0 < other.left <= one.left and other.out == one.out for other in state.seats)
        rack = f"{LEFT * earlier}{one.out}"
    else:
        rack = _tiles_text(one.rack)
    if seat in state.leaving:
        rack += LEFT * (1 + state.leaving.index(seat))
    supply = f"{one.boots}.{one.forks}.{one.shovels}/{one.lost_boots}.{one.lost_forks}"
    return f"{SEAT_LETTERS[seat]}:{one.score}/{supply}/{rack}"


def _laid_text(cell: Cell, one: LaidTile) -> str:
    gone = f"x{''.join(map(str, gone_parts(one.gone)))}" if one.gone else ""
    claims = "".join(SEAT_LETTERS[claim.seat] + segment_name(claim.segment) for claim in one.claims)
    return f"{one.tile}{'b' if one.face else ''}@{cell_name(cell)}r{one.rotation}{gone}{claims}"


def from_line(text: str) -> State:
    if len(text) > MAX_LINE:
        _refuse("line", text, f"at most {MAX_LINE} characters")
    words = text.split()
    seats = len(words) - 6
    if not MIN_SEATS <= seats <= MAX_SEATS:
        _refuse("line", text, "ruleset, turn, seat to act, two to four seats, board, discards, pile")
    if words[0] not in RULESETS:
        _refuse("ruleset", words[0], f"one of {', '.join(RULESETS)}")
    rules = rules_for(words[0], {}, seats)
    state = _Line(rules, words).state()
    check_position(state)
    return state


def _refuse(where: str, found: str, expected: str) -> NoReturn:
    raise BadPosition("malformed", where=where, found=shorten(found), expected=expected)


def _tiles(where: str, text: str) -> tuple[int, ...]:
    if text == NOTHING:
        return ()
    if not _TILES.fullmatch(text):
        _refuse(where, text, "numbers of tiles joined by dots, or -")
    return tuple(map(int, text.split(".")))


class _Line:
    def __init__(self, rules: Rules, words: list[str]) -> None:
        self._rules, self._words = rules, words
        self._seats = [self._match(_SEAT, f"seats[{i}]", text) for i, text in enumerate(words[3:-3])]
        letters = "".join(found[1] for found in self._seats)
        if letters != SEAT_LETTERS[: rules.seats]:
            _refuse("seats", letters, SEAT_LETTERS[: rules.seats])

    @staticmethod
    def _match(pattern: re.Pattern[str], where: str, text: str) -> re.Match[str]:
        expected = "a seat such as A:0/7.0.3/0.0/4.16.15" if pattern is _SEAT else "a tile such as 57b@n2e3r1x01BL2"
        return pattern.fullmatch(text) or _refuse(where, text, expected)

    def state(self) -> State:
        turn, acting, board, discards, pile = self._words[1], self._words[2], *self._words[-3:]
        number = int(turn) if re.fullmatch(r"\d{1,3}", turn) else _refuse("turn", turn, "a number")
        if number > self._rules.last_turn:
            _refuse("turn", turn, f"at most {self._rules.last_turn}")
        due = _ACTING.fullmatch(acting) or _refuse("acting", acting, "a seat and its actions left, such as A/2, or -/0")
        current = SEAT_LETTERS.index(due[1]) if due[1] else NO_SEAT
        left = int(due[2] or 0)
        if current >= self._rules.seats or left > self._rules.actions_in_turn:
            _refuse("acting", acting, f"a seat of this game, and at most {self._rules.actions_in_turn}")
        holdings = self._holdings()
        known = pile != UNKNOWN
        state = State(
            rules=self._rules,
            board=self._board(board),
            seats=holdings,
            turn=number,
            current=current,
            actions_left=left,
            pile_count=0,
            pile=_tiles("pile", pile) if known else None,
            discards=_tiles("discards", discards),
            leaving=self._leaving(),
            reason="" if due[1] else self._reason(number, holdings),
        )
        return state._replace(pile_count=len(state.unseen() if state.pile is None else state.pile))

    def _reason(self, turn: int, holdings: tuple[Holding, ...]) -> str:
        """Return why a game is over, as far as a line can tell: an abort in the last turn looks like its end."""
        if sum(not holding.left for holding in holdings) < 2:
            return RESIGNED
        later = range(turn, self._rules.last_turn)  # the turns after this one
        return ABORTED if any(not holdings[number % self._rules.seats].left for number in later) else TURNS

    def _holdings(self) -> tuple[Holding, ...]:
        going = sorted((int(found[9]), len(found[8]), seat) for seat, found in enumerate(self._seats) if found[8])
        order = [seat for _, _, seat in going]
        return tuple(self._holding(seat, found, order) for seat, found in enumerate(self._seats))

    def _holding(self, seat: int, found: re.Match[str], order: list[int]) -> Holding:
        """Return what a seat has; ``order`` are those that have left, in the order in which they did."""
        score, boots, forks, shovels, lost_boots, lost_forks = (int(found[group]) for group in range(2, 8))
        rack = () if found[8] else _tiles(f"seats[{seat}].rack", found[10])
        left = order.index(seat) + 1 if found[8] else 0
        out = min(int(found[9] or 0), self._rules.last_turn)
        return Holding(score, boots, forks, shovels, lost_boots, lost_forks, rack, len(rack), left, out)

    def _leaving(self) -> tuple[int, ...]:
        waiting = [(len(found[11]), seat) for seat, found in enumerate(self._seats) if found[11]]
        return tuple(seat for _, seat in sorted(waiting))

    def _board(self, text: str) -> Board:
        laid = {}
        for item in text.split(",") if text != NOTHING else ():
            found = self._match(_LAID, "board", item)
            cell, tile = cell_named(found[3]), int(found[1])
            if cell is None or cell in laid or tile >= len(self._rules.tiles):
                _refuse("board", item, "a tile that there is, on a cell of its own")
            gone = sum({1 << int(part) for part in found[5] or ""})
            laid[cell] = LaidTile(tile, int(found[2] == "b"), int(found[4]), gone, tuple(self._claims(found[6])))
        check_faces(self._rules, laid)
        return Board(self._rules.data, laid)

    def _claims(self, text: str) -> Iterator[Claim]:
        for start in range(0, len(text), 3):
            seat = SEAT_LETTERS.index(text[start])
            if seat >= self._rules.seats:
                _refuse("board", text, "pieces of the seats of this game")
            yield Claim(segment_named(text[start + 1 : start + 3]), seat)
