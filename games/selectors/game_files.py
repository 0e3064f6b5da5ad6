"""A user's games with everything that their game files contain."""

from collections.abc import Iterator

from django.db.models import Prefetch, prefetch_related_objects

from accounts.models import User
from games.models import Entry, Game
from games.models.game_queryset import PEOPLE

ENTRY_COLUMNS = ("game_id", "ply", "seat", "notation", "note", "played_by")
BATCH_SIZE = 20  # games in memory
CONTENTS = (PEOPLE, Prefetch("entries", Entry.objects.order_by("ply").only(*ENTRY_COLUMNS)), "events")


def fetch_contents(game: Game) -> None:
    """Fetch the seats, people, log and events of a game, as far as they have not been fetched."""
    prefetch_related_objects([game], *CONTENTS)


def recorded_games(user: User) -> Iterator[Game]:
    """Yield the user's games that have started, latest first, with seats, people, logs, events and dice.

    Only one batch is in memory at any time. It takes six queries.
    """
    ids = list(Game.objects.played_by(user).filter(started_at__isnull=False).values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        games = Game.objects.filter(pk__in=ids[start : start + BATCH_SIZE]).order_by("-id")
        yield from games.select_related("dice_secret", "branched_from").prefetch_related(*CONTENTS)
