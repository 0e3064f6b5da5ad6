"""Players who get no emails about turns, for everyone at their table."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Seat
from games.selectors.tables.seats import seat_name


def silence_lines(seats: Iterable[Seat], silent: set[int], reader: int | None) -> list[str]:
    """Return a sentence about each of these players who still plays."""
    return [
        _("You get no emails about turns of this game.")
        if seat.user_id == reader
        else _("%(name)s gets no emails about turns of this game.") % {"name": seat_name(seat)}
        for seat in seats
        if seat.user_id in silent and not seat.is_out and seat.finished_at is None
    ]
