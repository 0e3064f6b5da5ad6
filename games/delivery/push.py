"""Web push: encrypted messages to browsers, through the services of their makers."""

import json

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from django.utils import timezone
from py_vapid.utils import b64urldecode

from games.errors import Invalid
from games.mail.event_line import line_of
from games.mail.recipient import user_locale
from games.models import CallError, Kind, Notification, PushDevice
from games.services.notifications.push_devices import delete_device, note_pushed

from . import vapid
from .backoff import post_with_backoff
from .errors import DeliveryError, TargetGone

LIFETIME = 24 * 60 * 60  # seconds for which the service keeps a message for a device that is offline
GONE_STATUSES = {404, 410}


class PushFailed(DeliveryError):
    """The push service refused the message."""


def send(row: Notification) -> str:
    """Push a row to its device. Return the address that the service gives the message, or "".

    Raises TargetGone if the device has unsubscribed (it is then deleted), PushFailed for any other refusal, BackingOff.
    """
    device = row.device
    if device is None or device.user_id != row.user_id:
        raise TargetGone(CallError.DEVICE_REMOVED)
    if not vapid.is_on():
        raise TargetGone(CallError.NO_KEY)
    headers = {
        "Authorization": vapid.authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFETIME),
        "Urgency": "high" if Kind(row.kind).policy.is_urgent else "normal",
    }
    try:
        answer = post_with_backoff(device.user, device.endpoint, encrypted(device, payload_of(row)), headers)
    except Invalid as refusal:
        delete_device(device)
        raise TargetGone(CallError(refusal.code)) from None
    if answer.status in GONE_STATUSES:
        delete_device(device)
        raise TargetGone(CallError.SIGNED_OFF, status=answer.status)
    if not answer.is_good:
        raise PushFailed(CallError.STATUS, status=answer.status)
    note_pushed(device, timezone.now())
    return answer.headers.get("location", "")[:200]


def payload_of(row: Notification) -> bytes:
    """Return what the service worker shows. ``tag`` lets a newer message of a table replace the older one."""
    assert row.user is not None
    with user_locale(row.user):
        line = line_of(row)
    tag = f"table-{row.game.code}" if row.game else row.kind
    values = {"title": line.title, "body": line.text, "url": line.url, "tag": tag}
    return json.dumps(values, ensure_ascii=False).encode()


def encrypted(device: PushDevice, payload: bytes) -> bytes:
    """Encrypt the payload so that only this device can read it (RFC 8291)."""
    return bytes(
        http_ece.encrypt(
            payload,
            private_key=ec.generate_private_key(ec.SECP256R1()),  # each message has a key of its own
            dh=b64urldecode(device.p256dh.encode()),
            auth_secret=b64urldecode(device.auth.encode()),
            version="aes128gcm",
        )
    )
