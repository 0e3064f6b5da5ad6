"""The events of a ply, as messages in order."""

from itertools import pairwise

from ..messages import Message, Params
from ..values import RESIGNED, Ply
from .drawing import colour_name, dirhams, facing_name
from .notation.action_notation import notation
from .rules.actions import Draw, Lay, Leave, PutAway, Roll, RollOff, Rotate
from .rules.board import NAMES, walk_from
from .rules.legality import chance_seat
from .rules.scoring import goes_out, landing_at, outcome
from .rules.state import State


def describe(ply: Ply) -> tuple[Message, ...]:
    """Return the events of this ply, with the end of the game and the winners if it ends it."""
    messages = _happened(ply)
    if ply.after.phase == "over":
        messages += _ended(ply.after)
    return messages


def _happened(ply: Ply) -> tuple[Message, ...]:
    before, action = ply.before, ply.action
    match action:
        case Rotate(seat=seat):
            return (Message(f"told.{notation(action)}", {"seat": seat, "facing": facing_name(ply.after.facing)}),)
        case Roll(face=face):
            return _rolled(before, face)
        case Lay() | PutAway():
            return _laid(before, action)
        case Draw(colour=drawn):
            return (Message("told.drew", {"seat": chance_seat(before), "colour": colour_name(drawn)}),)
        case RollOff(face=face):
            return _rolled_off(ply, face)
        case Leave(seat=seat, how=how):
            return (Message(f"told.{how}", {"seat": seat}),)
        case _:
            return ()  # what ends the game says so


def _rolled(before: State, face: int) -> tuple[Message, ...]:
    """Return the face, the walk, the mosaic if Assam took one, and the payment."""
    seat = before.current
    walk = walk_from(before.square, before.facing, face)
    params: Params = {"seat": seat, "face": face, "square": NAMES[walk.square], "facing": facing_name(walk.facing)}
    key = "told.roll_mosaic" if walk.loops else "told.roll"
    if way := tuple(NAMES[square] for square, following in pairwise(walk.path[1:]) if square != following):
        message = Message(f"{key}_via", {**params, "way": way})
    else:
        message = Message(key, params)
    return (message, *_paid(before, seat, walk.square))


def _paid(before: State, seat: int, square: int) -> tuple[Message, ...]:
    landing = landing_at(before, seat, square)
    if landing.kind != "rent":
        return (Message(f"told.{landing.kind}", {"seat": seat}),)
    paid = min(landing.owed, before.seats[seat].dirhams)
    params: Params = {"seat": seat, "to_seat": landing.to}
    if paid == landing.owed:
        messages = Message("told.paid", {**params, "paid_amount": dirhams(paid)})
    else:
        messages = Message("told.paid_part", {**params, "paid": paid, "owed_amount": dirhams(landing.owed)})
    if goes_out(before, seat, landing.owed):
        return (messages, Message("told.out", {"seat": seat}))
    return (messages,)


def _laid(before: State, action: Lay | PutAway) -> tuple[Message, ...]:
    seat = action.seat
    kind = colour_name(before.seats[seat].next)
    if isinstance(action, PutAway):
        return (Message("told.unlaid", {"seat": seat, "colour": kind}),)
    return (Message("told.laid", {"seat": seat, "colour": kind, "first": action.first, "second": action.second}),)


def _rolled_off(ply: Ply, face: int) -> tuple[Message, ...]:
    messages = [Message("told.rolloff", {"seat": chance_seat(ply.before), "face": face})]
    if ply.after.phase != "order":
        messages += [Message("told.place", {"seat": seat, "place": i}) for i, seat in enumerate(ply.after.order, 1)]
    return tuple(messages)


def _ended(after: State) -> tuple[Message, ...]:
    result = outcome(after)
    assert result is not None
    winners: list[Params] = [
        {
            "seat": standing.seat,
            "score_amount": Message("amount.points", {"count": standing.score}),
            "dirhams_amount": dirhams(standing.details["dirhams"]),
            "squares_amount": Message("amount.squares", {"count": standing.details["squares"]}),
        }
        for standing in result.standings
        if standing.place == 1 and standing.score is not None and not standing.out
    ]
    key = "told.won" if len(winners) == 1 else "told.shared"
    is_told = bool(winners) and result.reason == RESIGNED  # by the departure
    why = () if is_told else (Message(f"end.{result.reason}"),)
    return (*why, *(Message(key, winner) for winner in winners))
