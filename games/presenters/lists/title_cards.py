"""The games of the site on its home page."""

from dataclasses import dataclass

from django.urls import reverse

from games.engine.core import Title
from games.engine.registry import TITLES
from games.skins.registry import skin_of

from ..wording import phrase

HEIGHT = 36  # of a picture, in pixels


@dataclass(frozen=True, slots=True)
class TitleCard:
    """A title as visitors see it: what one does in it, and the addresses of pictures of this size."""

    key: str
    name: str
    summary: str
    min_seats: int
    max_seats: int
    pictures: tuple[str, ...]
    width: int
    height: int = HEIGHT


def title_cards() -> list[TitleCard]:
    """Return a card for each title."""
    return [_card(title) for title in TITLES.values()]


def _card(title: Title) -> TitleCard:
    skin = skin_of(title.key)
    wide, high = skin.style_size
    return TitleCard(
        key=title.key,
        name=title.name,
        summary=phrase(title, "title.summary") if title.phrases.get("title.summary") else "",
        min_seats=title.min_seats,
        max_seats=title.max_seats,
        pictures=tuple(reverse("games:art", args=[title.key, name]) for name in skin.emblem),
        width=HEIGHT * wide // high,
    )
