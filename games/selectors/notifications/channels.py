"""Devices and webhooks of a player."""

from collections.abc import Collection

from django.conf import settings
from django.db.models import QuerySet

from accounts.models import User
from games.errors import NotFound
from games.models import Game, PushDevice, Status, Webhook

from .mail_preferences import players_without_mail

MAX_TABLES = 100


def devices_of(user: User) -> list[PushDevice]:
    """Return the browsers that get the player's push notifications."""
    return list(PushDevice.objects.filter(user=user))


def players_without_notices(game: Game, users: Collection[User]) -> set[int]:
    """Return which of these players nothing tells of a turn at this table: no email, no device, no webhook."""
    silent = players_without_mail(game, [user.pk for user in users])
    unreached = {user.pk for user in users if user.pk in silent or not user.is_confirmed}
    if settings.VAPID_PRIVATE_KEY:
        unreached -= set(PushDevice.objects.filter(user__in=unreached).values_list("user_id", flat=True))
    hooks = Webhook.objects.filter(user__in=unreached, game=None, disabled_at=None)
    return unreached - set(hooks.values_list("user_id", flat=True))


def webhooks_of(user: User) -> QuerySet[Webhook]:
    """Return the player's webhooks, with their tables."""
    return Webhook.objects.filter(user=user).select_related("game")


def webhook_of(user: User, pk: int) -> Webhook:
    """Return a webhook of the player. Raises NotFound."""
    hook = webhooks_of(user).filter(pk=pk).first()
    if hook is None:
        raise NotFound
    return hook


def tables_of(user: User) -> list[Game]:
    """Return the open and running tables of the player, latest first."""
    mine = Game.objects.filter(seats__user=user, status__in=[Status.OPEN, Status.RUNNING])
    return list(mine.order_by("-id")[:MAX_TABLES])


def table_by_code(user: User, code: str) -> Game | None:
    """Return the table with this code, None if there is none that the player may see."""
    return Game.objects.visible_to(user).filter(code=code).first() if code.isalnum() else None
