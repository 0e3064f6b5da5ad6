"""The outbox, as administrators see it."""

import json
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Conflict
from games.models import DeliveryEvent, Kind, Notification
from games.services.notifications import outbox

from .common import FixedChoicesFilter, ReadOnlyAdmin

if TYPE_CHECKING:
    EventsBase = admin.TabularInline[DeliveryEvent, Notification]
else:
    EventsBase = admin.TabularInline

OPENS_SOMETHING = {"invitation"}  # parameters that let anyone in


class KindFilter(FixedChoicesFilter):
    """By what the mail is about."""

    title = gettext_lazy("kind")
    parameter_name = "kind"
    choices_offered = tuple(Kind.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notification]) -> QuerySet[Notification]:
        """Keep one kind."""
        return queryset.filter(kind=self.value()) if self.value() else queryset


class LateFilter(FixedChoicesFilter):
    """By whether a worker should have taken the row by now."""

    title = gettext_lazy("overdue")
    parameter_name = "late"
    choices_offered = (("yes", gettext_lazy("Yes")),)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notification]) -> QuerySet[Notification]:
        """Keep the rows that are due and have not left."""
        return queryset.filter(state__in=outbox.OPEN, due_at__lte=timezone.now()) if self.value() else queryset


class DeliveryEventInline(EventsBase):
    """What the mail service has reported about a mail."""

    model = DeliveryEvent
    fields = readonly_fields = ("at", "event", "recipient", "reason")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nothing is changed here."""
        return False


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin[Notification]):
    """What became of each mail, and once more where it failed.

    The complete text of account mail is not shown anywhere: it holds links to sign in.
    """

    list_display = (
        "created_at",
        "kind",
        "state",
        "reason",
        "detail",
        "recipient",
        "game",
        "attempts",
        "due_at",
        "sent_at",
        "channel",
        "key",
    )
    list_filter = ("state", "channel", KindFilter, LateFilter)
    list_select_related = ("user", "game")
    search_fields = ("=key", "=email", "=user__username", "=user__email", "=game__code")
    search_help_text = gettext_lazy("Search by key, email address, player name or table code (exact).")
    ordering = ("-id",)
    actions = ("retry",)
    inlines = (DeliveryEventInline,)
    fields = (
        "key",
        "channel",
        "kind",
        "state",
        "user",
        "email",
        "game",
        "ply",
        "shown_params",
        "attempts",
        "reason",
        "detail",
        "due_at",
        "created_at",
        "sent_at",
        "message_id",
        "provider_id",
        "digest",
    )
    readonly_fields = ("shown_params",)

    @admin.display(description=gettext_lazy("recipient"))
    def recipient(self, row: Notification) -> str:
        """Return the player or the address."""
        return row.user.username if row.user else row.email

    @admin.display(description=gettext_lazy("parameters"))
    def shown_params(self, row: Notification) -> str:
        """Return the parameters but for those that open something."""
        shown = {name: "…" if name in OPENS_SOMETHING else value for name, value in row.params.items()}
        return json.dumps(shown, ensure_ascii=False)

    @admin.action(description=gettext_lazy("Try again"), permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Notification]) -> None:
        """Queue failed, bounced and dropped mails once more."""
        self.apply_to_each(request, queryset, _retried)


def _retried(row: Notification) -> str:
    if not outbox.retry(row.pk):
        raise Conflict("not-given-up", gettext_lazy("only failed, bounced or dropped emails can be sent again"))
    return _("queued again")
