"""The presence of players on table pages."""

from datetime import datetime, timedelta

from django.db.models import F, QuerySet

from accounts.models import User
from games.chat.services import mark_read
from games.clocks import activity
from games.core.models import Game, Seat
from games.core.selectors import own_seat
from games.notifications.models import Presence
from games.time_outs import time_outs

RETENTION = timedelta(days=1)


def note_presence(game: Game, user: User, now: datetime, seen: int | None = None, read: int | None = None) -> None:
    """Record that the player is looking at the table now, and so knows of a turn there.

    Raises Forbidden (not-seated) at the first time.

    ``seen`` is the number of log entries on the page, ``read`` the last chat message; the stored numbers only grow.
    Every open page calls this every 100 seconds, so the row is expected to exist: one statement, where a seat and an
    upsert take four.
    """
    if not Presence.objects.filter(user=user, game=game).update(at=now):
        own_seat(game, user)
        row = Presence(user=user, game=game, at=now)
        Presence.objects.bulk_create([row], update_conflicts=True, unique_fields=["user", "game"], update_fields=["at"])
    activity.note_opened(game.pk, user, now)
    if game.deadline and game.deadline < now:
        time_outs.handle_due_turns(now, game)
    if seen:
        reached = min(seen, game.ply)
        unseen = Seat.objects.filter(game=game, user=user, seen_ply__lt=reached)
        unseen.update(seen_ply=reached, version=F("version") + 1)
    if read:
        mark_read(game, user, read)


def old_presence(now: datetime) -> QuerySet[Presence]:
    return Presence.objects.filter(at__lt=now - RETENTION)
