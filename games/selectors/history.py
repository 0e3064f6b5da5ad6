"""A player's history, narrowed."""

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Seat, Status

from .lists import history_of
from .seats import Viewer

ENDED = Q(game__status__in=[Status.FINISHED, Status.ABORTED])

# What a history can be narrowed to, by the word in its address.
HISTORY_FILTERS: dict[str, Q] = {
    "all": Q(),
    "running": Q(game__status=Status.RUNNING),
    "finished": ENDED,
    "won": Q(game__status=Status.FINISHED, place=1),
}


def filtered_history(
    user: User,
    viewer: Viewer,
    *,
    show: str = "all",
    opponent: User | None = None,
    ruleset: tuple[str, str] | None = None,
) -> QuerySet[Seat]:
    """Return the user's seats that fit, latest game first.

    ``ruleset`` is (title, ruleset). Raises KeyError for a ``show`` that is none of SHOWS.
    """
    seats = history_of(user, viewer).filter(HISTORY_FILTERS[show])
    if opponent is not None:
        seats = seats.filter(game__in=Seat.objects.filter(user=opponent).values("game"))
    if ruleset is not None:
        seats = seats.filter(game__title=ruleset[0], game__ruleset=ruleset[1])
    return seats
