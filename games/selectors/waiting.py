"""How many games wait for somebody, and whether anything is new among theirs."""

from django.db.models import Count, Max, Q, Sum

from accounts.models import User
from accounts.ready import Ready
from games.models import Invitation, InvitationState, Seat, Status

_ACTING = Seat.objects.filter(is_acting=True, game__status=Status.RUNNING).order_by()
_WAITING = Ready(lambda user: _ACTING.filter(user=user).values("user").annotate(games=Count("id")).values_list("games"))


def waiting_count(user: User) -> int:
    """Return in how many running games the user must act."""
    found = _WAITING.first(user.pk)
    return found[0] if found else 0


_PENDING = Invitation.objects.filter(state=InvitationState.PENDING, game__status=Status.OPEN).order_by()
_INVITED = Ready(
    lambda user: (
        _PENDING.filter(user=user).values("user").annotate(Count("id"), Max("id")).values_list("id__count", "id__max")
    )
)
_GOING_ON = Seat.objects.filter(finished_at=None, game__status__in=[Status.RUNNING, Status.OPEN]).order_by()
_DESK = Ready(
    lambda user: (
        _GOING_ON.filter(user=user)
        .values("user")
        .annotate(
            games=Count("id"),
            latest=Max("game"),
            changes=Sum("game__version"),
            mine=Count("id", filter=Q(is_acting=True)),
        )
        .values_list("games", "latest", "changes", "mine")
    )
)


def desk_version(user: User) -> str:
    """Return a text that is another one when anything has changed that the player's own page lists. Two short reads."""
    return "-".join(str(one) for found in (_DESK.first(user.pk), _INVITED.first(user.pk)) for one in found or (0,))
