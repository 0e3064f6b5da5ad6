"""The hourly trial mail of the site to itself, and whether it gets through.

Where mail comes in, each goes to an address of its own that nobody else can know, and is seen when it is back. Where
none does, it is seen when the mail server has taken it.
"""

from datetime import datetime, timedelta
from email.utils import parseaddr

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.utils.crypto import constant_time_compare, salted_hmac

from games.models import DeliveryEvent, Kind, Notification, NotificationState

HOUR = 3600  # seconds
HOURS_CHECKED = 48  # hours
PATIENCE = timedelta(hours=2)
RETURNED = "returned"  # a delivery event of our own: the mail has come in again
MARK = "+canary-"


def is_enabled() -> bool:
    """Tell whether the site sends mail for people to read, to an address that this can be tried with."""
    return bool(settings.EMAIL_URL or settings.EMAIL_SERVICE) and not address_of_hour(0).endswith("@localhost")


def hour_of(now: datetime) -> int:
    """Return the number of an hour since 1970: one trial mail belongs to each."""
    return int(now.timestamp()) // HOUR


def address_of_hour(hour: int) -> str:
    """Return where the trial mail of an hour goes."""
    local, at, domain = settings.INBOUND_ADDRESS.partition("@")
    if not at:
        return str(settings.CANARY_ADDRESS or parseaddr(settings.SERVER_EMAIL)[1])
    return f"{local}{MARK}{hour}-{_seal(hour)}@{domain}"


def hour_in(address: str) -> int | None:
    """Return the hour of the trial mail that goes to this address; None for any other or a forged one."""
    _local, mark, sealed = address.partition("@")[0].lower().rpartition(MARK)
    hour, _dash, seal = sealed.partition("-")
    if not mark or not hour.isdecimal() or len(hour) > 9 or not constant_time_compare(seal, _seal(int(hour))):
        return None
    return int(hour)


def _seal(hour: int) -> str:
    return salted_hmac("games.canary", str(hour), algorithm="sha256").hexdigest()[:20]


def key_of_hour(hour: int) -> str:
    """Return the key of the row of an hour."""
    return f"{Kind.CANARY}:{hour}:{address_of_hour(hour)}"[:160]


def stuck_since(now: datetime) -> datetime | None:
    """Return since when no trial mail has got through, if that is two hours or longer; None while mail works."""
    back = DeliveryEvent.objects.filter(notification=OuterRef("pk"), event=RETURNED)
    keys = [key_of_hour(hour_of(now) - ago) for ago in range(HOURS_CHECKED)]
    rows = Notification.objects.filter(key__in=keys).annotate(is_back=Exists(back)).order_by("created_at")
    since = None
    for created_at, state, is_back in rows.values_list("created_at", "state", "is_back"):
        is_seen = is_back if settings.INBOUND_ADDRESS else state == NotificationState.SENT
        since = None if is_seen else since or created_at
    return since if since and now - since >= PATIENCE else None
