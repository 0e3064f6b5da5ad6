"""Claims at tables with soft deadlines: an opponent asks that the game go on without a late player."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.errors import Conflict, Forbidden
from games.models import EventKind, LateClaim, LateRule, Turn

from .. import rate_limits
from ..lock import game_for_update
from ..play.actions import playing_seat
from ..time.instants import instant_of
from .events import add_event
from .falls import fall
from .gifts import open_turn_at
from .turns import compute_again


def claim(game_id: int, user: User, number: int, now: datetime, *, wants_substitute: bool = False) -> LateClaim:
    """Claim that the player of a seat is late: what happens at a deadline begins now.

    ``wants_substitute``: offer the seat to other players instead of letting the house play. As with every deadline,
    nothing falls before the scheduler's next heartbeat: then the sweep makes the steps, half a minute later at most.
    Raises Forbidden (not-seated, own-seat), Conflict (not-running, already-out, not-their-turn, no-clock,
    hard-deadlines, not-late, already-claimed, leaves-when-late), TooMany.
    """
    rate_limits.count("claim", user.pk)
    row = _claim(game_id, user, number, now, wants_substitute)
    fall(row.turn_id, game_id, now)
    return row


@transaction.atomic
def _claim(game_id: int, user: User, number: int, now: datetime, wants_substitute: bool) -> LateClaim:
    game = game_for_update(game_id)
    if playing_seat(game, user).number == number:
        raise Forbidden("own-seat", _("You are late yourself: play your turn."))
    if not game.has_soft_deadlines:
        raise Conflict("hard-deadlines", _("At this table the clock decides by itself."))
    if wants_substitute and game.late_rule == LateRule.OUT:
        raise Conflict("leaves-when-late", _("At this table a late player is out of the game."))
    open_turn_at(game, number)
    compute_again(game, now)
    turn = open_turn_at(game, number)
    _check(turn, now, wants_substitute)
    row = LateClaim.objects.create(turn=turn, user=user, at=now, wants_substitute=wants_substitute)
    params = {"wants_substitute": wants_substitute}
    add_event(game, EventKind.CLAIM, now, seat=number, user=user, params=params)
    compute_again(game, now)
    return row


def _check(turn: Turn, now: datetime, wants_substitute: bool) -> None:
    """Refuse a claim in time, and one that adds nothing to an earlier one."""
    if turn.deadline is None or instant_of(now) <= instant_of(turn.deadline):
        raise Conflict("not-late", _("This player still has time."))
    earlier = [row for row in turn.claims.all() if row.at >= turn.deadline]
    if earlier and (not wants_substitute or any(row.wants_substitute for row in earlier)):
        raise Conflict("already-claimed", _("Someone has already asked to go on. The log says what happens next."))
