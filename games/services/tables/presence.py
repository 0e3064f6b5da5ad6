"""The presence of players on table pages."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game, Presence, Seat
from games.selectors.seats import own_seat

RETENTION = timedelta(days=1)


def note_presence(game: Game, user: User, now: datetime, seen: int | None = None) -> None:
    """Record that the player is looking at the table now. Raises Forbidden (not-seated).

    ``seen`` is the number of log entries on the page; the stored number only grows.
    """
    seat = own_seat(game, user)
    row = Presence(user=user, game=game, at=now)
    Presence.objects.bulk_create([row], update_conflicts=True, unique_fields=["user", "game"], update_fields=["at"])
    if seen is not None and seat.seen_ply < (reached := min(seen, game.ply)):
        Seat.objects.filter(pk=seat.pk, seen_ply__lt=reached).update(seen_ply=reached)


def delete_old_presence(now: datetime) -> int:
    """Delete old rows. Return their number."""
    return Presence.objects.filter(at__lt=now - RETENTION).delete()[0]
