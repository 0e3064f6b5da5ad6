"""Marrakech on the command line: the board with its rugs and the seats as text."""

from typing import NamedTuple

from ..values import SEAT_LETTERS
from .board import COLOURS, FACINGS, NAMES, SIZE, colour_of, number_of
from .rules import acting, chance
from .scoring import outcome, score_of, visible_squares
from .state import State

_ARROWS = "^>v<"
_WIDTH = 5
_DUE = {"rotate": "rotates Assam", "lay": "lays a rug", "end": "rotates Assam at the end of the turn"}
_CHANCE = {"roll": "the die is rolled", "pile": "a rug is drawn", "order": "the die is rolled for the order of play"}
_ENDS = {
    "rugs": "the last rug is laid",
    "survivor": "one seat is left",
    "resigned": "all others have left",
    "aborted": "aborted",
}


class BoardColours(NamedTuple):
    """Escape sequences for the terminal, all empty without colours. ``rugs`` are by colour."""

    rugs: tuple[str, ...]
    assam: str
    plain: str


TERMINAL_COLOURS = BoardColours(("\x1b[30;46m", "\x1b[30;43m", "\x1b[97;41m", "\x1b[97;45m"), "\x1b[1m", "\x1b[0m")
NO_COLOURS = BoardColours(("",) * 4, "", "")


def board_lines(state: State, paint: BoardColours = NO_COLOURS) -> list[str]:
    """Return the board: columns and rows named, rugs as colour and number, Assam as an arrow.

    No line is drawn between the two visible halves of a rug.
    """
    letters = "   " + "".join(f"{letter:^{_WIDTH + 1}}" for letter in "abcdefg")
    lines = [letters]
    for row in range(SIZE):
        lines += [_border(state, row), _row(state, row, paint)]
    return [*lines, _border(state, SIZE), letters]


def _joined(state: State, here: int, there: int) -> bool:
    return state.board[here] != 0 and state.board[here] == state.board[there]


def _border(state: State, row: int) -> str:
    parts = []
    for square in range(row * SIZE, (row + 1) * SIZE):
        open_ = 0 < row < SIZE and _joined(state, square, square - SIZE)
        parts.append((" " if open_ else "-") * _WIDTH)
    return f"   +{'+'.join(parts)}+"


def _row(state: State, row: int, paint: BoardColours) -> str:
    text = f" {SIZE - row} |"
    for square in range(row * SIZE, (row + 1) * SIZE):
        last = square % SIZE == SIZE - 1
        text += _cell(state, square, paint)
        text += " " if not last and _joined(state, square, square + 1) else "|"
    return f"{text} {SIZE - row}"


def _cell(state: State, square: int, paint: BoardColours) -> str:
    rug = state.board[square]
    here = _ARROWS[state.facing] if square == state.square else ""
    text = f"{here}{COLOURS[colour_of(rug)]}{number_of(rug)}" if rug else here
    colour = paint.rugs[colour_of(rug)] if rug else ""
    bold = paint.assam if here else ""
    return f"{bold}{colour}{text:^{_WIDTH}}{paint.plain if bold or colour else ''}"


def seat_lines(state: State, paint: BoardColours = NO_COLOURS) -> list[str]:
    squares, lines = visible_squares(state), []
    for seat in state.order:
        holding, rules = state.seats[seat], state.rules
        rugs = " ".join(
            f"{paint.rugs[colour]}{COLOURS[colour]}{paint.plain} {count}"
            for colour, count in zip(rules.colours_of(seat), holding.piles, strict=True)
        )
        upcoming = f", next {COLOURS[holding.next]}" if rules.colours > 1 and holding.next >= 0 else ""
        score = score_of(state, seat, squares[seat])
        points = "out" if holding.out else f"{score:>3} points"
        mark = "->" if seat in acting(state) else "  "
        lines.append(
            f"{mark} {SEAT_LETTERS[seat]} {holding.dirhams:>3} dirhams  {squares[seat]:>2} squares  {points}  "
            f"rugs {rugs}{upcoming}"
        )
    return lines


def _rolled(state: State) -> str:
    """Return the roll and the payment of the turn in progress, ", rolled 3, paid 4 to B"."""
    last = state.last
    if last is None or not last.face or state.phase not in {"lay", "end"}:
        return ""
    amount = str(last.paid) if last.paid == last.owed else f"{last.paid} of {last.owed}"
    return f", rolled {last.face}" + (f", paid {amount} to {SEAT_LETTERS[last.to]}" if last.owed else "")


def heading(state: State) -> str:
    where = f"{state.rules.ruleset}, turn {state.turn}, Assam on {NAMES[state.square]} facing {FACINGS[state.facing]}"
    where += _rolled(state)
    ended, due = outcome(state), chance(state)
    if ended:
        winners = [SEAT_LETTERS[one.seat] for one in ended.standings if one.place == 1 and not one.out]
        won = f": {' and '.join(winners)} {'share the win' if len(winners) > 1 else 'wins'}" if winners else ""
        return f"{where}; game over, {_ENDS[ended.reason]}{won}"
    if due:
        whose = "" if due.seat is None else f" for {SEAT_LETTERS[due.seat]}"
        return f"{where}; {_CHANCE[due.label]}{whose}"
    return f"{where}; {SEAT_LETTERS[state.current]} {_DUE[state.phase]}"


class MarrakechTerminal:
    """The title's ``Terminal``."""

    help = (
        "L, F, R: turn Assam left, not at all, right; c4c5: lay a rug on two squares; resigns: leave the game; q: quit"
    )

    def lines(self, state: State, in_colour: bool = False) -> list[str]:
        paint = TERMINAL_COLOURS if in_colour else NO_COLOURS
        return [heading(state), *board_lines(state, paint), *seat_lines(state, paint)]


TERMINAL = MarrakechTerminal()
