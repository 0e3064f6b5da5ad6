"""A user's games with everything that their game files contain."""

from collections.abc import Iterator

from django.db.models import prefetch_related_objects

from accounts import files
from accounts.models import User
from games.common.errors import NotFound
from games.core.log import fetch_entries
from games.core.models import Game
from games.core.querysets import PEOPLE

from .models import Film

BATCH_SIZE = 20  # games in memory
CONTENTS = (PEOPLE, "events")


def films_of(game: Game) -> list[Film]:
    """Return the films of a game without their data, including those that are not created yet."""
    return list(Film.objects.defer("data").filter(game=game).order_by("format"))


def film_data(game: Game, kind: str) -> bytes:
    """Return the latest file of a film. Raises NotFound if there is none."""
    for _attempt in range(2):  # a worker may have put another file in its place meanwhile
        row = Film.objects.filter(game=game, format=kind).first()
        if data := row and (row.data or files.read(row.file.name)):
            return bytes(data)
    raise NotFound


def fetch_contents(game: Game) -> None:
    """Fetch the seats, people, log and events of a game, as far as they have not been fetched."""
    prefetch_related_objects([game], *CONTENTS)
    if game.fetched_entries is None:
        fetch_entries([game])


def recorded_games(user: User) -> Iterator[Game]:
    """Yield the user's games that have started, latest first, with seats, people, logs, events and dice.

    Only one batch is in memory at any time. It takes six queries, or seven if some are packed.
    """
    ids = list(Game.objects.played_by(user).filter(started_at__isnull=False).values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH_SIZE):
        games = Game.objects.filter(pk__in=ids[start : start + BATCH_SIZE]).order_by("-id")
        found = list(games.select_related("dice_secret", "branched_from").prefetch_related(*CONTENTS))
        fetch_entries(found)
        yield from found
