"""Filters of the lobby that players have saved, and the emails about new tables that match them."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.lock import lock_user
from accounts.models import User
from games.common.errors import Conflict, Invalid, NotFound
from games.common.permissions import require_confirmed_address
from games.core import jobs
from games.core.models import Game
from games.notifications import outbox
from games.notifications.models import Kind

from .models import SavedFilter, TableNews
from .selectors import matching_tables

MAX_FILTERS = 5  # of one player
CRITERIA = ("title", "ruleset", "pace", "seats", "hours", "open_to_me")
TIME_BETWEEN = timedelta(days=1)  # emails to one player
LOOK_EVERY = timedelta(minutes=10)
MAX_DUE = 100  # filters in one round of the sweep
MAX_TABLES = 10  # in one email


@transaction.atomic
def save_filter(user: User, values: Mapping[str, Any], news: str = TableNews.EMAIL) -> SavedFilter:
    """Save a filter of the lobby: the player is told of tables that are opened from now on. The same one is kept once.

    Raises Forbidden (address-unconfirmed), Conflict (too-many-filters).
    """
    require_confirmed_address(user)
    lock_user(user)
    criteria = {name: values[name] for name in CRITERIA if values.get(name)}
    own = list(SavedFilter.objects.filter(user=user))
    for row in own:
        if row.criteria == criteria:
            return row
    if len(own) >= MAX_FILTERS:
        raise Conflict("too-many-filters", _("You have reached the limit for saved filters. Delete one first."))
    values = {"news": news, "last_table": _latest_table(), "due_at": _due_at(own)}
    return SavedFilter.objects.create(user=user, criteria=criteria, **values)


def _due_at(own: Sequence[SavedFilter]) -> datetime:
    """Return when a player's filters are looked at next: a day after the last email, whichever of them it was about."""
    return max([timezone.now(), *(row.told_at + TIME_BETWEEN for row in own if row.told_at)])


def _latest_table() -> int:
    return Game.objects.order_by("-id").values_list("id", flat=True).first() or 0


@transaction.atomic
def change_news(user: User, pk: int, news: str) -> SavedFilter:
    """Choose how the player learns of the tables of a filter. Those opened meanwhile are not told of later.

    Raises NotFound, Invalid (unknown-news).
    """
    if news not in TableNews.values:
        raise Invalid("unknown-news", _("Choose one of the options."))
    lock_user(user)
    row = SavedFilter.objects.filter(user=user, pk=pk).first()
    if row is None:
        raise NotFound
    if row.news != news:
        row.news, row.last_table = news, _latest_table()
        row.due_at = _due_at(list(SavedFilter.objects.filter(user=user)))
        row.save(update_fields=["news", "last_table", "due_at"])
    return row


def delete_filter(user: User, pk: int) -> None:
    """Delete a saved filter. Raises NotFound."""
    if not SavedFilter.objects.filter(user=user, pk=pk).delete()[0]:
        raise NotFound


def tell_of_tables(now: datetime) -> int:
    """Queue an email to each player about new tables that match a saved filter, at most one a day. Return how many."""
    if not jobs.is_time_for("tables", LOOK_EVERY, now):
        return 0
    newest = Game.objects.open_tables().values_list("pk", flat=True).first() or 0
    due = SavedFilter.objects.filter(news=TableNews.EMAIL, due_at__lte=now).order_by("due_at")
    users = User.objects.filter(pk__in={*due.values_list("user", flat=True)[:MAX_DUE]})
    return sum(_tell(user, newest, now) for user in users.select_related("profile"))


@transaction.atomic
def _tell(user: User, newest: int, now: datetime) -> bool:
    lock_user(user)
    rows = list(SavedFilter.objects.filter(user=user, news=TableNews.EMAIL))
    found = set[int]()
    for row in rows if user.is_active else ():
        if row.last_table < newest:
            tables = matching_tables(user, row.criteria, now).filter(pk__gt=row.last_table, pk__lte=newest)
            found |= set(tables.values_list("pk", flat=True)[:MAX_TABLES])
    for row in rows:
        row.last_table, row.told_at = max(newest, row.last_table), now if found else row.told_at
        row.due_at = now + (TIME_BETWEEN if found else LOOK_EVERY)
    SavedFilter.objects.bulk_update(rows, ["last_table", "told_at", "due_at"])
    params = {"tables": sorted(found, reverse=True)[:MAX_TABLES]}
    return bool(found) and outbox.queue(Kind.TABLES, f"{newest}", user=user, params=params) is not None
