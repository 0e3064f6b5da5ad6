"""The rematch of a finished game, as its players see it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.models import Seat, Status
from games.models.sql import Fact
from games.selectors.tables.seats import seat_name


@dataclass(frozen=True, slots=True)
class RematchView:
    """The table of a rematch. ``name`` is that of the player who offers it, ``may_join`` tells whether one can join."""

    code: str
    name: str
    is_open: bool
    may_join: bool


def rematch_view(rows: Iterable[Fact], seats: Sequence[Seat]) -> RematchView | None:
    """Return the rematch from the rows of ``table_facts``, None if there is none."""
    found = next((row for row in rows if row.what == "rematch"), None)
    if found is None:
        return None
    _what, host_id, code, status, _detail, _number, is_seated = found
    host = next((seat for seat in seats if seat.user_id == host_id), None)
    is_open = status == Status.OPEN
    return RematchView(code, seat_name(host) if host else "", is_open, is_open and not is_seated and host is not None)
