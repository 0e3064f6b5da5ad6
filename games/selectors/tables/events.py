"""Events at a table that are no actions, and the names of those concerned."""

from collections.abc import Iterable

from accounts.models import User
from accounts.selectors import display_name
from games.models import Game, TableEvent, Turn


def events_of(game: Game) -> list[TableEvent]:
    """Return the events of a table, oldest first."""
    return list(TableEvent.objects.filter(game=game).order_by("id"))


def events_until(event: TableEvent) -> list[TableEvent]:
    """Return an event and those about its seat before it, oldest first: who had the seat follows from them."""
    if event.seat is None:
        return [event]
    return list(TableEvent.objects.filter(game=event.game_id, seat=event.seat, pk__lte=event.pk).order_by("id"))


def has_ended_turn(game: Game, user: User) -> bool:
    """Return True if a player has had a turn at this table before."""
    return Turn.objects.filter(game=game, user=user, ended_at__isnull=False).exists()


def last_event_id(game: Game) -> int:
    """Return the id of the latest event of a table, 0 for none."""
    return TableEvent.objects.filter(game=game).order_by("-id").values_list("pk", flat=True).first() or 0


def names_by_id(ids: Iterable[int | None]) -> dict[int, str]:
    """Return the displayed names of accounts; without a query if there are none."""
    wanted = {pk for pk in ids if pk is not None}
    people = User.objects.select_related("profile").in_bulk(wanted) if wanted else {}
    return {pk: display_name(user) for pk, user in people.items()}
