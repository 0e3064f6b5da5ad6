"""Folding a log: entries as they are stored, read, checked and played, to the last state or to every ply."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from operator import add
from typing import Any

from ...errors import BadNotation, CorruptLog, IllegalAction
from ...values import Log, Ply
from ..notation.action_notation import QUARTERS, parse
from .board import CANDIDATE_PLACES, FACES, MOVE, PLACE_NAMES, PLACE_NUMBERS, PLACE_SQUARES, POSE_AFTER_ROTATION
from .position import Position
from .rugs import COLOURS, PADDED_NEIGHBOURS, VISITED
from .state import NOBODY, State

_Places = dict[str, tuple[int, int]]
_Ways = dict[str, dict[str, tuple[int, int, _Places]]]
Entries = Sequence[tuple[int | None, str]]


@lru_cache(maxsize=2)
def _ways(straight: bool) -> tuple[_Ways, ...]:
    """Return by pose, text of the rotation and text of the face the next pose, its square and the places beside it.

    Places go by their text, too, and are given as their two squares.
    """
    named = [{PLACE_NAMES[place]: PLACE_SQUARES[place] for place in places} for places in CANDIDATE_PLACES]
    quarters = {text: 4 * quarter + 4 for text, quarter in QUARTERS.items() if quarter or straight}
    ends = [(pose, pose >> 2, named[pose >> 2]) for pose in range(len(MOVE))]
    return tuple(
        {text: {str(face): ends[poses[first + face - 1]] for face in FACES} for text, first in quarters.items()}
        for poses in MOVE
    )


# By seat, where each has two colours: what may be drawn for it.
_DRAWN = tuple({COLOURS[colour]: colour for colour in (2 * seat, 2 * seat + 1)} for seat in (0, 1))
_NO_ENTRY = (NOBODY, "")


def replay(state: State, log: Log) -> State:
    """Return the state after these entries. Raises CorruptLog with the number of the first that fails."""
    entries = log if isinstance(log, list) else list(log)
    position = Position.of(state)
    number, size = 0, len(entries)
    while number < size:
        if position.phase == "rotate":
            played = _replay_ordinary_turns(position, entries, number)
            if played == size:
                break
            if played > number:
                position.refresh_board()
                number = played
        _enter(position, number, *entries[number])
        number += 1
    return position.state()


def iter_plies(state: State, log: Log) -> Iterator[Ply]:
    """Yield every ply with the states around it. Raises CorruptLog with the number of the first entry that fails."""
    position = Position.of(state)
    for number, (seat, text) in enumerate(log):
        try:
            action = parse(position, seat, text)
            position.apply(action)
        except (BadNotation, IllegalAction) as error:
            raise CorruptLog(error.code, ply=number, entry=text[:40]) from error
        after = position.state()
        yield Ply(number, state, action, after)
        state = after


def _enter(position: Position, number: int, seat: int | None, text: str) -> None:
    try:
        position.play_entry(seat, text)
    except (BadNotation, IllegalAction) as error:
        raise CorruptLog(error.code, ply=number, entry=text[:40]) from error


def _replay_ordinary_turns(position: Position, entries: Entries, number: int) -> int:  # noqa: C901
    """Play whole turns from the entry of this number on, and return the number of the first entry not played.

    This is ``Position.rotate``, ``roll``, ``lay`` and ``draw`` in one loop over local names, for turns in which nothing
    unusual happens. It stops before one that it cannot read, that is not legal, or in which somebody would pay his last
    dirham, leave, cover what only some rulesets allow, or put a rug away: that is for ``Position`` to judge. What
    follows from rugs that show both halves is left behind; ``Position.refresh_board`` finds it.
    """
    ways, no_two_halves = _ways(position.rules.straight), not position.rules.two_halves
    board, others, colours, creditors = position.board, position.others, position.colours, position.creditors
    dirhams, unlaid, upcoming, piles = position.dirhams, position.unlaid, position.upcoming, position.piles
    two_colours, top = position.two_colours, [colour << 6 | position.rugs_each + 1 for colour in range(4)]
    after_seat = [following[0] for following in position.next_seats]
    seat, pose = position.current, position.pose
    had, drawn, waiting = unlaid[:], [0] * len(unlaid), False
    before = pose
    payment: tuple[Any, ...] = ()
    coming = islice(entries, number, None)
    try:
        for (whose, rotation), (chance, face), (layer, rug) in zip(coming, coming, coming, strict=False):
            after, square, beside = ways[pose][rotation][face]
            first, second = beside[rug]
            beneath = board[first]
            if beneath and (beneath == board[second] or (no_two_halves and board[second])):
                break
            if whose != seat or layer != seat or chance is not None:
                break
            creditor = creditors[colours[square]]
            if creditor != seat and creditor != NOBODY:
                colour = colours[square]
                colours[square] = VISITED
                patch = [square]
                for here in patch:  # as in ``rugs.flood``
                    north, east, south, west = PADDED_NEIGHBOURS[here]
                    if colours[north] == colour:
                        colours[north] = VISITED
                        patch.append(north)
                    if colours[east] == colour:
                        colours[east] = VISITED
                        patch.append(east)
                    if colours[south] == colour:
                        colours[south] = VISITED
                        patch.append(south)
                    if colours[west] == colour:
                        colours[west] = VISITED
                        patch.append(west)
                for here in patch:
                    colours[here] = colour
                owed, has = len(patch), dirhams[seat]
                if owed >= has:
                    break
                dirhams[seat] = has - owed
                dirhams[creditor] += owed
                payment = (owed, owed, creditor, patch, False)
            else:
                payment = ()
            colour, left = upcoming[seat], unlaid[seat]
            before = pose
            pose = after
            board[first] = board[second] = top[colour] - left
            colours[first] = colours[second] = colour
            others[first], others[second] = second, first
            unlaid[seat] = left - 1
            if two_colours:
                piles[colour] -= 1
                if piles[colour ^ 1]:
                    upcoming[seat] = colour ^ 1
                    if piles[colour]:
                        chance, text = next(coming, _NO_ENTRY)
                        if chance is not None or text not in _DRAWN[seat]:
                            upcoming[seat], waiting = NOBODY, True
                            break
                        upcoming[seat] = _DRAWN[seat][text]
                        drawn[seat] += 1
            if left == 1:
                upcoming[seat] = NOBODY
            seat = after_seat[seat]
            if not unlaid[seat]:
                break
    except KeyError:  # a text that is not known here
        pass
    laid = [then - now for then, now in zip(had, unlaid, strict=True)]
    turns = sum(laid)
    if turns:
        plies = 3 * turns + sum(drawn)
        number += plies
        position.ply += plies
        position.turn += turns - 1
        position.rolls, position.draws = list(map(add, position.rolls, laid)), list(map(add, position.draws, drawn))
        _set_last_turn_facts(position, entries[max(0, number - 4) : number], before, pose, payment)
        position.finish_laying(waiting)
    return number


def _set_last_turn_facts(
    position: Position, entries: Entries, before: int, pose: int, payment: tuple[Any, ...]
) -> None:
    """Bring into the position what the last turn of ``_replay_ordinary_turns`` was; its entries are the last of these."""
    (_, rotation), (_, face), (seat, rug) = entries[-3:] if entries[-1][0] is not None else entries[-4:-1]
    quarter = QUARTERS[rotation]
    position.pose, position.current, position.rotation = pose, seat or 0, quarter
    position.rug = PLACE_SQUARES[PLACE_NUMBERS[rug]]
    position.last_turn = (position.current, POSE_AFTER_ROTATION[before][quarter + 1], int(face), *payment)
    position.frozen_board = None
