"""Lines in a table's log about clocks, seats and agreements, and the notifications about them."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from accounts.models import User
from games.models import EventKind, Game, Kind, Seat, TableEvent

from ..notifications import outbox

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


def tell_players(
    event: TableEvent, *, key: str = "", but: Collection[User | None] = (), also: Collection[User | None] = ()
) -> None:
    """Queue a notification about an event to the players of the table, and to ``also``, except ``but``.

    With the same ``key``, each player is told once, even if events are added to several tables.
    """
    left_out = {user.pk for user in but if user}
    seats = Seat.objects.filter(game=event.game_id, user__robot="").select_related("user")
    people = {user.pk: user for user in (*(seat.user for seat in seats), *also) if user and not user.robot}
    for user in people.values():
        if user.pk not in left_out:
            about = key or str(event.pk)
            outbox.queue(Kind.NEWS, about, user=user, game=event.game, params={"event": event.pk})
