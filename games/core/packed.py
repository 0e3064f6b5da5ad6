"""What is stored of the log of a packed game, and how it is read.

``PackedLog.data`` is a JSON object, compressed by zlib. Under the name of each column of ``Entry`` it has the values of
all entries in the order in which they were written, those that were taken back included. Columns that mostly repeat
themselves take next to nothing. Three are written in another way:

* ``ply`` and ``at`` have the first value, then differences; ``at`` in microseconds since 1970.
* ``played_by`` has numbers of ``PackedPlayer``: the value itself names nobody.
* ``state_hash`` is null where the position follows from the log. ``digest`` is of the hashes of all entries that count,
  so that a replay still proves every position.
"""

import json
import zlib
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import Any, cast

from django.db.models import DEFERRED, Model

from games.common.errors import BrokenGame

from .models import Entry, Game, PackedLog, PackedPlayer
from .replica import replica

FORMAT = 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
PLAIN = ("seat", "notation", "rules_version", "note", "rewind", "is_lost")
COLUMNS = (*PLAIN, "ply", "at", "played_by", "state_hash")


class PackedEntries:
    """The log of one packed game. All methods raise BrokenGame for a value that cannot be read."""

    def __init__(self, game_id: int, data: bytes) -> None:
        self.game_id, self.data = game_id, data

    @cached_property
    def columns(self) -> Mapping[str, Any]:
        columns = read_value(self.game_id, self.data)
        if len({len(columns.get(name) or ()) for name in COLUMNS}) > 1:
            raise BrokenGame(self.game_id, "the packed log is incomplete")
        return columns

    @property
    def digest(self) -> str:
        return str(self.columns["digest"])

    def log(self) -> list[tuple[int | None, str]]:
        """Return (seat, notation) of the entries that count."""
        rows = zip(self.columns["seat"], self.columns["notation"], self.columns["rewind"], strict=True)
        return [(seat, notation) for seat, notation, rewind in rows if not rewind]

    def lines(self) -> list[tuple[int | None, str, int, bool]]:
        """Return (seat, notation, ply, is_lost) of all entries."""
        columns, plies = self.columns, accumulate(self.columns["ply"])
        return list(zip(columns["seat"], columns["notation"], plies, columns["is_lost"], strict=True))

    @cached_property
    def players(self) -> Mapping[int, int | None]:
        """The accounts that the log names, by their numbers, in one query; without a query if it names nobody."""
        return players_of(self.game_id) if any(one is not None for one in self.columns["played_by"]) else {}

    def every(self) -> list[Entry]:
        """Return all entries, as far as they are stored: without ids, and without the hash of what can be replayed."""
        plies, times = accumulate(self.columns["ply"]), accumulate(self.columns["at"])
        names, unknown = (*PLAIN, "played_by", "state_hash"), cast(Any, DEFERRED)
        rows = zip(*(self.columns[name] for name in names), plies, times, strict=True)
        return [
            Entry(
                game_id=self.game_id,
                **dict(zip(PLAIN, plain, strict=True)),
                played_by_id=self.players.get(by),
                state_hash=unknown if state_hash is None else state_hash,
                ply=ply,
                at=EPOCH + at * MICROSECOND,
            )
            for *plain, by, state_hash, ply, at in rows
        ]

    def counting(self) -> list[Entry]:
        """Return the entries that count."""
        return [entry for entry in self.every() if not entry.rewind]


def packed_entries(game: Game) -> PackedEntries | None:
    """Return the packed log of a game, None if it is not packed."""
    rows = PackedLog.objects.filter(game=game).values_list("data", flat=True)
    found = replica.rows(game, rows, 1) if game.is_over else []
    return PackedEntries(game.pk, bytes(found[0])) if found else None


def packed_by_game(games: Iterable[Game]) -> dict[int, PackedEntries]:
    """Return the packed logs of those of the games that have one, in one query. Only games that are over do."""
    ids = [game.pk for game in games if game.is_over]
    rows = PackedLog.objects.filter(game__in=ids).values_list("game", "data") if ids else ()
    return {pk: PackedEntries(pk, bytes(data)) for pk, data in rows}


def value_of(entries: Sequence[Entry], hashes: Sequence[str | None], players: Mapping[int, int]) -> bytes:
    """Return the value to store. ``hashes`` are those that a replay gives, ``players`` the numbers of accounts."""
    columns: dict[str, Any] = {name: [getattr(entry, name) for entry in entries] for name in PLAIN}
    return write_value(
        {
            "format": FORMAT,
            **columns,
            "ply": differences([entry.ply for entry in entries]),
            "at": differences([(entry.at - EPOCH) // MICROSECOND for entry in entries]),
            "played_by": [players.get(entry.played_by_id or 0) for entry in entries],
            "state_hash": [
                None if entry.state_hash == known else entry.state_hash
                for entry, known in zip(entries, hashes, strict=True)
            ],
            "digest": digest_of(entry.state_hash for entry in entries if not entry.rewind),
        }
    )


def differences(numbers: Sequence[int]) -> list[int]:
    return [number - before for before, number in zip([0, *numbers], numbers, strict=False)]


def digest_of(hashes: Iterable[str]) -> str:
    return sha256(" ".join(hashes).encode()).hexdigest()[:16]


def players_of(game_id: int) -> dict[int, int | None]:
    """Return the accounts that the packed values of a game name, by number: None for one that is deleted."""
    return dict(PackedPlayer.objects.filter(game=game_id).values_list("number", "user"))


def write_value(value: Mapping[str, Any]) -> bytes:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode(), 9)


def read_value(game_id: int, data: bytes) -> dict[str, Any]:
    """Return what was written. Raises BrokenGame if it is damaged or of a later release."""
    try:
        value = json.loads(zlib.decompress(data))
        is_known = value["format"] == FORMAT
    except (zlib.error, ValueError, TypeError, KeyError) as error:
        raise BrokenGame(game_id, f"the packed value cannot be read: {error}") from error
    if not is_known:
        raise BrokenGame(game_id, "the packed value is of a later release")
    return dict(value)


def stored_columns(row: Model, but: str = "") -> dict[str, Any]:
    """Return all columns of a row, also those that code of later adds, to compare it with what was packed of it."""
    return {name: value for name, value in vars(row).items() if not name.startswith("_") and name != but}
