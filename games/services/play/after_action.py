"""The steps after an action: chance, orders in advance, derived columns, notifications.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games import signals
from games.engine.values import ABORT
from games.models import Game, Kind, ProposalKind, ProposalState, Seat, Status, TurnEnd
from games.selectors.tables.proposals import open_proposals
from games.selectors.tables.seats import is_robot, return_until
from games.selectors.time.own_turns import open_turns

from ..after_commit import send_after_commit
from ..clocks.turn_facts import TurnReader
from ..clocks.turns import (
    SEAT_CLOCK_COLUMNS,
    charge_turn,
    new_turns,
    play_at_once,
    store_earliest,
    store_new_turns,
)
from ..notifications import outbox
from ..tables.open_proposals import after_change, all_agree, close
from .advance_orders import WaitingOrders
from .derived_columns import GAME_COLUMNS, RESIGNATION, SEAT_COLUMNS, set_derived_columns
from .dice import open_dice
from .log import LogWriter
from .tallies import count_game

SAVED_COLUMNS = [*SEAT_COLUMNS, *SEAT_CLOCK_COLUMNS]
SOLO_MAIL_DELAY = timedelta(minutes=5)  # a player alone with robots is probably still on the site


def after_action(
    log: LogWriter,
    state: object,
    seats: Sequence[Seat],
    by: int | None = None,
    ended_by: TurnEnd = TurnEnd.PLAYER,
) -> object:
    """Apply chance and orders in advance until a player must act or the game is over; store and announce the result.

    ``seats`` are all seats in order of play, read under this lock. ``by`` is the seat of the action, ``ended_by`` who
    acted for it. Abort the game if everyone still in it agrees; close or carry out other proposals.
    """
    game, title, now = log.game, log.title, log.now
    orders = WaitingOrders(log, seats, by)
    state = orders.resolve_until_action(state)
    before = {seat: _saved_values(seat) for seat in seats}
    was_acting = {seat for seat in seats if seat.is_acting}
    newly = set_derived_columns(game, seats, title, state, now, by)
    proposals = open_proposals(game)
    agreed = all_agree(proposals, ProposalKind.ABORT, seats) if game.status == Status.RUNNING else None
    if agreed:
        close(agreed, ProposalState.AGREED, now)
        state = log.append_text(state, None, ABORT)
        newly = set_derived_columns(game, seats, title, state, now)
    orders.drop_impossible(state)
    log.store({seat.number: seat.user for seat in seats if seat.taken_at and seat.user})
    if newly or orders.played or game.is_over or any(not seat.is_acting for seat in was_acting):
        _change_turns(game, seats, newly, orders.played, now, by, ended_by)
    game.version += 1
    game.save(update_fields=[*GAME_COLUMNS, *RESIGNATION])
    _save_changed(seats, before)
    if game.is_over:
        count_game(game, seats)
    after_change(game, proposals, seats, now)
    announce(game, seats, now)
    return state


def _change_turns(
    game: Game,
    seats: Sequence[Seat],
    newly: Sequence[Seat],
    played: Sequence[int],
    now: datetime,
    by: int | None,
    ended_by: TurnEnd,
) -> None:
    """End the turns that are over, begin those of ``newly``, and record those that orders in advance played."""
    turns, by_id = open_turns(game), {seat.pk: seat for seat in seats}
    for turn in turns:
        turn.seat = by_id[turn.seat_id]
    ended = [turn for turn in turns if turn.seat in newly or not turn.seat.is_acting]
    begun = new_turns(game, newly, now)
    reader = TurnReader([*ended, *begun])
    for turn in ended:
        how = ended_by if turn.seat.number == by else TurnEnd.OVER if game.is_over else TurnEnd.LEFT
        charge_turn(turn, now, how, reader)
    for number in played:
        play_at_once(game, seats[number], now)
    store_new_turns(game, begun, reader, now)
    store_earliest(game, [*(turn for turn in turns if turn not in ended), *begun])


def _save_changed(seats: Sequence[Seat], before: Mapping[Seat, list[object]]) -> None:
    """Save the changed columns. Few seats change, and ``bulk_update`` of all columns takes 4 ms more."""
    for seat in seats:
        columns = zip(SAVED_COLUMNS, before[seat], _saved_values(seat), strict=True)
        if changed := [name for name, old, new in columns if old != new]:
            seat.save(update_fields=changed)


def _saved_values(seat: Seat) -> list[object]:
    return [getattr(seat, name) for name in SAVED_COLUMNS]


def announce(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Queue notifications about the new position, wake robots, and open the dice of a game that is over."""
    if game.is_over:
        open_dice(game, game.finished_at or game.created_at)
        signals.game_over.send(sender=None, game=game)
    elif any(seat.is_acting and is_robot(seat) for seat in seats):
        send_after_commit(signals.robot_due, game_id=game.pk)
    if game.is_over:
        players = [seat.user for seat in seats if seat.user]
        outbox.queue_at_table(game, players, Kind.OVER, f"{game.pk}")
        _tell_owners(game, seats, now)
        return
    is_alone = sum(not seat.is_out and not is_robot(seat) for seat in seats) == 1
    event, after = f"{game.pk}:{game.ply}{game.undo_mark}", SOLO_MAIL_DELAY if is_alone else timedelta()
    players = [seat.user for seat in seats if seat.user and seat.acting_since == now]
    outbox.queue_at_table(game, players, Kind.TURN, event, {"turn": game.turn}, after=after)


def _tell_owners(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Tell players who could still have come back to their seats that the game is over."""
    for seat in seats:
        until = return_until(seat)
        if seat.owner and until and until > now:
            outbox.queue(Kind.OVER, f"{game.pk}", user=seat.owner, game=game)
