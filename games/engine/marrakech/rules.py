"""The rules of states: what is legal, why not, and replay."""

from collections.abc import Iterator, Mapping
from functools import lru_cache

from ..errors import BadNotation, CorruptLog, IllegalAction
from ..messages import Message
from ..values import Chance, Log, Ply
from .actions import Action, Draw, Lay, PutAway, Roll, RollOff, Rotate, parse
from .board import CANDIDATE_PLACES, COLOURS, FACE_WEIGHTS, FACES, FACINGS, NAMES, PLACE_SQUARES, walk_from
from .position import Position
from .state import State

# Questions about a state: who must act, which chance is due, what is legal, why an action is refused


def acting(state: State) -> tuple[int, ...]:
    return (state.current,) if state.phase in {"rotate", "lay", "end"} else ()


def chance_seat(state: State) -> int:
    """Return the seat that the roll-off or the draw concerns, otherwise the one whose turn it is."""
    return Position(state).chance_seat


def chance(state: State) -> Chance | None:
    if state.phase == "roll":
        return Chance("roll", state.current, state.seats[state.current].rolls, FACE_WEIGHTS)
    if state.phase == "order":
        seat = chance_seat(state)
        return Chance("order", seat, len(state.rolloff[seat]), FACE_WEIGHTS)
    if state.phase == "pile":
        position = Position(state)
        seat = position.chance_seat
        weights = tuple((COLOURS[colour], weight) for colour, weight in position.legal_draws())
        return Chance("pile", seat, state.seats[seat].draws, weights)
    return None


def legal_actions(state: State) -> tuple[Action, ...]:
    seat = state.current
    match state.phase:
        case "rotate" | "end":
            return tuple(Rotate(seat, quarter) for quarter in state.rules.quarters)
        case "lay":
            places = Position(state).legal_places()
            return tuple(_laying(seat, place) for place in places) or (PutAway(seat),)
        case "roll":
            return tuple(Roll(face) for face in FACES)
        case "order":
            return tuple(RollOff(face) for face in FACES)
        case "pile":
            return tuple(Draw(colour) for colour in state.rules.colours_of(chance_seat(state)))
        case _:
            return ()


@lru_cache(maxsize=512)
def _laying(seat: int, place: int) -> Lay:
    first, second = PLACE_SQUARES[place]
    return Lay(seat, NAMES[first], NAMES[second])


def refusal_code(state: State, action: Action) -> str | None:
    """Return the code with which ``apply`` refuses this action, or None when it is legal."""
    try:
        Position(state).apply(action)
    except IllegalAction as error:
        return error.code
    return None


# Reasons why squares cannot be chosen


_BEHIND = 2  # quarter turns


def refusals(state: State) -> Mapping[str, Message]:
    """Return by name the reason for every square that no legal action touches, in the phases in which a seat acts."""
    found = dict(_squares_without_place(state) if state.phase == "lay" else _squares_without_rotation(state))
    return {NAMES[square]: Message(f"refused.{code}") for square, code in sorted(found.items())}


def _squares_without_place(state: State) -> Iterator[tuple[int, str]]:
    position = Position(state)
    legal = {square for place in position.legal_places() for square in PLACE_SQUARES[place]}
    beside: dict[int, str] = {}
    for place in CANDIDATE_PLACES[state.square]:
        for square in PLACE_SQUARES[place]:
            beside.setdefault(square, position.cover_refusal(place) or "")
    for square in range(len(NAMES)):
        if square == state.square:
            yield square, "under-assam"
        elif square not in legal:
            yield square, beside.get(square, "not-beside-assam")


def _squares_without_rotation(state: State) -> Iterator[tuple[int, str]]:
    """Yield the squares that no rotation points to: all but those beside Assam.

    The one behind him and, where he must turn, the one ahead have reasons of their own.
    """
    codes = dict.fromkeys(range(len(NAMES)), "no-way")
    for quarters in range(len(FACINGS)):
        first_step = walk_from(state.square, (state.facing + quarters) % len(FACINGS), 1)
        if first_step.loops:
            continue
        if quarters == _BEHIND:
            codes[first_step.square] = "half-turn"
        elif quarters == 0 and not state.rules.straight:
            codes[first_step.square] = "must-turn"
        else:
            del codes[first_step.square]
    yield from codes.items()


# Replay of a log: to its last state, or to every ply


def replay(state: State, log: Log) -> State:
    position = Position(state)
    for number, (seat, text) in enumerate(log):
        try:
            position.play_entry(seat, text)
        except (BadNotation, IllegalAction) as error:
            raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
    return position.state()


def iter_plies(state: State, log: Log) -> Iterator[Ply]:
    position = Position(state)
    for number, (seat, text) in enumerate(log):
        try:
            action = parse(position, seat, text)
            position.apply(action)
        except (BadNotation, IllegalAction) as error:
            raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
        after = position.state()
        yield Ply(number, state, action, after)
        state = after
