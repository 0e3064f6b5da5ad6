"""Helpers for tests of webhooks: rows and request bodies."""

import json
from typing import Any

from accounts.models import User
from games.core.models import Game
from games.delivery import worker
from games.notifications.models import Channel, Notification, Webhook
from games.notifications.webhooks import add_webhook
from tests.makers import make_user, started_game

from .web_server import Receiver


def rows() -> list[Notification]:
    """Return the rows of webhooks, oldest first."""
    return list(Notification.objects.filter(channel=Channel.WEBHOOK).order_by("pk"))


def deliver() -> Notification:
    """Deliver the latest row of a webhook and return it."""
    row = rows()[-1]
    worker.deliver(row.pk)
    row.refresh_from_db()
    return row


def sent(receiver: Receiver) -> dict[str, Any]:
    """Return the body of the latest request."""
    body: dict[str, Any] = json.loads(receiver.requests[-1].body)
    return body


def asked(receiver: Receiver, shape: str = "json", user: User | None = None) -> tuple[Webhook, Game]:
    """Return a player's webhook and a game that waits for the player."""
    user = user or make_user("Leila")
    webhook = add_webhook(user, receiver.url, shape)
    return webhook, started_game(user, make_user("Amina"), name="The Blue Table")
