"""What is made once and used again, in this process: a bounded store, and stand-ins in finished texts.

A text that is kept says a stand-in where every use has something of its own. Each is random, drawn when the process
starts and never sent to anybody, so that no name, chat or note can hold one.
"""

import secrets
from threading import Lock
from typing import Any, Generic, TypeVar

Kept = TypeVar("Kept")


def stand_in(what: str) -> str:
    """Return a text that nobody can write."""
    return f"{what}-{secrets.token_hex(16)}"


TOKEN = stand_in("token")  # of a page's forms: it is another one in every answer


class Shelf(Generic[Kept]):
    """What was made, by all that it depends on: at most so many things, those that were put there first go first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._things: dict[Any, Kept] = {}
        self._lock = Lock()  # several threads put things there at once

    def get(self, key: Any) -> Kept | None:
        """Return what is kept under this key."""
        return self._things.get(key)

    def put(self, key: Any, thing: Kept) -> Kept:
        """Keep a thing, instead of an earlier one under this key, and return it."""
        with self._lock:
            self._things.pop(key, None)
            if len(self._things) >= self._most:
                self._things.pop(next(iter(self._things)))
            self._things[key] = thing
        return thing
