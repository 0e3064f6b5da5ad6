"""Time that players give to an opponent whose turn it is."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Conflict, Forbidden, Invalid
from games.models import EventKind, Game, Kind, TimeGift, Turn
from games.selectors.time.own_turns import open_turns

from .. import rate_limits
from ..lock import game_for_update
from ..notifications import outbox
from ..play.actions import playing_seat
from ..time.instants import DAY, HOUR
from . import falls
from .events import add_event
from .turns import compute_again

AMOUNTS = (HOUR, 12 * HOUR, DAY, 3 * DAY)
MAX_GIFTS = 20  # in one turn, from all players
MAX_TIME = 30 * DAY  # in one turn, from all players


def give_time(
    game_id: int, giver: User, number: int, seconds: int, now: datetime, *, given: int | None = None
) -> TimeGift:
    """Give time to the player of a seat: at once in the bank, above its cap if need be.

    After the deadline, steps that were made stay. ``given`` is the number of gifts that the giver saw in this turn, so
    that a double click gives once. Raises Forbidden (not-seated, own-seat), Conflict (not-running, already-out,
    not-their-turn, no-clock, already-given, too-much-time), Invalid (bad-amount), TooMany.
    """
    if seconds not in AMOUNTS:
        raise Invalid("bad-amount", _("You can give 1 hour, 12 hours, 1 day or 3 days."))
    rate_limits.count("gift", giver.pk)
    falls.catch_up(Game.objects.get(pk=game_id), now)
    return _give(game_id, giver, number, seconds, now, given)


@transaction.atomic
def _give(game_id: int, giver: User, number: int, seconds: int, now: datetime, given: int | None) -> TimeGift:
    game = game_for_update(game_id)
    if playing_seat(game, giver).number == number:
        raise Forbidden("own-seat", _("You cannot give time to yourself."))
    turn = open_turn_at(game, number)
    gifts = list(turn.gifts.all())
    if given is not None and given != len(gifts):
        raise Conflict("already-given", _("Someone has just given time. Check the clock and try again."))
    if len(gifts) >= MAX_GIFTS or seconds + sum(gift.seconds for gift in gifts) > MAX_TIME:
        raise Conflict("too-much-time", _("This player has been given as much time as one turn can hold."))
    gift = TimeGift.objects.create(turn=turn, user=giver, seconds=seconds, at=now)
    compute_again(game, now)
    event = add_event(game, EventKind.GIFT, now, seat=number, user=giver, params={"seconds": seconds})
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
