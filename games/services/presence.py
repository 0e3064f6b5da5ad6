"""Who has which table before them just now."""

from datetime import datetime, timedelta

from accounts.models import User
from games.models import Game, Presence
from games.selectors.people import own_seat

KEPT = timedelta(days=1)


def note_presence(game: Game, user: User, now: datetime) -> None:
    """Note that the player looks at the table now, as often as told. Raises Forbidden (not-seated)."""
    own_seat(game, user)
    sign = Presence(user=user, game=game, at=now)
    Presence.objects.bulk_create([sign], update_conflicts=True, unique_fields=["user", "game"], update_fields=["at"])


def forget(now: datetime) -> int:
    """Delete the signs that have long lost their meaning. Return how many."""
    return Presence.objects.filter(at__lt=now - KEPT).delete()[0]
