"""What does not stay for ever: after which time it is deleted, and how much of it there is.

The privacy page, ``manage.py retention`` and the sweep read these rules; the times stand where they are needed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from accounts import erasure, exports
from accounts import services as accounts
from accounts.models import UNCONFIRMED_MAX_IDLE, Erasure, Export, HeldName
from accounts.selectors import EXPORT_LIFETIME, TIME_TO_REOPEN
from games.conduct import services as conduct
from games.conduct.models import Trace
from games.following import lists
from games.following import services as following
from games.following.models import RecentGame
from games.inbound import services as inbound
from games.notifications import outbox
from games.notifications.models import DeliveryEvent, Notification, Presence
from games.replay import films
from games.replay.models import Film
from games.table import presence

BATCH, BATCHES = 500, 20  # rows of one transaction; transactions for one rule in ten minutes: 1.4 million rows a day


@dataclass(frozen=True, slots=True)
class RetentionRule:
    """``rows`` are all of a kind, ``expired`` those that go now. Their own service deletes what is not ``swept``."""

    name: str
    what: str
    age: timedelta
    rows: Callable[[], QuerySet[Any]]
    expired: Callable[[datetime], QuerySet[Any]]
    is_swept: bool = True


RULES = (
    RetentionRule(
        "notification",
        "notifications, if their game is over",
        outbox.RETENTION,
        Notification.objects.all,
        outbox.old_notifications,
    ),
    RetentionRule(
        "report", "reports of mail services", outbox.RETENTION, DeliveryEvent.objects.all, outbox.old_reports
    ),
    RetentionRule(
        "other_mail", "refused emails", inbound.RETENTION_UNPLAYED, inbound.unplayed_mail, inbound.old_unplayed_mail
    ),
    RetentionRule("played_mail", "other received emails", inbound.RETENTION, inbound.played_mail, inbound.old_mail),
    RetentionRule("film", "animations", films.RETENTION, Film.objects.all, films.old_films),
    RetentionRule(
        "traces", "traces of where players act from", conduct.TRACES_KEPT, Trace.objects.all, conduct.old_traces
    ),
    RetentionRule("presence", "who looks at a table", presence.RETENTION, Presence.objects.all, presence.old_presence),
    RetentionRule(
        "session",
        "sessions, after the last visit",
        timedelta(seconds=settings.SESSION_COOKIE_AGE),
        Session.objects.all,
        accounts.ended_sessions,
        is_swept=False,
    ),
    RetentionRule(
        "never_used",
        "accounts without an address, never used",
        accounts.UNCONFIRMED_MAX_AGE,
        lambda: accounts.unconfirmed_accounts().filter(last_login=None),
        accounts.never_used_accounts,
        is_swept=False,
    ),
    RetentionRule(
        "unused",
        "accounts without an address, after the last visit",
        UNCONFIRMED_MAX_IDLE,
        lambda: accounts.unconfirmed_accounts().exclude(last_login=None),
        accounts.idle_accounts,
        is_swept=False,
    ),
    RetentionRule(
        "reopen",
        "what is a person's own, after they closed the account",
        TIME_TO_REOPEN,
        lambda: Erasure.objects.filter(erased_at=None),
        erasure.due_erasures,
        is_swept=False,
    ),
    RetentionRule("name", "erased names", erasure.NAME_HELD, HeldName.objects.all, erasure.old_names, is_swept=False),
    RetentionRule("export", "copies of data", EXPORT_LIFETIME, Export.objects.all, exports.old_exports, is_swept=False),
    RetentionRule(
        "recent", "recent games", lists.WEEK, RecentGame.objects.all, following.old_recent_games, is_swept=False
    ),
)


def delete_expired(now: datetime) -> int:
    """Delete what has expired, some rows at a time and not all at once: a sweep is short. Return how many rows."""
    return sum(_delete(rule.expired(now)) for rule in RULES if rule.is_swept)


def _delete(expired: QuerySet[Any]) -> int:
    count = 0
    for _number in range(BATCHES):
        keys = list(expired.order_by().values_list("pk", flat=True)[:BATCH])
        expired.filter(pk__in=keys).delete()  # what has become new again meanwhile stays
        count += len(keys)
        if len(keys) < BATCH:
            break
    return count
