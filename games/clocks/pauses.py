"""What players agree on about the clocks of their table: a pause, its end, another pace.

``begin_pause``, ``end_pause`` and ``change_pace`` run inside the caller's transaction, under the game's lock.
"""

from collections.abc import Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest

from accounts.models import User
from games.core.choices import Pace
from games.core.lock import game_for_update
from games.core.log import add_event
from games.core.models import EventKind, Game
from games.notifications.outbox import notify_players

from .models import TablePause
from .selectors import current_pause
from .turn_facts import pace_of
from .turns import recompute

MAX_PAUSES = 200  # that end in one round of the sweep


def begin_pause(game: Game, until: datetime | None, now: datetime, user: User | None = None, reason: str = "") -> None:
    """Pause the clocks of a table until a moment, or (None) until the pause is ended. Playing stays allowed."""
    TablePause.objects.create(game=game, began_at=now, until=until, reason=reason)
    recompute(game, now)
    params = {"until": until.isoformat() if until else None, "reason": reason}
    notify_players(add_event(game, EventKind.PAUSED, now, user=user, params=params))


def end_pause(game: Game, now: datetime, user: User | None = None, reason: str = "") -> None:
    """Let the clocks of a table run again. Without a pause nothing happens. ``reason`` is the operator's."""
    pause = current_pause(game, now)
    if pause:
        _end(pause, now)
        recompute(game, now)
        params = {"reason": reason} if reason else None
        notify_players(add_event(game, EventKind.RESUMED, now, user=user, params=params))


def end_due_pauses(now: datetime) -> int:
    """Write down that pauses have ended whose date has come. The clocks know it by themselves. Return their number."""
    due = TablePause.objects.filter(ended_at=None, until__lte=now).order_by("until", "id")
    rows = list(due.values_list("pk", "game_id")[:MAX_PAUSES])
    return sum(_note_end(pk, game_id, now) for pk, game_id in rows)


@transaction.atomic
def _note_end(pause_id: int, game_id: int, now: datetime) -> bool:
    game = game_for_update(game_id)
    pause = TablePause.objects.filter(pk=pause_id, ended_at=None).first()
    if pause is None or pause.until is None:
        return False
    _end(pause, pause.until)
    if not game.is_over:
        notify_players(add_event(game, EventKind.RESUMED, now))
    return True


def _end(pause: TablePause, at: datetime) -> None:
    pause.ended_at = at
    pause.save(update_fields=["ended_at"])


def change_pace(game: Game, pace: str, own: Mapping[str, int] | None, now: datetime, user: User | None = None) -> None:
    """Give a table another pace from the next turns on.

    Turns under way keep the old one. Banks keep what they hold, and get at least what the new pace begins with.
    """
    game.pace, game.own_pace = Pace(pace), dict(own) if own else None
    game.save(update_fields=["pace", "own_pace"])
    times = pace_of(game)
    if times:
        game.seats.update(bank=Greatest(F("bank"), times.bank))
    notify_players(add_event(game, EventKind.PACE, now, user=user, params={"pace": pace, "own_pace": game.own_pace}))
