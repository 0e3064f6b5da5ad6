"""A client of the API that checks every response."""

import json
from dataclasses import dataclass
from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from accounts.services import create_token
from games.core.models import Game

ROOT = "/api/v1/"


@dataclass
class Program:
    """A client with or without a token. It checks that every response is JSON of the right kind."""

    client: APIClient
    player: User | None = None

    @property
    def user(self) -> User:
        assert self.player is not None
        return self.player

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        """Return the JSON response to GET, after a check of its status."""
        return checked(self.client.get(ROOT + path, query), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        """Return the JSON response to POST, after a check of its status."""
        text = "" if body is None else json.dumps(body)
        return checked(self.client.post(ROOT + path, text, content_type="application/json"), status)

    def play(self, game: Game | str, action: str, ply: int, status: int = 200) -> Any:
        code = game if isinstance(game, str) else game.code
        return self.post(f"games/{code}/actions/", {"ply": ply, "action": action}, status)


def checked(response: Any, status: int) -> Any:
    """Return the body of a response with this status: plain JSON below 400, otherwise a problem document."""
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
    """Return a program with a new token of this player."""
    _token, key = create_token(user, "test")
    client = APIClient(HTTP_AUTHORIZATION=f"Bearer {key}")
    return Program(client, user)


def anonymous() -> Program:
    """Return a program without a token."""
    return Program(APIClient())
