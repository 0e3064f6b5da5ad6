"""The hourly test email of the site to itself, and whether it arrives.

On a site that receives email, each test email goes to a secret address of its own and has arrived when it comes back.
On other sites, it has arrived when the mail server has accepted it.
"""

from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.core import jobs
from games.notifications import outbox
from games.notifications.alerts import mail_administrators
from games.notifications.models import DeliveryEvent, Kind, Notification, NotificationState

HOUR = 3600  # seconds
HOURS_CHECKED = 48  # hours
PATIENCE = timedelta(hours=2)
RETURNED = "returned"  # a delivery event of our own: the email has come back
MARK = "+canary-"

TROUBLE_HEARTBEAT = "mail-trouble"  # this heartbeat exists while emails do not get through


def is_enabled() -> bool:
    """Return True if the site sends emails and has an address for the test emails."""
    return bool(settings.EMAIL_URL or settings.EMAIL_SERVICE) and not address_of_hour(0).endswith("@localhost")


def hour_of(now: datetime) -> int:
    """Return the number of an hour since 1970. Each hour has one test email."""
    return int(now.timestamp()) // HOUR


def address_of_hour(hour: int) -> str:
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    if not at:
        return str(settings.CANARY_ADDRESS or parseaddr(settings.SERVER_EMAIL)[1])
    return f"{local}{MARK}{hour}-{_sign(hour)}@{domain}"


def hour_in(address: str) -> int | None:
    """Return the hour of the test email with this address, None for any other or a forged address."""
    _local, mark, signed_hour = address.partition("@")[0].lower().rpartition(MARK)
    hour, _dash, signature = signed_hour.partition("-")
    if not mark or not hour.isdecimal() or len(hour) > 9 or not constant_time_compare(signature, _sign(int(hour))):
        return None
    return int(hour)


def _sign(hour: int) -> str:
    return salted_hmac("games.canary", str(hour), algorithm="sha256").hexdigest()[:20]


def key_of_hour(hour: int) -> str:
    return f"{Kind.CANARY}:{hour}:{address_of_hour(hour)}"[:160]


def stuck_since(now: datetime) -> datetime | None:
    """Return since when no test email has arrived, if that is two hours or longer; None while email works."""
    returns = DeliveryEvent.objects.filter(notification=OuterRef("pk"), event=RETURNED)
    keys = [key_of_hour(hour_of(now) - ago) for ago in range(HOURS_CHECKED)]
    rows = Notification.objects.filter(key__in=keys).annotate(has_returned=Exists(returns)).order_by("created_at")
    since = None
    for created_at, state, has_returned in rows.values_list("created_at", "state", "has_returned"):
        has_arrived = has_returned if settings.INBOUND_ADDRESS else state == NotificationState.SENT
        since = None if has_arrived else since or created_at
    return since if since and now - since >= PATIENCE else None


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
    if since and jobs.begin(TROUBLE_HEARTBEAT, now):
        at = date_format(since, "DATETIME_FORMAT")
        mail_administrators(
            _("Emails are not getting through"),
            _("The hourly test email has not arrived since %(at)s (%(zone)s).")
            % {"at": at, "zone": settings.TIME_ZONE},
            _("Check the outbox in the administration, the workers and the email server."),
        )
    elif since is None and jobs.end(TROUBLE_HEARTBEAT):
        mail_administrators(_("Emails are getting through again"), _("The hourly test email has arrived again."))
