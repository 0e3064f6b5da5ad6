"""Seats whose players stay away: offered to other players, taken over by one or by a robot, taken back."""

import logging
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.instants import instant_of, moment_of
from games.clocks.models import Turn, TurnEnd
from games.clocks.selectors import open_turns
from games.clocks.time_out_steps import TIME_FOR_SUBSTITUTES, for_substitutes_until, may_return
from games.clocks.turn_facts import outages_since, pace_of
from games.clocks.turns import begin_turns, end_turns, recompute
from games.common import signals
from games.common.errors import Conflict, Forbidden
from games.common.permissions import require_active_account, require_confirmed_address
from games.common.signals import send_after_commit
from games.conduct.selectors import Act, require_may
from games.core.choices import Status
from games.core.lock import game_for_update
from games.core.log import Param, add_event, note_if_broken
from games.core.models import EventKind, Game, Seat
from games.core.selectors import has_blocked, is_robot, title_of
from games.deputies.selectors import has_played_other_seat
from games.notifications.outbox import notify_players, queue_turn_mail
from games.play import endings
from games.play.models import AdvanceOrder, OrderState
from games.play.proposals import settle
from games.play.reliability import require_reliable
from games.play.requirements import require_minimum
from games.play.robots import robots_for

logger = logging.getLogger(__name__)


def offer(game: Game, seat: Seat, at: datetime, now: datetime, reason: str = "") -> None:
    """Offer a seat to other players; its turn waits without a clock. Runs under the game's lock."""
    seat.offered_at = at
    seat.save(update_fields=["offered_at"])
    recompute(game, now)
    params: dict[str, Param] = {"reason": reason} if reason else {}
    notify_players(add_event(game, EventKind.OFFERED, now, seat=seat.number, params=params))


@transaction.atomic
def take_seat(game_id: int, number: int, user: User, now: datetime) -> Game:
    """Take over a seat that is offered, with the bank of a new game.

    Raises Conflict (seat-taken, already-seated, other-seat, not-running), Forbidden (account-closed,
    address-unconfirmed, below-minimum). Who has played another seat of this table cannot take a second one. Where
    someone sits who is kept apart from the user, no seat is open.
    """
    game = game_for_update(game_id)
    seat = game.seats.filter(number=number).select_related("user").first()
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    is_kept_apart = seat is not None and seat.owner_id != user.pk and has_blocked(game, user)
    if seat is None or seat.offered_at is None or is_kept_apart:
        raise Conflict("seat-taken", _("This seat is no longer open to other players."))
    require_active_account(user)
    require_confirmed_address(user)
    if Seat.objects.held_by(user, now).filter(game=game).exclude(pk=seat.pk, owner=user).exists():
        raise Conflict("already-seated", _("You already have a seat at this table."))
    if has_played_other_seat(game.pk, user, seat.number):
        raise Conflict("other-seat", _("You have already played for another seat at this table."))
    if seat.owner_id != user.pk:
        require_may(user, Act.NEW_GAME, *([Act.RATED] if game.is_rated else []))
        require_reliable(user, now)
        require_minimum(game, user, now)
    _hand_over(game, seat, user, now)
    settle(game, now)
    notify_players(
        add_event(game, EventKind.SUBSTITUTE, now, seat=seat.number, user=user), but=[user], also=[seat.owner]
    )
    return game


def take_seats_by_robots(now: datetime) -> int:
    """Give the seats that nobody wanted for a day, without outages of the site, to robots. Return their number."""
    before = moment_of(instant_of(now) - TIME_FOR_SUBSTITUTES)
    offered = Seat.objects.offered().filter(offered_at__lte=before, game__troubled_at=None)
    rows = list(offered.values_list("pk", "game_id", "offered_at"))
    outages = outages_since(min((at for _pk, _game, at in rows if at), default=now))
    instant = instant_of(now)
    due = [row for row in rows if row[2] and for_substitutes_until(instant_of(row[2]), outages) <= instant]
    taken = 0
    for pk, game_id, at in due[:100]:
        try:
            taken += _take_by_robot(pk, game_id, at, now)
        except Exception as error:
            note_if_broken(error)
            logger.exception("a robot could not take a seat", extra={"seat": pk})
    return taken


@transaction.atomic
def _take_by_robot(seat_id: int, game_id: int, offered_at: datetime | None, now: datetime) -> bool:
    """Give a seat to a robot, if it is still the offer that was found: the player may have been back meanwhile."""
    game = game_for_update(game_id)
    seat = game.seats.filter(pk=seat_id, offered_at=offered_at).select_related("user").first()
    if seat is None or game.status != Status.RUNNING:
        return False
    robot = free_robot(game)
    if robot is None:
        endings.leave_out_of_time(game, seat.number or 0, now)
        return False
    give_to_robot(game, seat, robot, now)
    return True


