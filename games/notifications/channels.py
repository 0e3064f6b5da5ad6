"""Outbox rows for devices and webhooks.

``outbox.queue`` and ``outbox.queue_at_table`` call this, so no event reaches one channel and misses another. Players
without emails or without a confirmed address get them too: they have added the device or webhook because they want it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game

from .models import Channel, Kind, Notification, PushDevice, Webhook

Params = Mapping[str, Any]
Target = PushDevice | Webhook


def queue_other_channels(
    kind: Kind, event: str, user: User | None, game: Game | None, params: Params, due_at: datetime
) -> bool:
    """Create a row for each device and webhook of the player; queueing the same event again does nothing.

    Return True if there are any. Robots and addresses without an account have none, and some kinds exist only as emails
    (account emails, answers, digests).
    """
    if user is None or user.robot or not kind.policy.is_optional:
        return False
    targets: list[Target] = [*_devices([user.pk]), *Webhook.objects.filter(user=user, game=None, disabled_at=None)]
    return _insert(_rows_of_players(targets, kind, event, game, params, due_at))


def queue_at_table(
    game: Game, players: Collection[User], kind: Kind, event: str, params: Params, due_at: datetime
) -> bool:
    """Create a row for each device and webhook of some players, as ``queue_other_channels``, and for each of the table.

    Those of the table are due at once. They are notified that the game has begun, that a turn was played, or that the
    game is over. Called after each action; the actions of one turn are one event. Return True if there are any.
    """
    if game.status == Status.CANCELLED:
        return False
    people = [user.pk for user in players if not user.robot]
    wanted = Q(game=game) | Q(game=None, user__in=people) if people else Q(game=game)
    webhooks = list(Webhook.objects.filter(wanted, disabled_at=None))
    targets: list[Target] = [*_devices(people), *(webhook for webhook in webhooks if webhook.game_id is None)]
    rows = _rows_of_players(targets, kind, event, game, params, due_at)
    return _insert([*rows, *_rows_of_table(game, [webhook for webhook in webhooks if webhook.game_id])])


def _devices(users: Collection[int]) -> Iterable[PushDevice]:
    return PushDevice.objects.filter(user__in=users) if settings.VAPID_PRIVATE_KEY and users else ()


def _rows_of_players(
    targets: Iterable[Target], kind: Kind, event: str, game: Game | None, params: Params, due_at: datetime
) -> list[Notification]:
    about = {"game": game, "ply": game.ply if game else None, "params": dict(params)}
    common = {"kind": kind, **about, "due_at": due_at}
    return [
        _row(f"{kind}:{event}:{target.user_id}", target, {**common, "user_id": target.user_id}) for target in targets
    ]


def _rows_of_table(game: Game, webhooks: Iterable[Webhook]) -> Iterator[Notification]:
    kind = Kind.OVER if game.is_over else Kind.TURN if game.turn > 1 else Kind.STARTED
    event = f"table:{kind}:{game.pk}:{game.turn}{game.undo_mark}"
    common = {"kind": kind, "game": game, "ply": game.ply, "params": {"turn": game.turn}, "due_at": timezone.now()}
    for webhook in webhooks:
        yield _row(event, webhook, {**common, "user_id": webhook.user_id})


def _row(event: str, target: Target, values: dict[str, Any]) -> Notification:
    channel = Channel.PUSH if isinstance(target, PushDevice) else Channel.WEBHOOK
    column = "device" if channel == Channel.PUSH else "webhook"
    return Notification(key=f"{event[:130]}:{channel}:{target.pk}", channel=channel, **values, **{column: target})


def _insert(rows: list[Notification]) -> bool:
    """Store the rows whose keys are new. Return True if there are any rows."""
    if rows:
        Notification.objects.bulk_create(rows, ignore_conflicts=True)
    return bool(rows)
