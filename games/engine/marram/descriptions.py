"""The events of a ply, as messages in order."""

from ..messages import Message, Params
from ..values import RESIGNED, Ply
from .drawing import piece_message, segment_message
from .rules.actions import FIRST_PART, Action, Discard, Draw, Flip, Leave, Pass, Place
from .rules.cells import cell_name
from .rules.outcomes import outcome
from .rules.state import Scored, State
from .rules.turns import play


def describe(ply: Ply) -> tuple[Message, ...]:
    """Return the events of this ply, with the end of the game and the winners if it ends it."""
    messages = tuple(_happened(ply))
    return messages + _ended(ply.after) if ply.after.reason else messages


def _happened(ply: Ply) -> list[Message]:
    before: State = ply.before
    action: Action = ply.action  # type: ignore[assignment]
    match action:
        case Place() | Flip():
            return _laid(before, action)
        case Discard(seat=seat, tile=tile):
            return [Message("told.discarded", {"seat": seat, "tile": tile})]
        case Pass(seat=seat):
            return [Message("told.passed", {"seat": seat})]
        case Draw(tile=tile):
            return [Message("told.drew", {"seat": before.current, "tile": tile})]
        case Leave(seat=seat, how=how):
            return [Message(f"told.{how}", {"seat": seat})]
        case _:
            return []  # what ends the game says so


def _laid(before: State, action: Place | Flip) -> list[Message]:
    """Return what lies where, the pieces that are lost, the claim, and what is complete."""
    seat, after = action.seat, play(before, action)
    cell = action.cell if isinstance(action, Place) else before.board.cells[action.tile]
    key = "told.placed" if isinstance(action, Place) else "told.flipped"
    messages = [Message(key, {"seat": seat, "tile": action.tile, "cell": cell_name(cell)})]
    if isinstance(action, Flip):
        messages += [
            Message("told.lost", {"seat": claim.seat, "piece": piece_message(before, claim.segment)})
            for claim in before.board.laid[cell].claims
        ]
    if action.claim is not None:
        what = {"piece": piece_message(before, action.claim)}
        segment = segment_message(after.state, cell, action.claim)
        messages.append(Message("told.claimed", {"seat": seat, **what, "segment": segment}))
    for scored in after.scored:
        messages += scored_messages(before, scored)
    return messages


def scored_messages(state: State, scored: Scored) -> list[Message]:
    """Return that a feature is complete, and who gets points for it."""
    params: Params = {"feature": Message(f"kind.{scored.kind}"), "size": len(scored.nodes)}
    messages = [Message("told.complete", params)]
    messages += [Message("told.points", {"seat": seat, "count": scored.value}) for seat in scored.winners]
    if not scored.winners:
        messages.append(Message("told.unclaimed"))
    if state.rules.has_forks and scored.nodes[0] & 7 >= FIRST_PART:
        messages.append(Message("told.vanished"))
    return messages


def _ended(after: State) -> tuple[Message, ...]:
    result = outcome(after)
    assert result is not None
    winners: list[Params] = [
        {
            "seat": standing.seat,
            "score_amount": Message("amount.points", {"count": standing.score or 0}),
            "shovels_amount": Message("amount.shovels", {"count": standing.details["shovels"]}),
        }
        for standing in result.standings
        if standing.place == 1 and not standing.out
    ]
    key = "told.won" if len(winners) == 1 else "told.shared"
    is_told = bool(winners) and result.reason == RESIGNED  # by the departure
    why = () if is_told else (Message(f"end.{result.reason}"),)
    return (*why, *(Message(key, winner) for winner in winners))
