"""What simulated players do beside playing: deputies' turns, pauses."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from games.models import BlockReason, TablePause, Turn, TurnEnd
from games.selectors.log import state_of
from games.services.clocks import deputies
from games.services.clocks.turns import compute_again
from games.services.lock import game_for_update
from games.services.play.after_action import after_action
from games.services.play.log import LogWriter

if TYPE_CHECKING:
    from .world import World

HARD_BOUNCE = BlockReason.BOUNCE


@transaction.atomic
def play_as_deputy(world: World, game_id: int, number: int) -> None:
    """Play a turn for a player who is late, if it still waits for the deputy."""
    game = game_for_update(game_id)
    turn = Turn.objects.filter(game=game, seat__number=number, ended_at=None, steps__kind="deputy").first()
    row = deputies.acting_for(turn.user_id, world.now) if turn else None
    if row is None or world.people[row.deputy_id].is_absent(world.now):
        return
    log = LogWriter(game, world.now)
    state = log.play_turn(lambda state: world.chooser.choice(log.title.legal_actions(state)), state_of(game), "deputy")
    after_action(log, state, number, ended_by=TurnEnd.DEPUTY)


@transaction.atomic
def pause(game_id: int, length: timedelta, now: datetime) -> None:
    """Pause a table to a date."""
    game = game_for_update(game_id)
    if not game.is_over:
        TablePause.objects.create(game=game, began_at=now, until=now + length)
        compute_again(game, now)
