"""Checks for contradictions in a position from outside.

The position need not come from a game: purses, rugs and places are free as long as they fit together."""

from typing import NoReturn

from ..json_reader import raise_bad_position
from ..values import RESIGNED, SEAT_LETTERS
from .board import COLOURS, FACINGS, NAMES, NEIGHBOURS, UNKNOWN, colour_of, number_of, walk_from
from .state import NO_NEXT_COLOUR, NO_SEAT, RUGS, SURVIVOR, LastTurn, State, next_colour, resolve_rolloff


def check_position(state: State) -> None:
    """Raise BadPosition("contradiction") with ``where``, ``found`` and ``expected`` for the first contradiction."""
    for seat in range(len(state.seats)):
        _check_seat(state, seat)
    _check_survivors(state)
    _check_rolloff(state)
    _check_phase(state)
    _check_rugs(state)
    if state.last:
        _check_last(state, state.last)


def _contradict(where: str, found: object, expected: str) -> NoReturn:
    raise_bad_position("contradiction", where, found, expected)


def _check_seat(state: State, seat: int) -> None:
    """Check a seat: its next rug is on its pile, the pile is not too large, and if it is out it has nothing."""
    holding, colours, rules = state.seats[seat], state.rules.colours_of(seat), state.rules
    where = f"seats[{seat}]"
    for colour, count, most in zip(colours, holding.piles, rules.full_piles(), strict=True):
        if count > most:
            _contradict(f"{where}.rugs.{COLOURS[colour]}", count, f"at most {most}")
    if holding.out and (holding.rugs or holding.dirhams):
        _contradict(where, f"{holding.dirhams} dirhams, {holding.rugs} rugs", "nothing, for one who is out")
    held = {colour: count for colour, count in zip(colours, holding.piles, strict=True) if count}
    named = " or ".join(COLOURS[colour] for colour in held) or "null"
    if holding.next != NO_NEXT_COLOUR:
        if holding.next not in held:
            _contradict(f"{where}.next", COLOURS[holding.next], named)
    elif next_colour(holding.piles, colours[0]) != NO_NEXT_COLOUR or _should_have_drawn(state, seat):
        _contradict(f"{where}.next", None, named)


def _should_have_drawn(state: State, seat: int) -> bool:
    """Return True if a seat with two colours to draw from must have drawn by now."""
    if not state.seats[seat].awaits_draw or state.phase in {"order", "over"}:
        return False
    return state.phase != "pile" or (bool(state.turn) and seat != state.current)


def _check_survivors(state: State) -> None:
    """Check that seats went out one after the other, and that the game is over exactly when it must be."""
    left = sorted(seat.left for seat in state.seats if seat.left)
    if left != list(range(1, len(left) + 1)):
        _contradict("seats", f"left: {left}", "the seats that are out numbered 1, 2, 3 as they went")
    inside = len(state.seats) - len(left)
    ended = not inside or (inside == 1 and not state.rules.plays_on)
    rugs = sum(seat.rugs for seat in state.seats)
    if state.phase != "over":
        if state.reason:
            _contradict("outcome", state.reason, "null while the game goes on")
        if ended:
            _contradict("phase", state.phase, f"over, with {inside} of {len(state.seats)} seats left")
    elif state.reason in {SURVIVOR, RESIGNED} and not ended:
        _contradict("outcome.reason", state.reason, f"another reason, with {inside} seats left")
    elif state.reason == RUGS and rugs:
        _contradict("outcome.reason", state.reason, f"another reason, with {rugs} rugs left")


