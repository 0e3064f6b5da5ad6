"""Players who get no emails about turns, for everyone at their table."""

from collections import defaultdict
from collections.abc import Iterable

from django.utils.translation import gettext as _

from games.models import Frequency, Kind, Seat
from games.models.sql import Row
from games.selectors.notifications.mail_preferences import most_specific_preference
from games.selectors.tables.seats import seat_name

FACT = "mail of"  # rows of ``table_facts``: player, kind, frequency, 1 if chosen for this table


def silent_in(rows: Iterable[Row]) -> set[int]:
    """Return the players who get no emails about turns, from the rows of ``table_facts``."""
    choices: dict[int, dict[tuple[bool, bool], str]] = defaultdict(dict)
    for what, user_id, kind, frequency, _detail, of_table, _flag in rows:
        if what == FACT:
            choices[user_id][bool(of_table), kind != ""] = frequency
    return {
        user_id
        for user_id, chosen in choices.items()
        if most_specific_preference(Kind.TURN, chosen).frequency is Frequency.NEVER
    }


def silence_lines(seats: Iterable[Seat], silent: set[int], reader: int | None) -> list[str]:
    """Return a sentence about each of these players who still plays."""
    return [
        _("You get no emails about turns of this game.")
        if seat.user_id == reader
        else _("%(name)s gets no emails about turns of this game.") % {"name": seat_name(seat)}
        for seat in seats
        if seat.user_id in silent and not seat.is_out and seat.finished_at is None
    ]
