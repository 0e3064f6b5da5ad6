"""A second email about a turn, for players who did not get the first one."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Conflict
from games.models import Channel, Game, Kind, Notification, NotificationState, Seat, Status

from ..lock import game_for_update
from . import outbox

ON_ITS_WAY = [NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING]


@transaction.atomic
def resend_turn_mail(game_id: int) -> int:
    """Queue another email about the current turn to each acting player. Return the number of emails.

    A player whose first email is still queued or held gets no second one, nor does a player who has turned these emails
    off. Raises Conflict (not-running).
    """
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    acting = game.seats.filter(is_acting=True).exclude(user=None).select_related("user")
    rows = [queue_turn_mail(game, seat) for seat in acting]
    return sum(row is not None for row in rows)


def queue_turn_mail(game: Game, seat: Seat) -> Notification | None:
    """Queue another email about the turn under way to the player of a seat, unless one is on its way."""
    mails = Notification.objects.filter(kind=Kind.TURN, channel=Channel.EMAIL, game=game, user=seat.user)
    earlier = mails.filter(created_at__gte=seat.acting_since)
    if earlier.filter(state__in=ON_ITS_WAY).exists():
        return None
    event = f"{game.pk}:{game.ply}{game.undo_mark}:again-{earlier.count()}"
    return outbox.queue(Kind.TURN, event, user=seat.user, game=game, params={"turn": game.turn})
