"""What the page about privacy says: how long things are kept, and who gets them, read from the code that does it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings

from accounts.rate_limits import COOKIE_AGE
from games.common.wording import duration_text
from games.delivery import push

from .retention import RULES

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
        **{rule.name: rule.age for rule in RULES},
        "forms": timedelta(seconds=settings.CSRF_COOKIE_AGE),
        "look": YEAR,
        "known": timedelta(seconds=COOKIE_AGE),
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
