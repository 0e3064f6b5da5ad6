"""Who has which table before them just now."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game, Presence, Seat
from games.selectors.seats import own_seat

RETENTION = timedelta(days=1)


def note_presence(game: Game, user: User, now: datetime, seen: int | None = None) -> None:
    """Note that the player looks at the table now, as often as told. Raises Forbidden (not-seated).

    ``seen`` is how much of the log has been before them; what was seen once stays seen.
    """
    seat = own_seat(game, user)
    sign = Presence(user=user, game=game, at=now)
    Presence.objects.bulk_create([sign], update_conflicts=True, unique_fields=["user", "game"], update_fields=["at"])
    if seen is not None and seat.seen_ply < (reached := min(seen, game.ply)):
        Seat.objects.filter(pk=seat.pk, seen_ply__lt=reached).update(seen_ply=reached)


def delete_old_presence(now: datetime) -> int:
    """Delete the signs that have long lost their meaning. Return how many."""
    return Presence.objects.filter(at__lt=now - RETENTION).delete()[0]
