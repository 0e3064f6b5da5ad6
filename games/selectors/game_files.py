"""Games with all that a game file tells, many at a time."""

from collections.abc import Iterator

from django.db.models import Prefetch

from accounts.models import User
from games.models import Entry, Game

from .lists import with_people

AT_A_TIME = 20  # games in memory


def recorded_games(user: User) -> Iterator[Game]:
    """Yield the user's games that have started, latest first, with seats, people, logs and dice.

    Only a few games are in memory at any time, and every handful of them takes four queries.
    """
    numbers = list(
        Game.objects.filter(seats__user=user, started_at__isnull=False).order_by("-id").values_list("pk", flat=True)
    )
    logs = Prefetch("entries", Entry.objects.order_by("ply").only("game_id", "ply", "seat", "notation"))
    for start in range(0, len(numbers), AT_A_TIME):
        games = Game.objects.filter(pk__in=numbers[start : start + AT_A_TIME]).order_by("-id")
        yield from games.select_related("dice_secret", "branched_from").prefetch_related(with_people(), logs)
