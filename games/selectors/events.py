"""Events at a table that are no actions, and the names of those concerned."""

from collections.abc import Iterable

from accounts.models import User
from accounts.selectors import display_name
from games.models import Game, TableEvent


def events_of(game: Game) -> list[TableEvent]:
    """Return the events of a table, oldest first."""
    return list(TableEvent.objects.filter(game=game).order_by("id"))


def last_event_id(game: Game) -> int:
    """Return the id of the latest event of a table, 0 for none."""
    return TableEvent.objects.filter(game=game).order_by("-id").values_list("pk", flat=True).first() or 0


def names_by_id(ids: Iterable[int | None]) -> dict[int, str]:
    """Return the displayed names of accounts; without a query if there are none."""
    wanted = {pk for pk in ids if pk is not None}
    people = User.objects.select_related("profile").in_bulk(wanted) if wanted else {}
    return {pk: display_name(user) for pk, user in people.items()}
