"""The hourly test email of the site to itself, by the same way as all emails."""

from datetime import datetime

from django.conf import settings
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.models import DeliveryEvent, Kind, Notification
from games.selectors.notifications.canary import (
    RETURNED,
    address_of_hour,
    hour_in,
    hour_of,
    is_enabled,
    key_of_hour,
    stuck_since,
)

from ... import heartbeat
from .. import outbox
from .administrators import mail_administrators

TROUBLE_HEARTBEAT = "mail-trouble"  # this heartbeat exists while emails do not get through


def run_hourly_check(now: datetime) -> None:
    """Queue the test email of this hour, and alert the administrators when emails stop or work again."""
    if is_enabled():
        hour = hour_of(now)
        outbox.queue(Kind.CANARY, str(hour), email=address_of_hour(hour))
        _alert_on_change(now)


def note_canary_returned(address: str, now: datetime) -> bool:
    """Record an email to this address. Return True if it was a test email, which needs no answer."""
    hour = hour_in(address)
    if hour is None:
        return False
    row = Notification.objects.filter(key=key_of_hour(hour)).first()
    values = {"notification": row, "event": RETURNED, "recipient": address[:254], "at": now}
    DeliveryEvent.objects.get_or_create(event_id=f"{Kind.CANARY}:{hour}", defaults=values)
    return True


@transaction.atomic
def _alert_on_change(now: datetime) -> None:
    since = stuck_since(now)
    if since and heartbeat.begin(TROUBLE_HEARTBEAT, now):
        at = date_format(since, "DATETIME_FORMAT")
        mail_administrators(
            _("Emails are not getting through"),
            _("The hourly test email has not arrived since %(at)s (%(zone)s).")
            % {"at": at, "zone": settings.TIME_ZONE},
            _("Check the outbox in the administration, the workers and the email server."),
        )
    elif since is None and heartbeat.end(TROUBLE_HEARTBEAT):
        mail_administrators(_("Emails are getting through again"), _("The hourly test email has arrived again."))
