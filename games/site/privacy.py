"""What the page about privacy says: how long things are kept, and who gets them, read from the code that does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from accounts.erasure import NAME_HELD
from accounts.models import UNCONFIRMED_MAX_IDLE
from accounts.rate_limits import COOKIE_AGE
from accounts.selectors import EXPORT_LIFETIME, TIME_TO_REOPEN
from accounts.services import UNCONFIRMED_MAX_AGE
from games.common.wording import duration_text
from games.conduct.services import TRACES_KEPT
from games.delivery import push
from games.inbound import services as inbound
from games.table import presence

YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Receivers:
    """Who gets data of players, as the settings say. "" for nobody."""

    mail_service: str
    mail_server: bool
    reads_replies: bool
    push: bool
    errors: bool


def kept_for() -> Mapping[str, str]:
    """Return for how long things are kept, in words."""
    times = {
        "never_used": UNCONFIRMED_MAX_AGE,
        "unused": UNCONFIRMED_MAX_IDLE,
        "session": timedelta(seconds=settings.SESSION_COOKIE_AGE),
        "forms": timedelta(seconds=settings.CSRF_COOKIE_AGE),
        "look": YEAR,
        "known": timedelta(seconds=COOKIE_AGE),
        "traces": TRACES_KEPT,
        "played_mail": inbound.RETENTION,
        "other_mail": inbound.RETENTION_UNPLAYED,
        "presence": presence.RETENTION,
        "export": EXPORT_LIFETIME,
        "reopen": TIME_TO_REOPEN,
        "name": NAME_HELD,
    }
    return {name: duration_text(int(time.total_seconds())) for name, time in times.items()}


def receivers() -> Receivers:
    return Receivers(
        mail_service=settings.EMAIL_SERVICE.replace("_", " ").title(),
        mail_server=bool(settings.EMAIL_URL) and not settings.EMAIL_SERVICE,
        reads_replies=bool(settings.INBOUND_ADDRESS),
        push=push.is_on(),
        errors=bool(settings.SENTRY_DSN),
    )
