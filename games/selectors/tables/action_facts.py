"""What an action has to ask about its table besides the game, the seats and the log."""

from datetime import datetime, timedelta
from functools import cached_property

from games.models import Game
from games.models.sql import action_facts

from ..notifications.mail_preferences import silent_in

IS_LOOKING = timedelta(minutes=2)  # a page that is open tells the site this often at least


class ActionFacts:
    """The rows of ``action_facts``, read once under the game's lock. Most tables have few of them."""

    def __init__(self, game: Game, now: datetime) -> None:
        self.rows = action_facts(game.pk, now - IS_LOOKING)

    def have(self, what: str) -> bool:
        """Return True if there is a row of this kind. Where there is none, an action needs no query for details."""
        return any(row.what == what for row in self.rows)

    @cached_property
    def silent(self) -> set[int]:
        """The players who want no emails about turns here."""
        return silent_in(self.rows)

    @cached_property
    def looking(self) -> set[int]:
        """The players who look at the table."""
        return {row.id for row in self.rows if row.what == "looking"}
