"""Browsers with web push notifications: creation and deletion."""

import base64
import binascii
from datetime import datetime

from allauth.usersessions.models import UserSession
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.common.errors import Conflict, Invalid, NotFound
from games.common.permissions import require_confirmed_address

from .models import Notification, PushDevice
from .webhooks import parse_web_address

DEVICE_KEY = "push_device"  # in the data of a session
MAX_DEVICES = 10  # devices of one player
POINT, SECRET = 65, 16  # bytes of a browser's public key (an uncompressed point of P-256) and of its secret
UNCOMPRESSED = 4


@transaction.atomic
def add_device(user: User, *, endpoint: str, p256dh: str, auth: str, name: str) -> PushDevice:
    """Add a browser for push notifications. A browser of another player changes its owner.

    The keys are base64url text as ``PushSubscription.toJSON`` returns it. Raises Invalid (bad-subscription, and what
    ``parse_web_address`` raises), Conflict (too-many-devices), Forbidden (address-unconfirmed).
    """
    require_confirmed_address(user)
    parse_web_address(endpoint)
    point = _decode(p256dh)
    if len(point) != POINT or point[0] != UNCOMPRESSED or len(_decode(auth)) != SECRET:
        raise _bad_subscription()
    lock_user(user)
    others = PushDevice.objects.filter(user=user).exclude(endpoint=endpoint)
    if others.count() >= MAX_DEVICES:
        raise Conflict("too-many-devices", _("You have reached the limit for devices. Remove one first."))
    values = {"user": user, "p256dh": p256dh, "auth": auth, "name": name[:60]}
    return PushDevice.objects.update_or_create(endpoint=endpoint, defaults=values)[0]


def _decode(text: str) -> bytes:
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise _bad_subscription() from None


def _bad_subscription() -> Invalid:
    return Invalid(
        "bad-subscription", _("Your browser could not be registered for notifications. Reload the page and try again.")
    )


@transaction.atomic
def remove_device(user: User, pk: int) -> None:
    """Remove a device of the user. Raises NotFound for an unknown or another user's device."""
    device = PushDevice.objects.filter(user=user, pk=pk).first()
    if device is None:
        raise NotFound
    delete_device(device)


@transaction.atomic
def delete_device(device: PushDevice) -> None:
    """Delete a device; its notifications stay in the outbox."""
    Notification.objects.filter(device=device).update(device=None)
    PushDevice.objects.filter(pk=device.pk).delete()


def keep_with_session(user: User, pk: int, session_key: str) -> None:
    """Let a device go when this session ends: who signs out, here or elsewhere, is notified there no more.

    A session that gets a new key, as with a new password, takes its device along.
    """
    sessions = UserSession.objects.filter(user=user)
    sessions.filter(data__push_device=pk).update(data={})
    sessions.filter(session_key=session_key).update(data={DEVICE_KEY: pk})


def remove_ended(user_id: int, **which: object) -> None:
    """Remove a device of the user whose session has ended, by its ``pk`` or its ``endpoint``."""
    for device in PushDevice.objects.filter(user=user_id, **which):
        delete_device(device)


def note_pushed(device: PushDevice, now: datetime) -> None:
    PushDevice.objects.filter(pk=device.pk).update(last_sent_at=now)
