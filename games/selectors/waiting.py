"""How many games wait for somebody."""

from django.db.models import Count

from accounts.models import User
from accounts.ready import Ready
from games.models import Seat, Status

_ACTING = Seat.objects.filter(is_acting=True, game__status=Status.RUNNING).order_by()
_WAITING = Ready(lambda user: _ACTING.filter(user=user).values("user").annotate(games=Count("id")).values_list("games"))


def waiting_count(user: User) -> int:
    """Return in how many running games the user must act."""
    found = _WAITING.first(user.pk)
    return found[0] if found else 0
