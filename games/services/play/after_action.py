"""What follows from an action: the log grows, chance answers, the derived columns and the mails keep up.

Everything here runs inside the caller's transaction, under the game's lock.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from games.engine.core import Title
from games.engine.registry import get_title
from games.engine.values import ABORT, Outcome
from games.models import Game, Kind, Seat, Status
from games.selectors.seats import is_robot, seats_with_users

from ..analysis import analyses
from ..clock import deadline_of
from ..notifications import outbox
from ..writing import update, update_all
from .advance_orders import WaitingOrders
from .dice import open_dice
from .log import append_entry, store_entries

# The columns of Game and Seat that follow from the log alone.
GAME_COLUMNS = ["ply", "turn", "status", "deadline", "overdue_at", "end_reason", "finished_at", "version"]
SEAT_COLUMNS = ["is_acting", "acting_since", "is_out", "score", "place", "finished_at"]
SOLO_MAIL_DELAY = timedelta(minutes=5)  # whoever plays with robots alone is probably there, and needs no mail


def after_action(
    game: Game,
    title: Title,
    state: object,
    now: datetime,
    by: int | None = None,
    seats: Sequence[Seat] | None = None,
) -> object:
    """Let chance and standing orders answer until a player must act or the game is over; bring all up to date.

    ``by`` is the seat whose own action has led here, ``seats`` what ``seats_with_users`` returned under this lock.
    Where everybody still in the game wishes so, it is aborted.
    """
    seats = seats_with_users(game) if seats is None else seats
    standing = WaitingOrders(game, title, seats, now, by)
    state = standing.resolve_until_action(state)
    before = {seat: derived_values(seat) for seat in seats}
    set_derived_columns(game, seats, title, state, now, by)
    if game.status == Status.RUNNING and _all_would_abort(seats):
        state = append_entry(game, title, state, title.parse(state, None, ABORT), now)
        set_derived_columns(game, seats, title, state, now)
    standing.drop_impossible(state)
    store_entries(game)
    game.version += 1
    update(game, GAME_COLUMNS)
    _save_changed(seats, before)
    announce(game, seats, now)
    return state


def _save_changed(seats: Sequence[Seat], before: Mapping[Seat, list[object]]) -> None:
    """Write what is different now, of all seats in one statement."""
    pairs = [(seat, dict(zip(SEAT_COLUMNS, before[seat], strict=True))) for seat in seats]
    columns = [name for name in SEAT_COLUMNS if any(getattr(seat, name) != old[name] for seat, old in pairs)]
    changed = [seat for seat, old in pairs if derived_values(seat) != list(old.values())]
    if changed:
        update_all(changed, columns)


def _all_would_abort(seats: Sequence[Seat]) -> bool:
    """Tell whether everybody still in the game wishes to end it. Robots agree with the people."""
    people = [seat for seat in seats if not seat.is_out and not is_robot(seat)]
    return bool(people) and all(seat.wants_abort for seat in people)


def derived_values(row: Game | Seat) -> list[object]:
    """Return the values of a row's derived columns."""
    return [getattr(row, name) for name in (GAME_COLUMNS if isinstance(row, Game) else SEAT_COLUMNS)]


def set_derived_columns(
    game: Game, seats: Sequence[Seat], title: Title, state: object, now: datetime, by: int | None = None
) -> None:
    """Set the derived columns on the objects; write nothing.

    A turn begins for a seat that did not have to act before, or that has just ended a turn of its own. Somebody else's
    leaving, which counts as a turn, does not interrupt it: neither its deadline nor its mail comes anew.
    """
    acting, turn = title.acting(state), title.turn(state)
    ended = by if game.turn != turn else None
    newly = [seat for seat in seats if seat.number in acting and (not seat.is_acting or seat.number == ended)]
    for seat in newly:
        seat.acting_since = now
    if newly:
        is_timed = any(not is_robot(seat) for seat in newly)
        game.deadline, game.overdue_at = deadline_of(game.pace, now) if is_timed else None, None
    game.turn = turn
    by_number = {panel.seat: panel for panel in title.panels(state)}
    for number, seat in enumerate(seats):
        seat.is_acting = number in acting
        seat.acting_since = seat.acting_since if seat.is_acting else None
        panel = by_number.get(number)  # a title may know nothing about its seats
        seat.is_out = panel is not None and panel.out
        seat.score = next((stat.value for stat in (panel.stats if panel else ()) if stat.kind == "score"), None)
    if outcome := title.outcome(state):
        mark_finished(game, seats, outcome, now)
    else:
        mark_running(game, seats)


def mark_running(game: Game, seats: Sequence[Seat]) -> None:
    """Set the columns of a game that is not over, on the objects."""
    game.status, game.end_reason, game.finished_at = Status.RUNNING, "", None
    for seat in seats:
        seat.place = seat.finished_at = None


def mark_finished(game: Game, seats: Sequence[Seat], outcome: Outcome, now: datetime) -> None:
    """Set the columns of a game that is over, on the objects."""
    game.status = Status.ABORTED if outcome.reason == "aborted" else Status.FINISHED
    game.end_reason, game.deadline, game.overdue_at = outcome.reason, None, None
    game.finished_at = game.finished_at or now
    for standing in outcome.standings:
        seat = seats[standing.seat]
        seat.score, seat.is_out = standing.score, standing.out
        seat.place = None if game.status == Status.ABORTED else standing.place
    for seat in seats:
        seat.finished_at = game.finished_at


def announce(game: Game, seats: Sequence[Seat], now: datetime) -> None:
    """Queue the mails that the new position calls for, wake robots, and open the dice of a game that is over."""
    if game.is_over:
        open_dice(game, game.finished_at or game.created_at)
        analyses.queue(game)
    elif any(seat.is_acting and is_robot(seat) for seat in seats):
        outbox.wake_robot(game.pk)
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


def title_of(game: Game) -> Title:
    """Return the title that a stored game is of."""
    return get_title(game.title)
