"""What operators change at a table, each with a reason that its players can read in the log."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.selectors import person_by_name
from games.clocks import outages, pauses
from games.clocks.instants import instant_of
from games.clocks.models import Outage, TimeGift
from games.clocks.selectors import current_pause, turns_in_outage
from games.clocks.turn_clock import is_pause_too_long
from games.clocks.turns import recompute
from games.common.errors import Conflict, Invalid
from games.common.wording import exact_text
from games.core.log import Param, add_event
from games.core.models import EventKind, Game, Seat
from games.core.selectors import is_robot
from games.deputies.selectors import has_played_other_seat
from games.notifications.outbox import notify_players
from games.play.operators import Operator as Operator
from games.play.operators import checked, running

from . import substitutes
from .claims import open_turn_at

MAX_GIFT = timedelta(days=60)
MAX_OUTAGE = timedelta(days=30)


@transaction.atomic
def give_time(game_id: int, number: int, length: timedelta, by: Operator) -> TimeGift:
    """Give time to the player of a seat, whose turn it is.

    Raises Conflict (not-running, changed, not-their-turn, no-clock), Invalid (no-reason, bad-amount).
    """
    if not timedelta() < length <= MAX_GIFT:
        raise Invalid("bad-amount", _("Give at least a second, and at most 60 days."))
    game, reason, now = running(game_id, by)
    turn, amount = open_turn_at(game, number), int(length.total_seconds())
    gift = TimeGift.objects.create(turn=turn, user=by.user, seconds=amount, at=now, reason=reason)
    recompute(game, now)
    params: dict[str, Param] = {"reason": reason, "seconds": amount}
    notify_players(add_event(game, EventKind.OPERATOR, now, seat=number, params=params))
    return gift


@transaction.atomic
def pause(game_id: int, until: datetime, by: Operator) -> None:
    """Let the clocks of a table rest up to a date.

    Raises Conflict (not-running, changed, already-paused), Invalid (no-reason, bad-dates).
    """
    if is_pause_too_long(instant_of(timezone.now()), instant_of(until)):
        raise Invalid("bad-dates", _("A pause ends in the future, within 30 days."))
    game, reason, now = running(game_id, by)
    if current_pause(game, now):
        raise Conflict("already-paused", _("This game is already paused."))
    pauses.begin_pause(game, until, now, reason=reason)


@transaction.atomic
def end_pauses(game_id: int, by: Operator) -> None:
    """End the pause of a table. Raises Conflict (not-running, changed, not-paused), Invalid (no-reason)."""
    game, reason, now = running(game_id, by)
    if not current_pause(game, now):
        raise Conflict("not-paused", _("This game is not paused."))
    pauses.end_pause(game, now, reason=reason)


@transaction.atomic
def offer_seat(game_id: int, number: int, by: Operator) -> Seat:
    """Offer a seat to other players; after a day a robot takes it. The player can take it back.

    Raises Conflict (not-running, changed, seat-out, already-offered), Invalid (no-reason).
    """
    game, reason, now = running(game_id, by)
    seat = _seat(game, number)
    if is_robot(seat):
        raise Conflict("seat-out", _("There is no player in this seat."))
    if seat.offered_at is not None:
        raise Conflict("already-offered", _("This seat is already open to other players."))
    substitutes.offer(game, seat, now, now, reason)
    return seat


@transaction.atomic
def give_seat(game_id: int, number: int, name: str, by: Operator) -> Seat:
    """Give a seat to the player with this name, at once. Its player can take it back for 14 days.

    Raises Conflict (not-running, changed, seat-out, already-seated, other-seat), Invalid (no-reason, unknown-player).
    """
    game, reason, now = running(game_id, by)
    seat, user = _seat(game, number), person_by_name(name)
    if user is None or user.robot:
        raise Invalid("unknown-player", _("There is no player with this name."))
    if not user.is_confirmed:
        raise Invalid("unknown-player", _("This player has no confirmed email address."))
    holds_other = Seat.objects.held_by(user, now).filter(game=game).exclude(pk=seat.pk).exists()
    if holds_other or (seat.user_id == user.pk and seat.offered_at is None):
        raise Conflict("already-seated", _("This player already has a seat at this table."))
    if has_played_other_seat(game.pk, user, number):
        raise Conflict("other-seat", _("This player has already played for another seat at this table."))
    substitutes.give_to_player(game, seat, user, now, reason)
    return seat


@transaction.atomic
def give_seat_to_robot(game_id: int, number: int, by: Operator) -> Seat:
    """Give a seat to the robot that the table has chosen, at once. Its player can take it back for 14 days.

    If no person is left at the table, the game is aborted.

    Raises Conflict (not-running, changed, seat-out, already-seated, no-robot), Invalid (no-reason).
    """
    game, reason, now = running(game_id, by)
    seat, robot = _seat(game, number), substitutes.free_robot(game)
    if is_robot(seat):
        raise Conflict("already-seated", _("A robot already has this seat."))
    if robot is None:
        raise Conflict("no-robot", _("No robot plays this game."))
    substitutes.give_to_robot(game, seat, robot, now, reason)
    return seat


def declare_outage(began_at: datetime, ended_at: datetime, by: Operator) -> Outage:
    """Declare an outage of the site, also afterwards. Raises Invalid (no-reason, bad-dates, too-long)."""
    effects = " ".join(outage_effects(began_at, ended_at, by))
    return outages.declare_outage(began_at, ended_at, by.user, checked(by.reason), effects, timezone.now())


def outage_effects(began_at: datetime, ended_at: datetime, by: Operator) -> list[str]:
    """Return what an outage would do to the clocks, in sentences. Raises what ``declare_outage`` raises."""
    checked(by.reason)
    if not began_at < ended_at <= timezone.now():
        raise Invalid("bad-dates", _("An outage ends after it has begun, and not in the future."))
    if ended_at - began_at > MAX_OUTAGE:
        raise Invalid("too-long", _("Declare at most 30 days."))
    turns, length = turns_in_outage(ended_at), int((ended_at - began_at).total_seconds())
    numbers = {"clocks": turns.count(), "tables": turns.order_by().values("game").distinct().count()}
    return [
        gettext("Clocks under way that are computed again: %(clocks)d. Tables: %(tables)d.") % numbers,
        gettext("Each clock gets back what it ran in this time, at most %(length)s.") % {"length": exact_text(length)},
    ]


def _seat(game: Game, number: int) -> Seat:
    seat = game.seats.filter(number=number, is_out=False).select_related("user").first()
    if seat is None:
        raise Conflict("seat-out", _("There is no player in this seat."))
    return seat
