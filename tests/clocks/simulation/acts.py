"""What simulated players do beside playing: deputies' turns, pauses."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from django.db import transaction

from accounts.errors import SiteError
from games.clocks.models import TablePause, Turn
from games.clocks.turns import recompute
from games.core.lock import game_for_update
from games.core.models import Game
from games.deputies.selectors import acting_for
from games.notifications.models import BlockReason
from games.play.actions import play_action
from tests.makers import any_action

if TYPE_CHECKING:
    from .world import World

HARD_BOUNCE = BlockReason.BOUNCE


def play_as_deputy(world: World, game_id: int, number: int) -> None:
    """Play a turn for a player who is late, if it still waits for the deputy."""
    turn = Turn.objects.filter(game=game_id, seat__number=number, ended_at=None, steps__kind="deputy").first()
    row = acting_for(turn.user_id, world.now) if turn else None
    if turn is None or row is None or world.people[row.deputy_id].is_absent(world.now):
        return
    while is_waiting(turn):
        game = Game.objects.get(pk=game_id)
        with suppress(SiteError):  # the deputy has a seat at this table
            play_action(game_id, row.deputy, any_action(game, world.chooser), game.ply)
            continue
        return


def is_waiting(turn: Turn) -> bool:
    return Turn.objects.filter(pk=turn.pk, ended_at=None).exists()


@transaction.atomic
def pause(game_id: int, length: timedelta, now: datetime) -> None:
    """Pause a table to a date."""
    game = game_for_update(game_id)
    if not game.is_over:
        TablePause.objects.create(game=game, began_at=now, until=now + length)
        recompute(game, now)
