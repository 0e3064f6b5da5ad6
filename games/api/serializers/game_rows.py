"""Games as plain data: what the serializers beside this file describe, made without them.

A list of fifty games takes 20 ms through serializers and 2 ms so; what is known already is kept as JSON. The tests of
the schema hold both together.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cache, lru_cache
from typing import Any

from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from accounts.shelf import Shelf
from games.selectors.browse import Sitting, sittings_of
from games.selectors.browsed import Found, seated_at

_rows: Shelf[bytes] = Shelf(1024)  # each 0.7 KB
LETTERS = "ABCDEFGHIJ"
COLUMNS = (
    *("id", "code", "name", "title", "ruleset", "options", "status", "seat_count", "seat_order", "pace"),
    *("is_private", "host__username", "ply", "turn", "deadline", "overdue_at", "end_reason", "created_at"),
    *("started_at", "finished_at"),
)


def letter(number: int | None) -> str | None:
    """Return the letter of a seat, None for no seat."""
    return None if number is None else LETTERS[number]


def moment(at: datetime | None) -> str | None:
    """Return a moment as text, in the reader's time zone."""
    if at is None:
        return None
    return _local(at, timezone.get_current_timezone_name())


@lru_cache(4096)
def _local(at: datetime, _zone: str) -> str:
    text = timezone.localtime(at).isoformat()
    return f"{text[:-6]}Z" if text.endswith("+00:00") else text


def seat_row(one: Sitting) -> dict[str, Any]:
    """Return a seat."""
    return {
        "seat": letter(one.number),
        "player": one.username,
        "name": one.name,
        "robot": one.robot,
        "acting": one.is_acting,
        "acting_since": moment(one.acting_since),
        "out": one.is_out,
        "score": one.score,
        "place": one.place,
        "wants_abort": one.wants_abort,
    }


def game_row(game: Mapping[str, Any], host: str | None, seats: Sequence[Sitting], address: str) -> dict[str, Any]:
    """Return a game in a list. ``game`` has the columns of its row; ``address`` is that of all games."""
    return {
        "id": game["code"],
        "url": f"{address}{game['code']}/",
        "name": game["name"],
        "title": game["title"],
        "ruleset": game["ruleset"],
        "options": game["options"],
        "status": str(game["status"]),
        "seat_count": game["seat_count"],
        "seat_order": str(game["seat_order"]),
        "pace": str(game["pace"]),
        "private": game["is_private"],
        "host": host,
        "seats": [seat_row(seat) for seat in seats],
        "ply": game["ply"],
        "turn": game["turn"],
        "deadline": moment(game["deadline"]),
        "overdue": game["overdue_at"] is not None,
        "end_reason": game["end_reason"],
        "created_at": moment(game["created_at"]),
        "started_at": moment(game["started_at"]),
        "finished_at": moment(game["finished_at"]),
    }


def list_of(games: Sequence[Mapping[str, Any]], request: Request) -> list[dict[str, Any]]:
    """Return the games of a list, of which the ``COLUMNS`` are known, in one statement."""
    seats = sittings_of([game["id"] for game in games])
    address = address_of_list(request)
    return [game_row(game, game["host__username"], seats.get(game["id"], ()), address) for game in games]


def found_list(games: Sequence[Found], request: Request) -> list[bytes]:
    """Return the games of a list, of which the database has sent the ``COLUMNS``, each as JSON, in one statement.

    What it has sent before, for somebody who reads it alike, is not made anew.
    """
    if not games:
        return []
    seated, address = seated_at([game.id for game in games]), address_of_list(request)
    reader = (address, get_language(), timezone.get_current_timezone_name())
    made = []
    for game in games:
        seats = tuple(seated.by_game[game.id])
        key = (reader, game.row, seats)
        row = _rows.get(key)
        if row is None:
            values = dict(zip(COLUMNS, game.read(game.row), strict=True))
            plain = game_row(values, values["host__username"], seated.sittings(seats), address)
            row = _rows.put(key, JSONRenderer().render(plain))
        made.append(row)
    return made


def address_of_list(request: Request) -> str:
    """Return the complete address of all games; that of one follows it with its id."""
    return request.build_absolute_uri(_path_of_list())


@cache
def _path_of_list() -> str:
    return reverse("api:games")
