"""Web push: encrypted messages to browsers, through the services of their makers."""

import json
from functools import cache
from urllib.parse import urlsplit

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings
from django.utils import timezone
from py_vapid import Vapid
from py_vapid.utils import b64urldecode, b64urlencode

from games.common.errors import Invalid
from games.mail.event_line import line_of
from games.notifications.models import CallError, Kind, Notification, PushDevice
from games.notifications.push_devices import delete_device, note_pushed
from games.notifications.recipient import user_locale

from .email import DeliveryError, TargetGone
from .safe_http import post_with_backoff

LIFETIME = 24 * 60 * 60  # seconds for which the service keeps a message for a device that is offline
GONE_STATUSES = {404, 410}

CURVE_BYTES = 32


class PushFailed(DeliveryError):
    """The push service refused the message."""


def send(row: Notification) -> str:
    """Push a row to its device. Return the address that the service gives the message, or "".

    Raises TargetGone if the device has unsubscribed (it is then deleted), PushFailed for any other refusal, BackingOff.
    """
    device = row.device
    if device is None or device.user_id != row.user_id:
        raise TargetGone(CallError.DEVICE_REMOVED)
    if not is_on():
        raise TargetGone(CallError.NO_KEY)
    headers = {
        "Authorization": authorization(device.endpoint),
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


def is_on() -> bool:
    return bool(settings.VAPID_PRIVATE_KEY)


@cache
def _key_of(private_key: str) -> Vapid:
    vapid = Vapid.from_string(private_key)
    vapid.conf["no-strict"] = True  # a subject at "localhost" is good enough for development
    return vapid


def public_key(private_key: str = "") -> str:
    """Return the public key as browsers expect it: an uncompressed point in base64url, or "" without a key.

    Raises ValueError for a text that is not a private key.
    """
    private_key = private_key or settings.VAPID_PRIVATE_KEY
    if not private_key:
        return ""
    key = _key_of(private_key).public_key
    return str(b64urlencode(key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)))


def new_private_key() -> str:
    """Return a new private key for VAPID_PRIVATE_KEY: 32 bytes in base64url."""
    vapid = Vapid()
    vapid.generate_keys()
    return str(b64urlencode(vapid.private_key.private_numbers().private_value.to_bytes(CURVE_BYTES, "big")))


def authorization(endpoint: str) -> str:
    """Return the Authorization header for a push service. It is valid for a day."""
    parts = urlsplit(endpoint)
    claims = {"aud": f"{parts.scheme}://{parts.netloc}", "sub": settings.VAPID_SUBJECT}
    return str(_key_of(settings.VAPID_PRIVATE_KEY).sign(claims)["Authorization"])
