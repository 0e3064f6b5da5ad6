"""How many games wait for somebody."""

from accounts.models import User
from games.models import Seat, Status


def waiting_count(user: User) -> int:
    """Return in how many running games the user must act."""
    return Seat.objects.filter(user=user, is_acting=True, game__status=Status.RUNNING).count()
