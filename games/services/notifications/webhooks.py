"""Webhooks of players, for their own events or for all turns of one table."""

import secrets
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.errors import Conflict, Forbidden, Invalid
from games.models import CallError, Game, Notification, Webhook, WebhookShape
from games.selectors.notifications.channels import webhook_of

from .. import rate_limits
from .web_addresses import parse_web_address

MAX_WEBHOOKS = 10  # webhooks of one player
NO_ERROR: dict[str, Any] = {"failing_since": None, "last_error": "", "last_error_params": {}}
MAX_PARAM_LENGTH = 120  # characters of a parameter in the text of an error
PATIENCE = timedelta(days=1)  # of failures without a success, before a webhook is disabled


@transaction.atomic
def add_webhook(user: User, url: str, shape: str, game: Game | None = None) -> Webhook:
    """Add a webhook for the player's events; with ``game`` for every turn at that table.

    Any player at the table can add one: it contains only what they can see. Raises Invalid (unknown-shape, and what
    ``parse_web_address`` raises), Forbidden (not-seated), Conflict (too-many-webhooks).
    """
    _check(url, shape)
    if game and not game.seats.filter(user=user).exists():
        raise Forbidden("not-seated", _("You do not have a seat at this table."))
    lock_user(user)
    if Webhook.objects.filter(user=user).count() >= MAX_WEBHOOKS:
        raise Conflict("too-many-webhooks", _("You have reached the limit for webhooks. Remove one first."))
    return Webhook.objects.create(user=user, game=game, url=url.strip(), shape=shape, secret=secrets.token_hex(32))


def _check(url: str, shape: str) -> None:
    parse_web_address(url)
    if shape not in WebhookShape.values:
        raise Invalid("unknown-shape", _("This kind of webhook is not available. Choose another one."))


def change_webhook(user: User, pk: int, url: str, shape: str) -> None:
    """Change the address and shape of a webhook. A disabled webhook is enabled again.

    Raises NotFound, Invalid like ``add_webhook``.
    """
    _check(url, shape)
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(
        url=url.strip(), shape=shape, disabled_at=None, **NO_ERROR
    )


def enable_webhook(user: User, pk: int) -> None:
    """Enable a disabled webhook. Raises NotFound."""
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(disabled_at=None, **NO_ERROR)


def renew_secret(user: User, pk: int) -> None:
    """Replace the secret that signs the calls. Raises NotFound."""
    Webhook.objects.filter(pk=webhook_of(user, pk).pk).update(secret=secrets.token_hex(32))


@transaction.atomic
def remove_webhook(user: User, pk: int) -> None:
    """Delete a webhook; its notifications stay in the outbox. Raises NotFound."""
    webhook = webhook_of(user, pk)
    Notification.objects.filter(webhook=webhook).update(webhook=None)
    webhook.delete()


def count_test(user: User) -> None:
    """Count one test of a webhook. Raises TooMany."""
    rate_limits.count("webhook", user.pk)


def note_called(webhook: Webhook, now: datetime) -> None:
    """Store a successful call, and clear earlier failures."""
    Webhook.objects.filter(pk=webhook.pk).update(last_sent_at=now, **NO_ERROR)


def note_failed(
    webhook: Webhook,
    error: CallError,
    now: datetime,
    *,
    params: Mapping[str, object] | None = None,
    for_good: bool = False,
) -> bool:
    """Store a failed call. A day of failures without a success, or one that is ``for_good``, disables the webhook.

    ``params`` are the values in the text of the error. Return True if this failure has disabled the webhook; only one
    of several workers gets True.
    """
    rows = Webhook.objects.filter(pk=webhook.pk)
    short_params = {
        name: value if isinstance(value, int | float) else str(value)[:MAX_PARAM_LENGTH]
        for name, value in (params or {}).items()
    }
    rows.update(failing_since=Coalesce(F("failing_since"), now), last_error=error, last_error_params=short_params)
    is_exhausted = Q() if for_good else Q(failing_since__lte=now - PATIENCE)
    return bool(rows.filter(is_exhausted, disabled_at=None).update(disabled_at=now))
