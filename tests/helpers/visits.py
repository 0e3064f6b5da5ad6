"""Visits by a browser that has a copy of the page."""

from django.http import HttpResponse
from django.test import Client

from games.core.models import Game


def visit(client: Client, game: Game, tag: str = "", query: str = "") -> HttpResponse:
    """Return the answer to a visit by a browser that has a copy with this ETag."""
    headers = {"If-None-Match": tag} if tag else {}
    response: HttpResponse = client.get(f"/t/{game.code}/{query}", headers=headers)  # type: ignore[assignment]
    return response


def tag_of(client: Client, game: Game) -> str:
    """Return the ETag after the first visit, which sets cookies."""
    visit(client, game)
    return visit(client, game)["ETag"]
