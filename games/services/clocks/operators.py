"""What operators change at a table, each with a reason that its players can read in the log."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Conflict, Invalid
from games.models import EventKind, Game, Outage, Seat, Status, TablePause, TimeGift

from ..lock import game_for_update
from ..time.instants import instant_of
from ..time.rests import is_pause_too_long
from . import outages, seats
from .events import Param, add_event, tell_players
from .gifts import open_turn_at
from .turns import compute_again

LONGEST_REASON = 200
LONGEST_GIFT = timedelta(days=60)


@transaction.atomic
def give_time(game_id: int, number: int, length: timedelta, operator: User, reason: str, now: datetime) -> TimeGift:
    """Give time to the player of a seat, whose turn it is.

    Raises Conflict (not-running, not-their-turn, no-clock), Invalid (no-reason, bad-amount).
    """
    if not timedelta() < length <= LONGEST_GIFT:
        raise Invalid("bad-amount", _("Give at most 60 days."))
    game, reason = _running(game_id), _checked(reason)
    turn, amount = open_turn_at(game, number), int(length.total_seconds())
    gift = TimeGift.objects.create(turn=turn, user=operator, seconds=amount, at=now, reason=reason)
    compute_again(game, now)
    _tell(game, reason, now, number, amount)
    return gift


@transaction.atomic
def pause(game_id: int, until: datetime, reason: str, now: datetime) -> TablePause:
    """Let the clocks of a table rest up to a date. Raises Conflict (not-running), Invalid (no-reason, bad-dates)."""
    if is_pause_too_long(instant_of(now), instant_of(until)):
        raise Invalid("bad-dates", _("A pause ends within 30 days."))
    game, reason = _running(game_id), _checked(reason)
    row = TablePause.objects.create(game=game, began_at=now, until=until, reason=reason)
    compute_again(game, now)
    tell_players(add_event(game, EventKind.PAUSED, now, params={"until": until.isoformat(), "reason": reason}))
    return row


@transaction.atomic
def end_pauses(game_id: int, reason: str, now: datetime) -> int:
    """End the pauses of a table. Return their number.

    Raises Conflict (not-running, not-paused), Invalid (no-reason).
    """
    game, reason = _running(game_id), _checked(reason)
    under_way = [row for row in game.pauses.filter(ended_at=None) if row.until is None or row.until > now]
    if not under_way:
        raise Conflict("not-paused", _("This game is not paused."))
    TablePause.objects.filter(pk__in=[row.pk for row in under_way]).update(ended_at=now)
    compute_again(game, now)
    add_event(game, EventKind.RESUMED, now)
    _tell(game, reason, now)
    return len(under_way)


@transaction.atomic
def offer_seat(game_id: int, number: int, reason: str, now: datetime) -> Seat:
    """Offer a seat to other players; after a day a robot takes it. The player can take it back.

    Raises Conflict (not-running, seat-out, already-offered), Invalid (no-reason).
    """
    game, reason = _running(game_id), _checked(reason)
    seat = game.seats.filter(number=number, is_out=False, user__robot="").select_related("user").first()
    if seat is None:
        raise Conflict("seat-out", _("There is no player in this seat."))
    if seat.offered_at is not None:
        raise Conflict("already-offered", _("This seat is already looking for a player."))
    _tell(game, reason, now, number)
    seats.offer(game, seat, now, now)
    return seat


def declare_outage(began_at: datetime, ended_at: datetime, operator: User, reason: str, now: datetime) -> Outage:
    """Declare an outage of the site, also afterwards. Raises Invalid (no-reason, bad-dates)."""
    reason = _checked(reason)
    if not began_at < ended_at <= now:
        raise Invalid("bad-dates", _("An outage ends after it has begun, and not in the future."))
    return outages.declare_outage(began_at, ended_at, operator, reason, now)


def _running(game_id: int) -> Game:
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    return game


def _checked(reason: str) -> str:
    reason = " ".join(reason.split())[:LONGEST_REASON]
    if not reason:
        raise Invalid("no-reason", _("Give a reason. The players can read it."))
    return reason


def _tell(game: Game, reason: str, now: datetime, seat: int | None = None, seconds: int = 0) -> None:
    """Add a line with the reason to the table's log, and tell the players."""
    params: dict[str, Param] = {"reason": reason, **({"seconds": seconds} if seconds else {})}
    tell_players(add_event(game, EventKind.OPERATOR, now, seat=seat, params=params))
