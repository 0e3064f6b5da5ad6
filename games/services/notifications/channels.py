"""Outbox rows for devices and webhooks.

``outbox.queue`` and ``outbox.queue_table_event`` call this, so no event reaches one channel and misses another. Players
without emails or without a confirmed address get them too: they have added the device or webhook because they want it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import User
from games.models import Channel, Game, Kind, Notification, PushDevice, Status, Webhook

Params = Mapping[str, Any]


def queue_other_channels(
    kind: Kind, event: str, user: User | None, game: Game | None, params: Params, due_at: datetime
) -> bool:
    """Create a row for each device and webhook of the player; queueing the same event again does nothing.

    Return True if there are any. Robots and addresses without an account have none, and some kinds exist only as emails
    (account emails, answers, digests).
    """
    if user is None or user.robot or not kind.policy.is_optional:
        return False
    about = {"game": game, "ply": game.ply if game else None, "params": dict(params)}
    common = {"kind": kind, "user": user, **about, "due_at": due_at}
    return _insert([_row(f"{kind}:{event}:{user.pk}", target, common) for target in _targets(user)])


def _targets(user: User) -> Iterator[PushDevice | Webhook]:
    if settings.VAPID_PRIVATE_KEY:
        yield from PushDevice.objects.filter(user=user)
    yield from Webhook.objects.filter(user=user, game=None, disabled_at=None)


def queue_table_event(game: Game, due_at: datetime) -> bool:
    """Create a row for each webhook of the table: the game has begun, a turn was played, or the game is over.

    Called after each action; the actions of one turn are one event. Return True if there are any webhooks.
    """
    if game.status == Status.CANCELLED:
        return False
    kind = Kind.OVER if game.is_over else Kind.TURN if game.turn > 1 else Kind.STARTED
    event = f"table:{kind}:{game.pk}:{game.turn}{game.undo_mark}"
    common = {"kind": kind, "game": game, "ply": game.ply, "params": {"turn": game.turn}, "due_at": due_at}
    webhooks = Webhook.objects.filter(game=game, disabled_at=None)
    return _insert([_row(event, webhook, {**common, "user_id": webhook.user_id}) for webhook in webhooks])


def _row(event: str, target: PushDevice | Webhook, values: dict[str, Any]) -> Notification:
    """Return the unsaved row of one event for one target."""
    channel = Channel.PUSH if isinstance(target, PushDevice) else Channel.WEBHOOK
    column = "device" if channel == Channel.PUSH else "webhook"
    return Notification(key=f"{event[:130]}:{channel}:{target.pk}", channel=channel, **values, **{column: target})


def _insert(rows: list[Notification]) -> bool:
    """Store the rows whose keys are new. Return True if there are any rows."""
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return bool(rows)