def give_to_robot(game: Game, seat: Seat, robot: User, now: datetime, reason: str = "") -> None:
    """Put a robot into a seat; without a person left, the game is aborted. Runs under the game's lock."""
    params: dict[str, Param] = {"left": seat.user_id, "reason": reason} if reason else {}
    _hand_over(game, seat, robot, now)
    event = add_event(game, EventKind.ROBOT, now, seat=seat.number, user=robot, params=params)
    if endings.abort_if_deserted(game, now):
        return
    notify_players(event, also=[seat.owner])
    settle(game, now)
    send_after_commit(signals.robot_due, game_id=game.pk)


def give_to_player(game: Game, seat: Seat, user: User, now: datetime, reason: str) -> None:
    """Put a player into a seat as the operator wishes. Runs under the game's lock.

    Its owner gets it back with the bank of that time; a player whose seat was offered keeps it.
    """
    former = seat.user
    is_back = seat.user_id == user.pk or (seat.owner_id == user.pk and _owner_may_return(seat, now))
    if is_back:
        _give_back(game, seat, user, now)
    else:
        _hand_over(game, seat, user, now)
    kind = EventKind.RETURNED if is_back else EventKind.SUBSTITUTE
    params: dict[str, Param] = {"left": former.pk if former else None, "reason": reason}
    event = add_event(game, kind, now, seat=seat.number, user=user, params=params)
    settle(game, now)
    notify_players(event, also=[former, seat.owner])
    if seat.is_acting:
        queue_turn_mail(game, seat)


def free_robot(game: Game) -> User | None:
    """Return an account of the table's robot, or of any of the title, that does not sit here yet.

    None for a title without robots: there, the seat leaves the game.
    """
    title = title_of(game)
    if not title.robots:
        return None
    key = game.late_robot if game.late_robot in title.robots else next(iter(title.robots))
    seated = set(game.seats.values_list("user_id", flat=True))
    return next(robot for robot in robots_for(title, [key] * (len(seated) + 1)) if robot.pk not in seated)


def _hand_over(game: Game, seat: Seat, user: User, now: datetime) -> None:
    """Put another player into a seat. The owner keeps the right to come back, and the bank."""
    _withdraw_orders(game, seat, now)
    end_turns(_open_turns(game, seat), now, TurnEnd.REPLACED)
    pace = pace_of(game)
    if not (seat.owner_id and _owner_may_return(seat, now)):
        seat.owner, seat.owner_bank = None if is_robot(seat) else seat.user, seat.bank
    seat.user, seat.taken_at, seat.offered_at = user, now, None
    seat.bank, seat.stand_in_turns = pace.bank if pace else 0, 0
    _save_player(game, seat, now)


@transaction.atomic
def take_back(game_id: int, user: User, now: datetime) -> Game:
    """Give a seat back to its owner, with the bank that the owner had, or withdraw the offer of the user's own seat.

    Raises Conflict (not-running, too-late), Forbidden (not-seated).
    """
    game = game_for_update(game_id)
    mine = Q(owner=user, taken_at__isnull=False) | Q(user=user, offered_at__isnull=False)
    seat = game.seats.filter(mine).select_related("user").first()
    if seat is None:
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    require_active_account(user)
    if seat.user_id != user.pk and not _owner_may_return(seat, now):
        raise Conflict("too-late", _("The seat now belongs to the other player: 14 days have passed."))
    former = seat.user
    _give_back(game, seat, user, now)
    event = add_event(game, EventKind.RETURNED, now, seat=seat.number, user=user)
    notify_players(event, but=[user], also=[former])
    return game


def _owner_may_return(seat: Seat, now: datetime) -> bool:
    return seat.taken_at is not None and may_return(instant_of(seat.taken_at), instant_of(now))


def _give_back(game: Game, seat: Seat, user: User, now: datetime) -> None:
    """Put the owner into the seat again: a turn under way begins again, because no one waited for the owner."""
    end_turns(_open_turns(game, seat), now, TurnEnd.REPLACED)
    if seat.user_id != user.pk:
        _withdraw_orders(game, seat, now)
        seat.user, seat.owner, seat.bank, seat.taken_at = user, None, seat.owner_bank, None
    seat.offered_at, seat.stand_in_turns = None, 0
    _save_player(game, seat, now)


def _withdraw_orders(game: Game, seat: Seat, now: datetime) -> None:
    """Withdraw the orders in advance of a player who leaves the seat: they would be another's turns."""
    waiting = AdvanceOrder.objects.filter(game=game, user=seat.user, state=OrderState.WAITING)
    waiting.update(state=OrderState.WITHDRAWN, settled_at=now)


def _save_player(game: Game, seat: Seat, now: datetime) -> None:
    seat.save(update_fields=["user", "owner", "owner_bank", "taken_at", "offered_at", "bank", "stand_in_turns"])
    if seat.is_acting:
        begin_turns(game, [seat], now)
    recompute(game, now)


def _open_turns(game: Game, seat: Seat) -> list[Turn]:
    """Return the open turn of a seat, if there is one, with this object as its seat."""
    turns = list(open_turns(game).filter(seat=seat))
    for turn in turns:
        turn.seat = seat
    return turns
