"""What happened in a ply, as sentences to be said in order."""

from ..core import Message, Params, Ply
from .actions import Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .board import NAMES, WALKS
from .drawing import colour, facing
from .legality import drawer, roller
from .notation import notation
from .scoring import goes_out, outcome, toll_at
from .state import State


def describe(ply: Ply) -> tuple[Message, ...]:
    """Return what happened in this ply; a ply that ends the game also says how, and who won."""
    said = _happened(ply)
    if ply.after.phase == "over":
        said += _ended(ply.after)
    return said


def _happened(ply: Ply) -> tuple[Message, ...]:
    before, action = ply.before, ply.action
    match action:
        case Rotate(seat=seat):
            return (Message(f"told.{notation(action)}", {"seat": seat, "facing": facing(ply.after.facing)}),)
        case Roll(face=face):
            return _rolled(before, face)
        case Lay() | PutAway():
            return _laid(before, action)
        case Draw(colour=drawn):
            return (Message("told.drew", {"seat": drawer(before), "colour": colour(drawn)}),)
        case RollOff(face=face):
            return _rolled_off(ply, face)
        case Leave(seat=seat, how=how):
            return (Message(f"told.{how}", {"seat": seat}),)
        case _:
            return (Message("told.abort"),)


def _rolled(before: State, face: int) -> tuple[Message, ...]:
    """Say the face, the way, the mosaic if he took one, and what was paid."""
    seat = before.current
    walk = WALKS[before.square][before.facing][face]
    way: Params = {
        "seat": seat,
        "face": face,
        "way": tuple(NAMES[square] for square in walk.path[1:]),
        "square": NAMES[walk.square],
        "facing": facing(walk.facing),
    }
    said = Message("told.roll_mosaic" if walk.loops else "told.roll", way)
    return (said, *_paid(before, seat, walk.square))


def _paid(before: State, seat: int, square: int) -> tuple[Message, ...]:
    toll = toll_at(before, seat, square)
    if toll.kind != "rent":
        return (Message(f"told.{toll.kind}", {"seat": seat}),)
    paid = min(toll.owed, before.seats[seat].dirhams)
    params = {"seat": seat, "to_seat": toll.to, "paid": paid}
    if paid == toll.owed:
        said = Message("told.paid", params)
    else:
        said = Message("told.paid_part", {**params, "owed": toll.owed})
    if goes_out(before, seat, toll.owed):
        return (said, Message("told.out", {"seat": seat}))
    return (said,)


def _laid(before: State, action: Lay | PutAway) -> tuple[Message, ...]:
    seat = action.seat
    kind = colour(before.seats[seat].next)
    if isinstance(action, PutAway):
        return (Message("told.unlaid", {"seat": seat, "colour": kind}),)
    return (Message("told.laid", {"seat": seat, "colour": kind, "first": action.first, "second": action.second}),)


def _rolled_off(ply: Ply, face: int) -> tuple[Message, ...]:
    said = [Message("told.rolloff", {"seat": roller(ply.before), "face": face})]
    if ply.after.phase != "order":
        said += [Message("told.place", {"seat": seat, "place": i}) for i, seat in enumerate(ply.after.order, 1)]
    return tuple(said)


def _ended(after: State) -> tuple[Message, ...]:
    result = outcome(after)
    assert result is not None
    winners = [
        {"seat": standing.seat, "score": standing.score, **standing.details}
        for standing in result.standings
        if standing.place == 1 and standing.score is not None and not standing.out
    ]
    key = "told.won" if len(winners) == 1 else "told.shared"
    return (Message(f"end.{result.reason}"), *(Message(key, winner) for winner in winners))
