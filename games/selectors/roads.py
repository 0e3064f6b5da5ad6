"""Where a player is told things beside the mailbox."""

from django.db.models import QuerySet

from accounts.models import User
from games.errors import NotFound
from games.models import PushDevice, Webhook


def devices_of(user: User) -> list[PushDevice]:
    """Return the browsers that the player is pushed to."""
    return list(PushDevice.objects.filter(user=user))


def webhooks_of(user: User) -> QuerySet[Webhook]:
    """Return the player's webhooks, with their tables."""
    return Webhook.objects.filter(user=user).select_related("game")


def webhook_of(user: User, pk: int) -> Webhook:
    """Return a webhook of the player. Raises NotFound."""
    hook = webhooks_of(user).filter(pk=pk).first()
    if hook is None:
        raise NotFound
    return hook
