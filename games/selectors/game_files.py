"""Games with all that a game file tells, many at a time."""

from collections.abc import Iterator

from django.db.models import Prefetch

from accounts.models import User
from games.models import Entry, Game

AT_A_TIME = 20  # games in memory


def recorded_games(user: User) -> Iterator[Game]:
    """Yield the user's games that have started, latest first, with seats, people, logs and dice.

    Only a few games are in memory at any time, and every handful of them takes five queries.
    """
    numbers = list(Game.objects.played_by(user).filter(started_at__isnull=False).values_list("pk", flat=True))
    logs = Prefetch("entries", Entry.objects.order_by("ply").only("game_id", "ply", "seat", "notation"))
    for start in range(0, len(numbers), AT_A_TIME):
        games = Game.objects.filter(pk__in=numbers[start : start + AT_A_TIME]).order_by("-id")
        yield from games.select_related("dice_secret", "branched_from").with_people().prefetch_related(logs)
