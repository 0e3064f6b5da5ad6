"""What only the viewer of a table sees."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.models import Frequency, Kind
from games.models.sql import Fact

from ..notifications.mail_preferences import most_specific_preference


@dataclass(frozen=True, slots=True)
class ViewerSummary:
    """How often the player wants emails about turns here, their waiting orders, and whether another game waits."""

    mail_frequency: Frequency
    waiting_orders: int
    waits_elsewhere: bool


def viewer_summary(rows: Iterable[Fact]) -> ViewerSummary:
    """Return the summary of a player at a table from the rows of ``table_facts``."""
    frequencies, orders, waits = {}, 0, False
    for what, game_id, kind, frequency, _detail, number, _flag in rows:
        if what == "preference":
            frequencies[game_id is not None, kind != ""] = frequency
        elif what == "orders":
            orders = number
        elif what == "waits elsewhere":
            waits = True
    return ViewerSummary(most_specific_preference(Kind.TURN, frequencies).frequency, orders, waits)
