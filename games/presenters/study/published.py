"""The list of published studies."""

from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.http import urlencode

from accounts.selectors import display_name
from games.models import Game
from games.selectors.studies import published_studies


@dataclass(frozen=True, slots=True)
class PublishedStudyView:
    """One published study: whose it is, how many actions it holds, where it is read."""

    name: str
    username: str
    size: int
    at: datetime | None
    address: str


def published_study_views(game: Game, invite: str = "") -> list[PublishedStudyView]:
    """Return what can be read about a game, oldest first; nothing while it goes on."""
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
