"""The administrators' first page: what needs them, and the lists by subject."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib import admin
from django.contrib.admin import AdminSite
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.selectors import lookalikes
from games.clocks.models import Turn
from games.clocks.selectors import due_turns
from games.conduct.selectors import open_appeals
from games.core.choices import Status
from games.core.models import Game, Seat
from games.moderation.selectors import open_cases
from games.notifications import outbox
from games.notifications.models import MailBlock, Notification, NotificationState, Webhook

SUBJECTS: tuple[tuple[Promise, tuple[str, ...]], ...] = (
    (
        _("Tables and players"),
        ("Game", "User", "Invitation", "ChatMessage", "Proposal", "Deputy", "Block", "RecordedAct"),
    ),
    (
        _("Time"),
        ("Turn", "TablePause", "Outage", "WakingHours", "PlannedHoliday", "AutomaticHoliday"),
    ),
    (
        _("Email"),
        ("Notification", "InboundMail", "MailBlock", "DeliveryEvent", "UnreachableSpan"),
    ),
    (_("Ratings"), ("RatedGame", "RatingChange", "Rating", "RatingVersion", "PersonalRecord")),
    (_("Other notifications"), ("PushDevice", "Webhook", "Feed")),
    (
        _("Rarely needed"),
        (
            "Authenticator",
            "TableEvent",
            "RobotTurn",
            "Analysis",
            "Film",
            "Study",
            "Note",
            "DiaryLine",
            "Heartbeat",
        ),
    ),
)
MAX_COUNTED = 100
LATE_AFTER = timedelta(minutes=10)
NOT_RUNNING = [status for status in Status if status != Status.RUNNING]
LATEST_ACCOUNTS = 10_000  # among which names that look alike are counted


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that an administrator should look at: how many rows, and the list of them."""

    text: Promise
    count: int
    url: str

    @property
    def is_more(self) -> bool:
        return self.count == MAX_COUNTED


def findings(user: User) -> list[Finding]:
    """Return what needs an administrator, of what this one may see."""
    return [found for found in _looked_for(user) if found.count]


def _looked_for(user: User) -> Iterator[Finding]:
    now = timezone.now()
    overdue = Notification.objects.filter(state__in=outbox.OPEN, due_at__lte=now - LATE_AFTER)
    failed = Notification.objects.filter(state=NotificationState.FAILED, due_at__gt=now - timedelta(days=7))
    troubled = Game.objects.filter(troubled_at__isnull=False).exclude(status__in=NOT_RUNNING)
    waiting = Seat.objects.filter(is_acting=True, acting_since__lte=now - timedelta(days=7))
    latest = User.objects.order_by("-pk").values_list("pk", flat=True).first() or 0
    alike = lookalikes().filter(pk__gt=latest - LATEST_ACCOUNTS)
    rows: tuple[tuple[Promise, QuerySet[Any], str, str], ...] = (
        (_("Running games with a damaged log"), troubled, "games.game", "trouble=running"),
        (_("Turns that could not be ended when time was up"), _failing(now), "games.turn", "open=failing"),
        (_("Notifications that are overdue"), overdue, "games.notification", "late=yes"),
        (_("Notifications that failed this week"), failed, "games.notification", "state__exact=failed"),
        (_("Email addresses that bounce"), MailBlock.objects.filter(ended_at=None), "games.mailblock", "over=no"),
        (
            _("Webhooks switched off"),
            Webhook.objects.exclude(disabled_at=None),
            "games.webhook",
            "disabled_at__isempty=0",
        ),
        (_("Games that have waited for a week"), waiting, "games.game", "waiting=7"),
        (_("Accounts with a name like another’s"), alike, "accounts.user", "lookalike=yes"),
    )
    if user.has_perm("games.moderate"):
        appeals = open_appeals().exclude(user=user)[:MAX_COUNTED].count()
        yield Finding(_("Open cases of moderation"), open_cases(user).count(), reverse("games:moderation"))
        yield Finding(_("Appeals that wait"), appeals, reverse("games:moderation"))
    for text, found, model, query in rows:
        label, name = model.split(".")
        if user.has_perm(f"{label}.view_{name}") or user.has_perm(f"{label}.change_{name}"):
            count = len(found.order_by().values_list("pk")[:MAX_COUNTED])
            yield Finding(text, count, f"{reverse(f'admin:{label}_{name}_changelist')}?{query}")


def _failing(now: datetime) -> QuerySet[Turn]:
    return due_turns(now).exclude(failed_at=None)


def by_subject(apps: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return Django's list of models, by app, as one by subject: the everyday ones first."""
    models = {model["object_name"]: model for app in apps for model in app["models"]}
    found = []
    for number, (subject, names) in enumerate(SUBJECTS):
        if rows := [models.pop(name) for name in names if name in models]:
            found.append({"name": subject, "app_label": f"subject-{number}", "models": rows})
    return found


def index(request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
    """Show what needs an administrator before the lists."""
    assert isinstance(request.user, User)
    more = {"findings": findings(request.user), "subjects": by_subject(admin.site.get_app_list(request))}
    return AdminSite.index(admin.site, request, {**more, **(extra_context or {})})


admin.site.index = index  # type: ignore[method-assign, assignment]
admin.site.enable_nav_sidebar = False  # it would take a quarter of the width from the lists
