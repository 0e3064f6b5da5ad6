"""Stops at devices, webhooks and feeds in every state."""

from datetime import timedelta

from django.conf import settings
from django.utils import timezone

from games.delivery.push import new_private_key
from games.notifications.feeds import make_feed
from games.notifications.models import CallError
from games.notifications.push_devices import add_device
from games.notifications.webhooks import add_webhook, note_called, note_failed
from tests.helpers.push_browser import Browser
from tests.makers import make_table, make_user

from .stops import Stop, fill

ADDRESS = "https://hooks.example.org/a-rather-long-address/that-goes-on/and-on/and-on"


def other_channels() -> list[Stop]:
    """Return the page of other notifications, empty and filled, and the pages of webhooks."""
    settings.VAPID_PRIVATE_KEY = new_private_key()
    user, now = make_user("Leila"), timezone.now()
    table = make_table(user, name="The Blue Table")
    add_device(user, **Browser().answer(), name="Firefox, Linux")
    for kind in ("calendar", "turns"):
        make_feed(user, kind)
    make_feed(user, "table", table)
    good, failing, off = (add_webhook(user, ADDRESS, shape, table) for shape in ("discord", "slack", "json"))
    note_called(good, now)
    note_failed(failing, CallError.STATUS, now - timedelta(hours=3), params={"status": 500})
    note_failed(off, CallError.STATUS, now, params={"status": 410}, for_good=True)
    return [
        Stop("other notifications, none", "/notifications/", make_user("Newcomer")),
        Stop("other notifications", f"/notifications/?table={table.code}", user),
        Stop("webhook, switched off", f"/notifications/webhooks/{off.pk}/", user),
        Stop("webhook refused", f"/notifications/webhooks/{good.pk}/", user, fill(url="https://localhost/")),
    ]
