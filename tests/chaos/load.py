"""Players who play by the API all the time, look at pages, and remember what the site has accepted."""

import random
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import requests

PAUSE = 0.1  # seconds between two questions
PAGES = ("/t/{code}/", "/lobby/", "/lobby/games/")  # as anybody sees them
LOOKS = 0.2  # how many of the questions are pages
TIMEOUT = 40  # seconds: longer than any fault


@dataclass
class LoadPlayer(threading.Thread):
    """One player at one table. Plays the first legal action whenever it is their turn.

    Each request goes to one of the ``urls``, as behind a proxy.
    """

    urls: list[str]
    code: str
    token: str
    stop: threading.Event
    statuses: "Counter[int]" = field(default_factory=Counter)
    accepted: list[tuple[int, str]] = field(default_factory=list)
    slowest: float = 0.0

    def __post_init__(self) -> None:
        super().__init__(daemon=True)
        self.headers = {"Authorization": f"Bearer {self.token}"}

    __hash__ = threading.Thread.__hash__

    def run(self) -> None:
        """Play until ``stop`` is set or the game is over."""
        while not self.stop.wait(PAUSE):
            if random.random() < LOOKS:
                self._ask("get", random.choice(PAGES).format(code=self.code))
                continue
            game = self._ask("get", f"/api/v1/games/{self.code}/")
            if game and game["status"] == "finished":
                return
            if game and game["legal"]:
                body = {"action": game["legal"][0], "ply": game["ply"]}
                if self._ask("post", f"/api/v1/games/{self.code}/actions/", body):
                    self.accepted.append((game["ply"], game["legal"][0]))

    def _ask(self, method: str, path: str, body: object = None) -> dict[str, Any] | None:
        began = time.monotonic()
        try:
            url = random.choice(self.urls) + path
            answer = requests.request(method, url, json=body, headers=self.headers, timeout=TIMEOUT)
        except requests.RequestException:  # the web server itself was killed
            self.statuses[0] += 1
            return None
        self.slowest = max(self.slowest, time.monotonic() - began)
        self.statuses[answer.status_code] += 1
        is_data = answer.ok and path.startswith("/api/")
        found: dict[str, Any] | None = answer.json() if is_data else None
        return found
