"""Lines in a table's log that are no actions."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User

from .models import EventKind, Game, Seat, TableEvent

Param = str | int | bool | Mapping[str, Any] | Sequence[Any] | None


def add_event(
    game: Game,
    kind: EventKind,
    now: datetime,
    *,
    seat: int | None = None,
    user: User | None = None,
    params: Mapping[str, Param] | None = None,
) -> TableEvent:
    """Add a line to the log of a table, whose row is locked, and let open pages update.

    ``seat`` is the number of the seat concerned, ``user`` who did it; without one, the site did. The player of the seat
    at this time is remembered in ``params``, because another may have it when the line is read.
    """
    values: dict[str, Param] = dict(params or {})
    if seat is not None:
        values["player"] = Seat.objects.filter(game=game, number=seat).values_list("user_id", flat=True).first()
    event = TableEvent.objects.create(game=game, ply=game.ply, kind=kind, seat=seat, user=user, params=values, at=now)
    game.version += 1
    game.save(update_fields=["version"])
    return event
