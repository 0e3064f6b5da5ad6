"""The first action of a seat without its share of the dice: the question before it, and what the log says then.

Only the player's device can open its share. A game does not wait for it, but a seat that acts without it gives it up
for good: whoever could still choose to open it later would choose the dice.
"""

from datetime import datetime

from django.utils.translation import gettext_lazy as _

from games.common.errors import Conflict
from games.core.dice import has_unopened_share, place_of
from games.core.log import add_event
from games.core.models import EventKind, Game, GivenUpBy, Seat
from games.engine.dice import V2


def owes_share(game: Game, seat: Seat) -> bool:
    """Return True if the share of a seat must be opened or given up with its next action."""
    return game.dice_version > V2 and has_unopened_share(game, seat)


def require_share(game: Game, seat: Seat) -> None:
    """Refuse an action of the player of a seat whose share is not open. Raises Conflict (share-due)."""
    if owes_share(game, seat) and seat.taken_at is None:
        raise Conflict("share-due", _("Play without your share in the results?"))


def give_up_share(game: Game, seat: Seat, by: GivenUpBy, ply: int, now: datetime) -> None:
    """Give up the share of a seat that acts after ``ply`` entries, if it is not open, and write it to the log.

    A player or a robot that has taken over the seat could never open it: it was given up by the time-out before. If
    the action that gave it up is lost, this is the first one now.
    """
    if seat.share_given_up and seat.share_given_up_ply is None:
        seat.share_given_up_ply = place_of(game, ply)
        seat.save(update_fields=["share_given_up_ply"])
    if not owes_share(game, seat):
        return
    seat.share_given_up = GivenUpBy.TIME_OUT if seat.taken_at else by
    seat.share_given_up_ply = place_of(game, ply)
    seat.save(update_fields=["share_given_up", "share_given_up_ply"])
    add_event(game, EventKind.SHARE, now, seat=seat.number, params={"by": seat.share_given_up})