def _check_rolloff(state: State) -> None:
    """Check that the order of play fits the rolls for it."""
    if any(state.rolloff) and not state.rules.rolloff:
        _contradict("rolloff", "rolls", "none: the order is given")
    for seat, rolls in enumerate(state.rolloff):
        alike = [other[: len(rolls) - 1] for number, other in enumerate(state.rolloff) if number != seat]
        if rolls[:-1] and rolls[:-1] not in alike:
            _contradict(f"rolloff[{seat}]", len(rolls), "no more rolls than there were ties")
    due, order = resolve_rolloff(state.rolloff, [seat.left for seat in state.seats])
    if state.phase == "order":
        if due == NO_SEAT or not state.rules.rolloff:
            _contradict("phase", "order", "a phase after the roll-off")
        if state.order != tuple(range(len(state.seats))):
            _contradict("order", _letters(state.order), f"{_letters(range(len(state.seats)))} until it is rolled for")
    elif any(state.rolloff) and state.turn and not any(seat.left for seat in state.seats):
        if due != NO_SEAT:
            _contradict("rolloff", _letters([due]), "another roll of this seat")
        if order != state.order:
            _contradict("order", _letters(state.order), _letters(order))


def _letters(seats: range | tuple[int, ...] | list[int]) -> str:
    return "".join(SEAT_LETTERS[seat] for seat in seats)


def _check_phase(state: State) -> None:
    """Check that a seat or chance can do what the phase requires."""
    phase, rules, current = state.phase, state.rules, state.current
    if phase == "over":
        return
    if phase == ("rotate" if rules.rotate_at_end else "end"):
        _contradict("phase", phase, "roll" if rules.rotate_at_end else "rotate")
    if (current == NO_SEAT) != (state.turn == 0):
        _contradict("turn", state.turn, "0 before the first turn" if state.turn else "the number of the turn")
    if phase == "order" and state.turn:
        _contradict("turn", state.turn, "0 before the order is settled")
    if phase not in {"order", "pile"} and current == NO_SEAT:
        _contradict("current", None, "the seat whose turn it is")
    if phase == "pile" and not _awaits_draw(state):
        _contradict("phase", phase, "another phase: no rug is to be drawn")
    if current != NO_SEAT:
        _check_current(state)


def _awaits_draw(state: State) -> bool:
    seats = state.seats if state.current == NO_SEAT else (state.seats[state.current],)
    return any(seat.awaits_draw for seat in seats)


def _check_current(state: State) -> None:
    """Check that the seat whose turn it is can take it."""
    holding, letter = state.seats[state.current], SEAT_LETTERS[state.current]
    if holding.out:
        _contradict("current", letter, "a seat that is not out")
    if state.phase in {"rotate", "roll", "lay"} and not holding.rugs:
        _contradict("current", letter, "a seat that has rugs")
    if state.phase == "end" and not any(seat.rugs for seat in state.seats):
        _contradict("phase", "end", "over: no rug is left")


# The board


def _check_rugs(state: State) -> None:
    """Check that rugs show one or two squares, and that no seat has laid more than are gone from its pile."""
    visible: dict[int, list[int]] = {}
    for square, rug in enumerate(state.board):
        if rug:
            visible.setdefault(rug, []).append(square)
    for rug, squares in visible.items():
        _check_halves(state, rug, squares)
        _check_number(state, rug, squares[0])
    _check_colours(state, visible)
    for square in range(len(state.board)):
        _check_layers(state, square)


def _at(square: int) -> str:
    return f"board.{NAMES[square]}"


def _name(rug: int) -> str:
    return f"{COLOURS[colour_of(rug)]}{number_of(rug)}"


def _check_number(state: State, rug: int, square: int) -> None:
    holding, rules = state.seats[state.rules.owner(colour_of(rug))], state.rules
    laid = rules.rugs - holding.rugs
    if number_of(rug) > laid:
        _contradict(f"{_at(square)}.rug", number_of(rug), f"at most {laid}, the rugs that are gone from the pile")


