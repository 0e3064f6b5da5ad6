"""Replay of a log: to its last state, or to every ply."""

from collections.abc import Iterator

from ...errors import BadNotation, CorruptLog, IllegalAction
from ...values import Log, Ply
from ..notation.action_notation import parse
from .position import Position
from .state import State


def replay(state: State, log: Log) -> State:
    """Return the state after these entries. Raises CorruptLog with the number of the first that fails."""
    position = Position(state)
    for number, (seat, text) in enumerate(log):
        try:
            position.play_entry(seat, text)
        except (BadNotation, IllegalAction) as error:
            raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
    return position.state()


def iter_plies(state: State, log: Log) -> Iterator[Ply]:
    """Yield every ply with the states around it. Raises CorruptLog with the number of the first entry that fails."""
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
