"""The other channels out of the outbox: what is told by mail also goes to a player's devices and webhooks.

``outbox.queue`` and ``advance.announce`` (by ``outbox.queue_at_table``) come through here, so that no event can be
told on one channel and forgotten on another. Whoever has switched mails off, or has no confirmed address, is told all the
same: a device or a webhook is there because its owner wants it.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings

from accounts.models import User
from accounts.ready import Ready
from games.models import REQUIRED_KINDS, Channel, Game, Kind, Notification, PushDevice, Status, Webhook

from ..writing import insert_new

Params = Mapping[str, str | int]
_HOOKS = Ready(lambda user: Webhook.objects.filter(user=user, game=None, disabled_at=None))
_HOOKS_OF_TABLE = Ready(lambda game: Webhook.objects.filter(game=game, disabled_at=None).select_related("user"))


def queue_other_channels(
    kind: Kind, event: str, user: User | None, game: Game | None, params: Params, due_at: datetime
) -> list[int]:
    """Write a row for each device and webhook of the player; queueing the same event again does nothing.

    Return the new rows, for the outbox to wake a worker. Robots, addresses without an account, and what only makes
    sense as a mail (account mail, answers, digests) have none.
    """
    if user is None or user.robot or game is None or kind in REQUIRED_KINDS:
        return []
    common = {"kind": kind, "user": user, "game": game, "ply": game.ply, "params": dict(params), "due_at": due_at}
    rows = (_row(f"{kind}:{event}:{user.pk}", target, common) for target in _targets(user))
    return [row.pk for row in rows if row]


def _targets(user: User) -> Iterator[PushDevice | Webhook]:
    if settings.VAPID_PRIVATE_KEY:
        yield from PushDevice.objects.filter(user=user)
    yield from _HOOKS(user.pk)


def queue_table_event(game: Game, due_at: datetime) -> list[int]:
    """Write a row for each webhook of the table: that the game has begun, that a turn has been played, that it is over.

    Called whenever a position has settled; the steps within one turn are one event. Return the new rows.
    """
    kind = Kind.OVER if game.is_over else Kind.TURN if game.turn > 1 else Kind.STARTED
    event = f"table:{kind}:{game.pk}:{game.turn}"
    common: dict[str, Any] = {"kind": kind, "game": game, "ply": game.ply, "due_at": due_at}
    common["params"] = {"turn": game.turn}
    hooks = _HOOKS_OF_TABLE(game.pk) if game.status != Status.CANCELLED else ()
    rows = (_row(event, hook, {**common, "user": hook.user}) for hook in hooks)
    return [row.pk for row in rows if row]


def _row(event: str, target: PushDevice | Webhook, values: dict[str, Any]) -> Notification | None:
    """Write the row of one event for one target, None where there is one already."""
    channel = Channel.PUSH if isinstance(target, PushDevice) else Channel.WEBHOOK
    column = "device" if channel == Channel.PUSH else "webhook"
    row = Notification(key=f"{event[:130]}:{channel}:{target.pk}", channel=channel, **values, **{column: target})
    return row if insert_new(row, "key") else None
