"""Looking for tables: every list that somebody may ask for by name."""

from collections.abc import Callable

from django.db.models import QuerySet

from accounts.models import User
from games.models import Game, Seat, Status

from .games import visible_games
from .lists import lobby, with_seats
from .people import Viewer


def browse(viewer: Viewer) -> QuerySet[Game]:
    """Return every table that the viewer may know of, except cancelled ones, newest first."""
    return with_seats(visible_games(viewer).exclude(status=Status.CANCELLED).order_by("-id"))


def reread(game: Game) -> Game:
    """Return the game as it is stored now, with its seats and players."""
    return with_seats(Game.objects.filter(pk=game.pk)).get()


def with_player(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    """Narrow to tables where this player sits."""
    return games.filter(pk__in=Seat.objects.filter(user=user).values("game"))


def _waiting(games: QuerySet[Game], user: User) -> QuerySet[Game]:
    return games.filter(status=Status.RUNNING, pk__in=Seat.objects.filter(user=user, is_acting=True).values("game"))


# Lists of the viewer's own tables.
OWN: dict[str, Callable[[QuerySet[Game], User], QuerySet[Game]]] = {"mine": with_player, "waiting": _waiting}

# Lists that anybody may ask for; "open" are those with a seat for this viewer.
PUBLIC: dict[str, Callable[[QuerySet[Game], User | None], QuerySet[Game]]] = {
    "open": lambda games, user: games.filter(pk__in=lobby(user).order_by().values("pk")),
    "running": lambda games, user: games.filter(status=Status.RUNNING),
    "finished": lambda games, user: games.filter(status__in=[Status.FINISHED, Status.ABORTED]),
}
