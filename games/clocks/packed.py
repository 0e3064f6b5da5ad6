"""What is stored of the turns of a game that was over long ago, and how it is read.

``PackedTurns.data`` is JSON, compressed by zlib. Under the name of each column of ``Turn`` it has the values of all
turns, the first one first:

* ``id`` and ``came_at`` have the first value, then differences; ``came_at`` in microseconds since 1970. Other times are
  differences from ``came_at``.
* ``seat`` is the number of the seat, ``user`` -1 for the player who has the seat, otherwise a number of
  ``PackedPlayer``: the value itself names nobody.

``steps``, ``gifts`` and ``claims`` have the place of their turn in front of their columns, written in the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import accumulate
from typing import Any

from django.db.models import Model

from accounts.models import User
from games.common.errors import BrokenGame, BrokenTurns
from games.core.models import Game, Packed, Seat
from games.core.packed import EPOCH, FORMAT, MICROSECOND, differences, players_of, read_value, write_value

from .models import PackedTurns, TimeGift, TimeOutClaim, Turn, TurnStep

SEATED = -1
RELATED = ("steps", "gifts__user", "claims__user")  # what is packed with the turns
# Columns that are no relations, and not times; times.
PLAIN: Mapping[type[Model], tuple[str, ...]] = {
    Turn: (
        *("ply", "number", "notified_by", "pace", "bank", "deadline_cause", "deadline_changes", "reminded", "failure"),
        *("ended_by", "charge", "bank_after"),
    ),
    TurnStep: ("kind", "number"),
    TimeGift: ("seconds", "reason"),
    TimeOutClaim: ("wants_substitute",),
}
TIMES: Mapping[type[Model], tuple[str, ...]] = {
    Turn: (
        *("came_at", "notified_at", "deadline", "due_at", "deadline_changed_at", "overdue_at", "remind_at"),
        *("failed_at", "ended_at"),
    ),
    TurnStep: ("at", "made_at"),
    TimeGift: ("at",),
    TimeOutClaim: ("at",),
}
PARTS: Mapping[str, type[Model]] = {"steps": TurnStep, "gifts": TimeGift, "claims": TimeOutClaim}


def unpacked(game: Game) -> list[Turn]:
    """Return the packed turns of a game, none if they are not packed. Raises BrokenTurns."""
    data = PackedTurns.objects.filter(game=game).values_list("data", flat=True).first() if game.is_over else None
    if data is None and game.packed == Packed.TURNS:
        raise BrokenTurns(game.pk, "the packed turns are missing")
    if data is None:
        return []
    seats = {seat.number: seat for seat in game.seats.all()}
    try:
        value = read_value(game.pk, bytes(data))
        return _Reader(game, value, seats, _people(game, seats.values())).turns()
    except (BrokenGame, LookupError, ValueError, TypeError, AttributeError, OverflowError) as error:
        raise BrokenTurns(game.pk, f"the packed turns cannot be read: {error}") from error


def _people(game: Game, seats: Iterable[Seat]) -> dict[int, User]:
    """Return the players of the seats by the ids of their accounts, and those with numbers by -1 - number."""
    numbers = players_of(game.pk)
    ids = {seat.user_id for seat in seats} | set(numbers.values())
    found = User.objects.select_related("profile").in_bulk([pk for pk in ids if pk])
    named = {-1 - number: found[pk] for number, pk in numbers.items() if pk}
    return {**found, **named}


def _after(at: datetime | None, came: datetime) -> int | None:
    return None if at is None else (at - came) // MICROSECOND


def _columns(model: type[Model], rows: Sequence[Any], came: Sequence[datetime]) -> dict[str, list[Any]]:
    """Return the columns of rows that are no relations; times count from when the turn came."""
    found = {name: [getattr(row, name) for row in rows] for name in PLAIN[model]}
    for name in TIMES[model]:
        found[name] = [_after(getattr(row, name), zero) for row, zero in zip(rows, came, strict=True)]
    return found


def named_in(turns: Sequence[Turn]) -> list[int | None]:
    """Return the accounts that the value names: all but the players of the seats."""
    named = [turn.user_id for turn in turns if turn.user_id != turn.seat.user_id]
    named += [gift.user_id for turn in turns for gift in turn.all_gifts]
    return named + [claim.user_id for turn in turns for claim in turn.all_claims]


def value_of(turns: Sequence[Turn], numbers: Mapping[int, int]) -> bytes:
    """Return the value to store of turns with their steps, gifts and claims. ``numbers`` are those of accounts."""
    parts = {name: [(at, row) for at, turn in enumerate(turns) for row in turn.parts(name)] for name in PARTS}
    came = [turn.came_at for turn in turns]
    value: dict[str, Any] = {
        "format": FORMAT,
        **_columns(Turn, turns, came),
        "id": differences([turn.pk for turn in turns]),
        "came_at": differences([(at - EPOCH) // MICROSECOND for at in came]),
        "seat": [turn.seat.number for turn in turns],
        "user": [
            None if turn.user_id is None else SEATED if turn.user_id == turn.seat.user_id else numbers[turn.user_id]
            for turn in turns
        ],
    }
    for name, model in PARTS.items():
        rows = [row for _at, row in parts[name]]
        columns = _columns(model, rows, [came[at] for at, _row in parts[name]])
        users = [numbers.get(getattr(row, "user_id", None) or 0) for row in rows]
        value[name] = {"turn": [at for at, _row in parts[name]], "user": users, **columns} if rows else {}
    return write_value(value)


class _Reader:
    """Makes turns of a packed value. ``people`` are by the ids of accounts, and by -1 - number."""

    def __init__(
        self, game: Game, value: Mapping[str, Any], seats: Mapping[int | None, Seat], people: Mapping[int, User]
    ) -> None:
        self.game, self.value, self.seats, self.people = game, value, seats, people

    def turns(self) -> list[Turn]:
        came = [EPOCH + at * MICROSECOND for at in accumulate(self.value["came_at"])]
        rows = self._rows(Turn, {**self.value, "came_at": [0] * len(came)}, came)
        keys = zip(accumulate(self.value["id"]), self.value["seat"], self.value["user"], rows, strict=True)
        turns = [
            Turn(pk=pk, game=self.game, seat=self.seats[number], user=self._user(user, self.seats[number]), **row)
            for pk, number, user, row in keys
        ]
        parts = {name: self._parts(name, model, turns) for name, model in PARTS.items()}
        for at, turn in enumerate(turns):
            turn.packed_parts = {name: found[at] for name, found in parts.items()}
        return turns

    def _parts(self, name: str, model: type[Model], turns: Sequence[Turn]) -> list[list[Model]]:
        """Return the steps, gifts or claims of each turn."""
        part = self.value[name]
        places = part.get("turn", [])
        rows = self._rows(model, part, [turns[at].came_at for at in places]) if places else []
        made: list[list[Model]] = [[] for _turn in turns]
        for at, user, row in zip(places, part.get("user", []), rows, strict=True):
            whose = {} if model is TurnStep else {"user": self._user(user, turns[at].seat)}
            made[at].append(model(turn=turns[at], **whose, **row))
        return made

    def _rows(self, model: type[Model], columns: Mapping[str, Any], came: Sequence[datetime]) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = [{name: columns[name][at] for name in PLAIN[model]} for at in range(len(came))]
        for name in TIMES[model]:
            for row, value, zero in zip(found, columns[name], came, strict=True):
                row[name] = None if value is None else zero + value * MICROSECOND
        return found

    def _user(self, number: int | None, seat: Seat) -> User | None:
        if number is None:
            return None
        return self.people.get(seat.user_id or 0) if number == SEATED else self.people.get(-1 - number)
