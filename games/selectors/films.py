"""Films of games, as far as they have come."""

from games.errors import NotFound
from games.models import Film, Game


def films_of(game: Game) -> list[Film]:
    """Return the films of a game, those that are still to be made included; without their data."""
    return list(Film.objects.defer("data").filter(game=game).order_by("format"))


def film_data(game: Game, kind: str) -> bytes:
    """Return the file of a film: the latest that was made. Raises NotFound where none was made yet."""
    data = Film.objects.filter(game=game, format=kind, data__isnull=False).values_list("data", flat=True).first()
    if data is None:
        raise NotFound
    return bytes(data)
