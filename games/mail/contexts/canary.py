"""Context of the site's test email, which shows a turn of the example game of the rules."""

from functools import cached_property
from typing import Any

from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Ply
from games.models import Game, Notification
from games.presenters.pictures.example_games import FIRST_HALF, NAMES, SEATS

from ..tables.table import Table

TITLE = "marrakech"  # whose example it is


class ExampleTable(Table):
    """A table that is in no database, seen by the player whose turn it is."""

    def __init__(self) -> None:
        title = get_title(TITLE)
        ruleset = next(iter(title.rulesets))
        game = Game(code="example", title=title.key, ruleset=ruleset, seat_count=SEATS, ply=len(FIRST_HALF.split()))
        super().__init__(game, None)
        (self.seat,) = title.acting(self.state)

    @cached_property
    def names(self) -> list[str]:
        """The players' names."""
        return list(NAMES)

    @cached_property
    def plies(self) -> list[Ply]:
        """The plies so far, including those of chance."""
        state, log = self.title.start(self.game.ruleset, {}, SEATS), []
        for text in FIRST_HALF.split():
            acting = self.title.acting(state)
            log.append((acting[0] if acting else None, text))
            state = self.title.apply(state, self.title.parse(state, log[-1][0], text))
        return list_plies(self.title, self.game.ruleset, {}, SEATS, log)


def canary(row: Notification) -> dict[str, Any]:
    """Return the variables of the templates in mail/canary."""
    table = ExampleTable()
    return {
        "table": table,
        "number": row.pk,
        "board": table.board(),
        "recent_turns": table.recent_turns(),
        "figures_text": table.figures_text,
        "question": table.question,
    }
