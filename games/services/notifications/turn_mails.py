"""The mail of a turn, once more: for players who say that it never came."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from games.errors import Conflict
from games.models import Channel, Game, Kind, Notification, NotificationState, Seat, Status

from ..lock import game_for_update
from . import outbox

ON_ITS_WAY = [NotificationState.QUEUED, NotificationState.HELD, NotificationState.SENDING]


@transaction.atomic
def resend_turn_mail(game_id: int) -> int:
    """Queue the mail of the turn that is due again, as a row of its own. Return how many mails that makes.

    Nobody gets a second one while the first is on its way or held back as its reader wishes, and nobody who has
    switched such mail off. Raises Conflict (not-running).
    """
    game = game_for_update(game_id)
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    acting = game.seats.filter(is_acting=True).exclude(user=None).select_related("user")
    rows = [_again(game, seat) for seat in acting]
    return sum(row is not None for row in rows)


def _again(game: Game, seat: Seat) -> Notification | None:
    mails = Notification.objects.filter(kind=Kind.TURN, channel=Channel.EMAIL, game=game, user=seat.user)
    earlier = mails.filter(created_at__gte=seat.acting_since)
    if earlier.filter(state__in=ON_ITS_WAY).exists():
        return None
    event = f"{game.pk}:{game.ply}:again-{earlier.count()}"
    return outbox.queue(Kind.TURN, event, user=seat.user, game=game, params={"turn": game.turn})
