"""Deputies: friends who may play for a player who is away."""

from datetime import datetime
from zoneinfo import ZoneInfo

from accounts.models import User
from accounts.selectors import get_profile
from games.models import Deputy, EventKind, Kind, Turn

from ..notifications import outbox
from .events import add_event, tell_players


def acting_for(user_id: int | None, now: datetime) -> Deputy | None:
    """Return the deputy who may act for a player now, None if there is none."""
    found = Deputy.objects.current().filter(user=user_id, accepted_at__isnull=False, deputy__is_active=True)
    row = found.select_related("user__profile", "deputy").first()
    return row if row and acts_on(row, now) else None


def acts_on(row: Deputy, now: datetime) -> bool:
    """Return True if the deputy's dates, local days of the player, include this moment; without dates always."""
    today = now.astimezone(ZoneInfo(get_profile(row.user).time_zone)).date()
    return (row.first is None or row.first <= today) and (row.last is None or today <= row.last)


def ask(turn: Turn, at: datetime, now: datetime) -> None:
    """Ask the deputy to play a turn, and tell the table. Runs under the game's lock."""
    row = acting_for(turn.user_id, now)
    deputy: User | None = row.deputy if row else None
    params = {"at": at.isoformat()}
    event = add_event(turn.game, EventKind.DEPUTY, now, seat=turn.seat.number, user=deputy, params={**params})
    tell_players(event)
    if deputy:
        about = {"turn": turn.pk, "for": turn.user_id}
        outbox.queue(Kind.DEPUTY, f"{turn.pk}", user=deputy, game=turn.game, params=about)
