"""What only the viewer of a table sees, in one query."""

from dataclasses import dataclass

from accounts.models import User
from games.models import Frequency, Game, Kind
from games.models.sql import viewer_facts

from .notifications.mail_preferences import most_specific_preference


@dataclass(frozen=True, slots=True)
class ViewerSummary:
    """How often the player wants emails about turns here, their waiting orders, and whether another game waits."""

    mail_frequency: Frequency
    waiting_orders: int
    waits_elsewhere: bool


def viewer_summary(game: Game, user: User) -> ViewerSummary:
    """Return the summary of a player at a table."""
    frequencies, orders, waits = {}, 0, False
    for what, game_id, kind, frequency, _detail, number, _flag in viewer_facts(game.pk, user.pk):
        if what == "preference":
            frequencies[game_id is not None, kind != ""] = frequency
        elif what == "orders":
            orders = number
        else:
            waits = True
    return ViewerSummary(most_specific_preference(Kind.TURN, frequencies).frequency, orders, waits)
