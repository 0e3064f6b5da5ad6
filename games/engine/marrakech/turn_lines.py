"""Text of turns: one line for each, as on the site and in game files."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ..values import ABORT, SEAT_LETTERS, Ply
from .actions import Abort, Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate, notation
from .board import COLOURS, FACINGS, NAMES
from .rules import chance_seat
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
    """Yield the words of a turn, without number and seat."""
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