def _check_colours(state: State, visible: dict[int, list[int]]) -> None:
    """Check that no more rugs of a colour lie than are gone from the pile."""
    for seat, holding in enumerate(state.seats):
        for colour, left, full in zip(
            state.rules.colours_of(seat), holding.piles, state.rules.full_piles(), strict=True
        ):
            lying = sum(colour_of(rug) == colour for rug in visible)
            if lying > full - left:
                _contradict("board", f"{lying} rugs {COLOURS[colour]}", f"at most {full - left}, as many as were laid")


def _check_halves(state: State, rug: int, squares: list[int]) -> None:
    """Check that two visible halves touch, and that a covered one, if given, is beside the visible one and under a rug.

    The square of a covered half need not be given.
    """
    if len(squares) > 2:
        _contradict(_at(squares[2]), _name(rug), "another rug: both halves of this one show already")
    here, there = squares[0], squares[-1]
    if len(squares) == 2 and there not in NEIGHBOURS[here]:
        _contradict(_at(there), _name(rug), f"a square beside {NAMES[here]}, where its other half shows")
    for square in squares:
        other = state.others[square]
        ways = [there if square == here else here] if len(squares) == 2 else _covered(state, rug, square)
        if other != UNKNOWN and other not in ways:
            named = " or ".join(NAMES[way] for way in ways) or "null"
            _contradict(f"{_at(square)}.other", NAMES[other], named)


def _covered(state: State, rug: int, square: int) -> list[int]:
    """Return the squares beside this one that show a rug which can lie on the rug's other half."""

    def is_older(above: int) -> bool:
        same_seat = state.rules.owner(colour_of(above)) == state.rules.owner(colour_of(rug))
        return same_seat and number_of(above) < number_of(rug)

    return [near for near in NEIGHBOURS[square] if state.board[near] and not is_older(state.board[near])]


def _check_layers(state: State, square: int) -> None:
    """Check that no rug lies below itself by way of others."""
    at, seen = square, {square}
    while state.others[at] != UNKNOWN and state.board[state.others[at]] != state.board[at]:
        at = state.others[at]
        if at in seen:
            _contradict(f"{_at(square)}.other", NAMES[state.others[square]], "a rug that does not lie below this one")
        seen.add(at)


# The turn in progress, or the last


def _check_last(state: State, last: LastTurn) -> None:
    """Check that the last walk leads to Assam's square and that the payment fits it."""
    if last.face:
        walk = walk_from(last.start, last.heading, last.face)
        turned = last.rotation if state.rules.rotate_at_end else None
        arrived = f"{NAMES[walk.square]}{FACINGS[(walk.facing + (turned or 0)) % 4]}"
    else:
        arrived = f"{NAMES[last.start]}{FACINGS[last.heading]}"
    stands = f"{NAMES[state.square]}{FACINGS[state.facing]}"
    if arrived != stands:
        _contradict("last", f"a walk to {arrived}", f"one to {stands}, where Assam is")
    if last.rug and (len(last.rug) != 2 or last.rug[1] not in NEIGHBOURS[last.rug[0]]):
        _contradict("last.rug", " ".join(NAMES[square] for square in last.rug), "two squares that touch")
    if len(set(last.patch)) != len(last.patch) or len(last.patch) not in (0, last.owed):
        _contradict("last.patch", len(last.patch), f"{last.owed} squares")
    if last.paid > last.owed or (last.to == NO_SEAT) != (last.owed == 0) or last.to == last.seat:
        _contradict("last", f"{last.paid} of {last.owed} paid", "no more than was owed, and to another seat")
    falls = last.out or (last.paid < last.owed and state.rules.out_when != "never")
    if falls and not state.seats[last.seat].out:
        _contradict("last", f"{last.paid} of {last.owed} paid", f"{SEAT_LETTERS[last.seat]} out, or all that was owed")
    fresh = state.phase == "roll" and not state.rules.rotate_at_end
    if (fresh or state.phase in {"lay", "end"}) and (last.seat != state.current or fresh == bool(last.face)):
        _contradict("last", SEAT_LETTERS[last.seat], "the turn in progress, or null")
