"""Admin of the outbox."""

import json
from typing import TYPE_CHECKING

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Conflict
from games.models import Channel, DeliveryEvent, Kind, Notification
from games.services.notifications import outbox

from .common import FixedChoicesFilter, ReadOnlyAdmin

if TYPE_CHECKING:
    EventsBase = admin.TabularInline[DeliveryEvent, Notification]
else:
    EventsBase = admin.TabularInline

SECRET_PARAMS = {"invitation"}  # they let anyone take a seat


class RareValueFilter(FixedChoicesFilter):
    """Filter by a column in which nearly all rows have the value ``usual``, and an index leaves it out."""

    usual: str

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notification]) -> QuerySet[Notification]:
        """Return the rows with one value. SQLite uses the index only if the statement repeats its condition."""
        if not self.value():
            return queryset
        rows = queryset.filter((self.parameter_name, self.value()))
        return rows if self.value() == self.usual else rows.exclude((self.parameter_name, self.usual))


class KindFilter(RareValueFilter):
    """Filter by kind."""

    title, parameter_name, usual = gettext_lazy("kind"), "kind", Kind.TURN
    choices_offered = tuple(Kind.choices)


class ChannelFilter(RareValueFilter):
    """Filter by channel."""

    title, parameter_name, usual = gettext_lazy("channel"), "channel", Channel.EMAIL
    choices_offered = tuple(Channel.choices)


class LateFilter(FixedChoicesFilter):
    """Filter by overdue: a worker should have sent the notification by now."""

    title = gettext_lazy("overdue")
    parameter_name = "late"
    choices_offered = (("yes", gettext_lazy("Yes")),)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notification]) -> QuerySet[Notification]:
        """Return the notifications that are due and have not been sent."""
        return queryset.filter(state__in=outbox.OPEN, due_at__lte=timezone.now()) if self.value() else queryset


class DeliveryEventInline(EventsBase):
    """Events that the mail service has reported about an email."""

    model = DeliveryEvent
    fields = readonly_fields = ("at", "event", "recipient", "reason")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: nothing is added here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Return False: nothing is changed here."""
        return False


@admin.register(Notification)
class NotificationAdmin(ReadOnlyAdmin[Notification]):
    """Notifications with their results, and an action that sends failed ones again.

    The text of account emails is not shown anywhere, because it contains links to sign in.
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
    list_filter = ("state", ChannelFilter, KindFilter, LateFilter)
    list_select_related = ("user", "game")
    search_fields = ("key", "email", "user", "game")
    search_help_text = gettext_lazy("Search by key, email address, player name or table code (exact).")
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
        """Return the parameters, with secrets replaced by "…"."""
        params = {name: "…" if name in SECRET_PARAMS else value for name, value in row.params.items()}
        return json.dumps(params, ensure_ascii=False)

    @admin.action(description=gettext_lazy("Try again"), permissions=["change"])
    def retry(self, request: HttpRequest, queryset: QuerySet[Notification]) -> None:
        """Queue failed, bounced and dropped emails again."""
        self.apply_to_each(request, queryset, _retry)


def _retry(row: Notification) -> str:
    if not outbox.retry(row.pk):
        raise Conflict("not-given-up", gettext_lazy("only failed, bounced or dropped emails can be sent again"))
    return _("queued again")
