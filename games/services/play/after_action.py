"""What follows from an action: answers of chance, orders in advance, derived columns, notifications.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games import signals
from games.engine.values import ABORT
from games.models import Game, Kind, Seat, Status
from games.selectors.seats import is_robot, seats_with_users

from ..after_commit import send_after_commit
from ..analysis import analyses
from ..notifications import outbox
from .advance_orders import WaitingOrders
from .derived import GAME_COLUMNS, SEAT_COLUMNS, derived_values, set_derived_columns
from .dice import open_dice
from .log import LogWriter

SOLO_MAIL_DELAY = timedelta(minutes=5)  # a player alone with robots is probably still there


def after_action(log: LogWriter, state: object, by: int | None = None, seats: Sequence[Seat] | None = None) -> object:
    """Let chance and orders in advance answer until a player must act or the game is over; bring all up to date.

    ``by`` is the seat whose own action has led here, ``seats`` what ``seats_with_users`` returned under this lock.
    If everyone still in the game agrees to abort it, it is aborted.
    """
    game, title, now = log.game, log.title, log.now
    seats = seats_with_users(game) if seats is None else seats
    orders = WaitingOrders(log, seats, by)
    state = orders.resolve_until_action(state)
    before = {seat: derived_values(seat) for seat in seats}
    set_derived_columns(game, seats, title, state, now, by)
    if game.status == Status.RUNNING and _all_would_abort(seats):
        state = log.append_text(state, None, ABORT)
        set_derived_columns(game, seats, title, state, now)
    orders.drop_impossible(state)
    log.store()
    game.version += 1
    game.save(update_fields=GAME_COLUMNS)
    _save_changed(seats, before)
    announce(game, seats, now)
    return state


def _save_changed(seats: Sequence[Seat], before: Mapping[Seat, list[object]]) -> None:
    """Write the derived columns that are different now. Few seats change: one by one is quicker than bulk_update."""
    for seat in seats:
        pairs = zip(SEAT_COLUMNS, before[seat], derived_values(seat), strict=True)
        if changed := [name for name, old, new in pairs if old != new]:
            seat.save(update_fields=changed)


def _all_would_abort(seats: Sequence[Seat]) -> bool:
    """Tell whether everybody still in the game wishes to end it. Robots agree with the people."""
    people = [seat for seat in seats if not seat.is_out and not is_robot(seat)]
    return bool(people) and all(seat.wants_abort for seat in people)


def announce(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Queue the mails that the new position calls for, wake robots, and open the dice of a game that is over."""
    if game.is_over:
        open_dice(game, game.finished_at or game.created_at)
        analyses.queue(game)
    elif any(seat.is_acting and is_robot(seat) for seat in seats):
        send_after_commit(signals.robot_due, game_id=game.pk)
    outbox.queue_table_event(game)
    is_alone = sum(not seat.is_out and not is_robot(seat) for seat in seats) == 1
    for seat in seats:
        if seat.user is None:
            continue
        if game.is_over:
            outbox.queue(Kind.OVER, f"{game.pk}", user=seat.user, game=game)
        elif seat.acting_since == now:
            params: dict[str, str | int] = {"turn": game.turn}
            event, after = f"{game.pk}:{game.ply}", SOLO_MAIL_DELAY if is_alone else timedelta()
            outbox.queue(Kind.TURN, event, user=seat.user, game=game, params=params, after=after)
