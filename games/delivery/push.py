"""By web push: an encrypted message to one browser, by way of the service of its maker."""

import json

from django.utils import timezone
from pywebpush import WebPusher

from games.errors import Invalid
from games.mail.event_line import event_line
from games.mail.recipient import user_locale
from games.mail.tables.table import Table
from games.models import Notification, PushDevice
from games.services.notifications.push_devices import delete_device, note_pushed

from . import vapid
from .backoff import post_with_backoff
from .errors import TargetGone

LIFETIME = 24 * 60 * 60  # seconds for which the service keeps it for a device that is away
URGENT = {"turn", "started", "mention", "invitation"}
GONE_STATUSES = {404, 410}


class PushFailed(Exception):
    """The push service has not taken the message. The text says what it answered."""


def send(row: Notification) -> str:
    """Push a row to its device. Return the address under which the service keeps it, "" without one.

    Raises Gone where the device has been signed off (it is forgotten then), Failed for any other answer, Resting.
    """
    device = row.device
    if device is None or device.user_id != row.user_id:
        raise TargetGone("the device has been removed")
    if not vapid.is_on():
        raise TargetGone("the site has no key for web push")
    headers = {
        "Authorization": vapid.authorization(device.endpoint),
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(LIFETIME),
        "Urgency": "high" if row.kind in URGENT else "normal",
    }
    try:
        answer = post_with_backoff(device.user, device.endpoint, encrypted(device, payload_of(row)), headers)
    except Invalid as refusal:
        delete_device(device)
        raise TargetGone(str(refusal.message)) from None
    if answer.status in GONE_STATUSES:
        delete_device(device)
        raise TargetGone(f"the device is signed off (it answered {answer.status})")
    if not answer.is_good:
        raise PushFailed(f"the push service answered {answer.status}")
    note_pushed(device, timezone.now())
    return answer.headers.get("location", "")[:200]


def payload_of(row: Notification) -> bytes:
    """Return what the service worker shows: title, sentence, address; a newer one of the table replaces the older."""
    assert row.game is not None
    assert row.user is not None
    with user_locale(row.user):
        said = event_line(row, Table(row.game, row.user))
    values = {"title": said.title, "body": said.text, "url": said.url, "tag": f"table-{row.game.code}"}
    return json.dumps(values, ensure_ascii=False).encode()


def encrypted(device: PushDevice, payload: bytes) -> bytes:
    """Return the payload as only this device can read it (RFC 8291)."""
    keys = {"p256dh": device.p256dh, "auth": device.auth}
    return bytes(WebPusher({"endpoint": device.endpoint, "keys": keys}).encode(payload)["body"])
