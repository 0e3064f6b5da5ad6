"""What opponents can do about a late player: give time, or claim the time-out."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.clocks.instants import DAY, HOUR, instant_of
from games.clocks.models import TimeGift, TimeOutClaim, Turn
from games.clocks.selectors import open_turns
from games.clocks.turns import recompute
from games.common import rate_limits
from games.common.errors import Conflict, Forbidden, Invalid
from games.core.choices import LateRule
from games.core.lock import game_for_update
from games.core.log import add_event
from games.core.models import EventKind, Game
from games.notifications import outbox
from games.notifications.models import Kind
from games.play.actions import playing_seat

from .time_outs import handle_due_turns, handle_time_out

AMOUNTS = (HOUR, 12 * HOUR, DAY, 3 * DAY)
MAX_GIFTS = 20  # in one turn, from all players
MAX_TIME = 30 * DAY  # in one turn, from all players


def claim(game_id: int, user: User, number: int, now: datetime, *, wants_substitute: bool = False) -> TimeOutClaim:
    """Claim that the player of a seat is late: what happens at a deadline begins now.

    ``wants_substitute``: offer the seat to other players instead of playing a stand-in turn. As with every deadline,
    nothing is done before the scheduler's next heartbeat: then the sweep makes the steps, half a minute later at most.
    Raises Forbidden (not-seated, own-seat), Conflict (not-running, already-out, not-their-turn, no-clock,
    hard-deadlines, not-late, already-claimed, leaves-when-late), TooMany.
    """
    rate_limits.count("claim", user.pk)
    row = _claim(game_id, user, number, now, wants_substitute)
    handle_time_out(row.turn_id, game_id, now)
    return row


@transaction.atomic
def _claim(game_id: int, user: User, number: int, now: datetime, wants_substitute: bool) -> TimeOutClaim:
    game = game_for_update(game_id)
    if playing_seat(game, user).number == number:
        raise Forbidden("own-seat", _("You are late yourself: play your turn."))
    if not game.has_soft_deadlines:
        raise Conflict(
            "hard-deadlines",
            _("At this table the game goes on by itself after a deadline: there is nothing to ask for."),
        )
    if wants_substitute and game.late_rule == LateRule.OUT:
        raise Conflict("leaves-when-late", _("At this table a late player is out of the game."))
    open_turn_at(game, number)
    recompute(game, now)
    turn = open_turn_at(game, number)
    if repeated := _same_claim(turn, user, wants_substitute):
        return repeated
    _check(turn, now, wants_substitute)
    row = TimeOutClaim.objects.create(turn=turn, user=user, at=now, wants_substitute=wants_substitute)
    params = {"wants_substitute": wants_substitute}
    add_event(game, EventKind.CLAIM, now, seat=number, user=user, params=params)
    recompute(game, now)
    return row


def _same_claim(turn: Turn, user: User, wants_substitute: bool) -> TimeOutClaim | None:
    """Return the claim that this one repeats."""
    earlier = turn.claims.filter(user=user, wants_substitute=wants_substitute)
    return next((row for row in earlier if turn.deadline and row.at >= turn.deadline), None)


def _check(turn: Turn, now: datetime, wants_substitute: bool) -> None:
    """Refuse a claim in time, and one that adds nothing to an earlier one."""
    if turn.deadline is None or instant_of(now) <= instant_of(turn.deadline):
        raise Conflict("not-late", _("This player still has time."))
    earlier = [row for row in turn.claims.all() if row.at >= turn.deadline]
    if earlier and (not wants_substitute or any(row.wants_substitute for row in earlier)):
        raise Conflict(
            "already-claimed", _("Someone has already asked for the game to go on. The log says what happens next.")
        )


def give_time(
    game_id: int, giver: User, number: int, seconds: int, now: datetime, *, given: int | None = None
) -> TimeGift:
    """Give time to the player of a seat: at once in the bank, above its cap if need be.

    After the deadline, steps that were made stay. ``given`` is the number of gifts that the giver saw in this turn, so
    that a double click gives once: the same gift again changes nothing.

    Raises Forbidden (not-seated, own-seat), Conflict (not-running, already-out, not-their-turn, no-clock,
    already-given, too-much-time), Invalid (bad-amount), TooMany.
    """
    if seconds not in AMOUNTS:
        raise Invalid("bad-amount", _("You can give 1 hour, 12 hours, 1 day or 3 days."))
    rate_limits.count("gift", giver.pk)
    handle_due_turns(now, Game.objects.get(pk=game_id))
    return _give(game_id, giver, number, seconds, now, given)


@transaction.atomic
def _give(game_id: int, giver: User, number: int, seconds: int, now: datetime, given: int | None) -> TimeGift:
    game = game_for_update(game_id)
    if playing_seat(game, giver).number == number:
        raise Forbidden("own-seat", _("You cannot give time to yourself."))
    turn = open_turn_at(game, number)
    gifts = list(turn.gifts.order_by("pk"))
    if given is not None and given < len(gifts) and (gifts[given].user_id, gifts[given].seconds) == (giver.pk, seconds):
        return gifts[given]
    if given is not None and given != len(gifts):
        raise Conflict("already-given", _("Someone has just given time. Check the clock and try again."))
    if len(gifts) >= MAX_GIFTS or seconds + sum(gift.seconds for gift in gifts) > MAX_TIME:
        raise Conflict("too-much-time", _("This player has been given as much time as one turn can have."))
    gift = TimeGift.objects.create(turn=turn, user=giver, seconds=seconds, at=now)
    recompute(game, now)
    event = add_event(game, EventKind.GIFT, now, seat=number, user=giver, params={"seconds": seconds})
    if turn.user and rate_limits.may_reach(giver, turn.user):
        outbox.queue(Kind.NEWS, str(event.pk), user=turn.user, game=game, params={"event": event.pk})
    return gift


def open_turn_at(game: Game, number: int) -> Turn:
    """Return the open turn of a seat, which must have a clock. Raises Conflict (not-their-turn, no-clock)."""
    turn = open_turns(game).filter(seat__number=number).first()
    if turn is None:
        raise Conflict("not-their-turn", _("It’s not this player’s turn."))
    if turn.pace is None or turn.seat.offered_at is not None:
        raise Conflict("no-clock", _("This player has no clock at the moment."))
    return turn
