"""What a table's page shows besides the game, its seats and its log."""

from functools import cached_property

from django.db.models import QuerySet
from django.utils import timezone

from games.models import Game, Turn
from games.models.sql import Fact, table_facts
from games.selectors.tables.seats import Viewer
from games.selectors.time.own_turns import open_turns

from .status import PATIENCE


class TableFacts:
    """The rows of ``table_facts`` for one viewer. The ETag and the page share them, so that they are read once."""

    def __init__(self, game: Game, viewer: Viewer) -> None:
        """Read nothing yet."""
        self.game, self.viewer = game, viewer

    @cached_property
    def rows(self) -> list[Fact]:
        """The rows, sorted."""
        return table_facts(self.game.pk, self.viewer.pk if self.viewer else None, timezone.now() - PATIENCE)

    @cached_property
    def open_turns(self) -> QuerySet[Turn]:
        """The turns of the game that have not ended."""
        return open_turns(self.game)

    def have(self, what: str) -> bool:
        """Return True if there is a row of this kind. Where there is none, a page needs no query for details."""
        return any(row.what == what for row in self.rows)

    @property
    def have_pause(self) -> bool:
        """True if the table may be paused: a pause has not been ended."""
        return any(row.what == "pause" and not row.third for row in self.rows)  # when it was ended
