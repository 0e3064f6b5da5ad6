"""The animations of a game."""

from games.errors import NotFound
from games.models import Film, Game


def films_of(game: Game) -> list[Film]:
    """Return the films of a game without their data, including those that are not created yet."""
    return list(Film.objects.defer("data").filter(game=game).order_by("format"))


def film_data(game: Game, kind: str) -> bytes:
    """Return the latest file of a film. Raises NotFound if there is none."""
    data = Film.objects.filter(game=game, format=kind, data__isnull=False).values_list("data", flat=True).first()
    if data is None:
        raise NotFound
    return bytes(data)
