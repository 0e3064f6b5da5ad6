"""What administrators do with a game in trouble: rebuild what follows from its log, or end it without a result.

A log that does not replay goes back to the last position that does. What is removed is kept in an event of the table.
The sealed dice give the same results again, because they follow from the seat and the number of its roll.
"""

from datetime import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.clocks.models import TimeGift, TurnEnd
from games.clocks.selectors import open_turns
from games.clocks.turns import end_turns, recompute
from games.common.errors import BrokenGame, Conflict
from games.core.choices import Status
from games.core.dice import open_dice
from games.core.events import add_event
from games.core.lock import game_for_update
from games.core.log import fault_of, sound_length
from games.core.models import EventKind, Game, Seat
from games.core.selectors import seats_with_users
from games.engine.values import ABORTED
from games.notifications.outbox import notify_players

from .after_action import GAME_COLUMNS, SEAT_COLUMNS, rebuild_derived
from .endings import abort_game
from .open_proposals import after_change, open_proposals
from .undo import go_back


@transaction.atomic
def repair_game(game_id: int, reason: str) -> str:
    """Rebuild what follows from the log of a game; if the log does not replay, shorten it first.

    Returns "" if all was right, "rebuilt", or "shortened". The players read the reason if something has changed, and
    get back the time for which the game was in trouble. Raises Conflict (log-lost) for a game that is over and does
    not replay, because its dice are open.
    """
    game, now = game_for_update(game_id), timezone.now()
    if game.started_at is None:
        return ""
    since = game.troubled_at
    if not fault_of(game):
        if not rebuild_derived(game_id):
            return ""
        _notify(game_for_update(game_id), "rebuilt", reason, now)
        done = "rebuilt"
    elif game.status != Status.RUNNING:
        text = _("This game is over, and its log does not replay. Only a backup can bring it back.")
        raise Conflict("log-lost", text)
    else:
        go_back(game, sound_length(game), now, reason)
        done = "shortened"
    if since:
        _give_time_back(game_for_update(game_id), since, now, reason)
    return done


def _give_time_back(game: Game, since: datetime, now: datetime, reason: str) -> None:
    """Give the players whose turn it was the time for which nobody could play."""
    for turn in open_turns(game):
        if turn.pace and (lost := int((now - max(since, turn.came_at)).total_seconds())) > 0:
            TimeGift.objects.create(turn=turn, seconds=lost, at=now, reason=reason)
    recompute(game, now)


@transaction.atomic
def abort_for_operator(game_id: int, reason: str) -> Game:
    """End a running game, even if its log does not replay; players read the reason. Raises Conflict (not-running)."""
    game, now = game_for_update(game_id), timezone.now()
    if game.status != Status.RUNNING:
        raise Conflict("not-running", _("This game is not running."))
    try:
        with transaction.atomic():
            game = abort_game(game_id)
    except BrokenGame:
        _abort_without_log(game, now)
    _notify(game, "aborted", reason, now)
    return game


def _abort_without_log(game: Game, now: datetime) -> None:
    """End a game by its columns alone: nothing can be added to its log."""
    seats, rows = seats_with_users(game), open_proposals(game)
    game.status, game.end_reason, game.finished_at = Status.ABORTED, ABORTED, now
    game.deadline = game.overdue_at = None
    for seat in seats:
        seat.is_acting, seat.acting_since, seat.place, seat.finished_at = False, None, None, now
    end_turns(open_turns(game), now, TurnEnd.OVER)
    game.version += 1
    game.save(update_fields=GAME_COLUMNS)
    Seat.objects.bulk_update(seats, SEAT_COLUMNS)
    after_change(game, rows, seats, now)
    open_dice(game, now)


def _notify(game: Game, what: str, reason: str, now: datetime) -> None:
    notify_players(add_event(game, EventKind.OPERATOR, now, params={"what": what, "reason": reason}))
