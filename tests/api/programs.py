"""A program that plays by the API: knows its player, its token and how an answer looks."""

import json
from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_token
from games.models import Game

ROOT = "/api/v1/"


@dataclass
class Program:
    """Whoever asks. Every answer is checked to be JSON of the right kind."""

    client: APIClient
    player: User | None = None

    @property
    def user(self) -> User:
        """Return the player."""
        assert self.player is not None
        return self.player

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """Return the JSON answer to GET, having checked its status."""
        return checked(self.client.get(ROOT + path, query), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """Return the JSON answer to POST, having checked its status."""
        text = "" if body is None else json.dumps(body)
        return checked(self.client.post(ROOT + path, text, content_type="application/json"), status)

    def play(self, game: Game | str, action: str, ply: int, status: int = 200) -> Any:
        """Play an action."""
        code = game if isinstance(game, str) else game.code
        return self.post(f"games/{code}/actions/", {"ply": ply, "action": action}, status)


def checked(response: Any, status: int) -> Any:
    """Return the body of an answer of this status: plain JSON below 400, a problem document from there on."""
    assert response.status_code == status, response.content
    if status == 204:
        assert response.content == b""
        return None
    if status < 400:
        assert response.headers["Content-Type"] == "application/json"
        return response.json()
    assert response.headers["Content-Type"] == "application/problem+json"
    body = response.json()
    assert body["status"] == status
    assert body["type"] == "about:blank"
    assert body["title"]
    assert body["code"]
    assert body["detail"]
    return body


def program(user: User) -> Program:
    """Return a program with a fresh token of this player."""
    _token, key = create_token(user, "test")
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {key}")
    return Program(client, user)


def anonymous() -> Program:
    """Return a program that is nobody."""
    return Program(APIClient())
