"""Base view of a position of a table's game."""

from abc import ABC
from functools import cached_property
from typing import Any

from games.engine.core import Title
from games.engine.registry import get_title
from games.models import Game, Seat
from games.selectors.tables.seats import seat_name

from .point_sources import PointSource, point_sources
from .position import PositionView


class GamePositionView(PositionView, ABC):
    """``rows`` are the seats of the table, with their people."""

    game: Game
    rows: list[Seat]

    @cached_property
    def title(self) -> Title:
        """The title that is played here."""
        return get_title(self.game.title)

    @cached_property
    def names(self) -> list[str]:
        """The players' names, by seat."""
        return [seat_name(seat) for seat in self.rows]

    def first_state(self) -> Any:
        """Return the position before the first ply."""
        return self.title.start(self.game.ruleset, self.game.options, self.game.seat_count)

    @cached_property
    def point_sources(self) -> list[PointSource]:
        """Where the points of the whole game came from; [] for a title that cannot tell."""
        return point_sources(self.title, self.log, self.game.seat_count)
