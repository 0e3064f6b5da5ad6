"""The list of published studies."""

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.urls import reverse

from accounts.selectors import display_name
from games.models import Game
from games.selectors.studies import published_studies


@dataclass(frozen=True, slots=True)
class PublishedStudyView:
    """One published study: its author, its number of actions, and its address."""

    name: str
    username: str
    size: int
    at: datetime | None
    address: str


def published_study_views(game: Game, invite: str = "") -> list[PublishedStudyView]:
    """Return the published studies of a game, oldest first; none before the game is over."""
    query = f"?{urlencode({'invite': invite})}" if invite else ""
    return [
        PublishedStudyView(
            name=display_name(study.user),
            username=study.user.username,
            size=study.size,  # type: ignore[attr-defined]
            at=study.published_at,
            address=reverse("games:published_study", args=[game.code, study.user.username]) + query,
        )
        for study in published_studies(game)
    ]
