"""The page of a game whose log does not replay."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accounts.models import User
from games.models import Game, Status
from games.selectors.games import may_see
from games.selectors.tables.events import events_of
from games.selectors.tables.seats import seats_of

from ..wording import join_names
from .log.event_lines import LogEvent, event_line
from .log.story import people_of

if TYPE_CHECKING:
    from django.contrib.auth.models import AnonymousUser


@dataclass(frozen=True, slots=True)
class TroubleView:
    """What can be said of the game without its log: names, stage, and the latest events at the table."""

    name: str
    players: str
    is_over: bool
    events: list[LogEvent]


def trouble_view(game_id: int, viewer: "User | AnonymousUser") -> TroubleView | None:
    """Return what this viewer may read about the game, None where that is nothing."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None or not may_see(game, viewer):
        return None
    seats, events = seats_of(game), events_of(game)[-5:]
    people = people_of(seats, events)
    return TroubleView(
        name=game.name,
        players=join_names(list(people.seats)),
        is_over=game.status != Status.RUNNING,
        events=[event_line(event, people) for event in reversed(events)],
    )
