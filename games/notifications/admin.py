"""Admin of the outbox."""

import json

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.common.errors import Conflict
from games.core.admin import SEARCH_BY_PLAYER, SEARCH_BY_TABLE_OR_PLAYER, FixedChoicesFilter, ReadOnlyAdmin

from . import bounces, outbox
from .models import Channel, DeliveryEvent, Feed, Kind, MailBlock, Notification, PushDevice, Webhook

SECRET_PARAMS = {"invitation", "said", "read", "guess"}  # what lets anyone take a seat, and what players wrote


@admin.register(PushDevice)
class PushDeviceAdmin(ReadOnlyAdmin[PushDevice]):
    """Browsers of players, without endpoint and keys, which would let anyone push to them."""

    list_display = ("user", "name", "created_at", "last_sent_at")
    list_select_related = ("user",)
    search_fields = ("user",)
    search_help_text = SEARCH_BY_PLAYER
    fields = list_display


@admin.register(Webhook)
class WebhookAdmin(ReadOnlyAdmin[Webhook]):
    """Called hosts and their failures. The rest of an address is a secret at Discord and Slack."""

    list_display = ("user", "game", "shape", "server", "last_sent_at", "failing_since", "disabled_at", "latest_error")
    list_filter = (("disabled_at", admin.EmptyFieldListFilter),)
    list_select_related = ("user", "game")
    search_fields = ("user", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = (*list_display, "created_at")
    readonly_fields = ("server", "latest_error")

    @admin.display(description=gettext_lazy("server"))
    def server(self, webhook: Webhook) -> str:
        return webhook.host

    @admin.display(description=gettext_lazy("latest error"))
    def latest_error(self, webhook: Webhook) -> str:
        return webhook.why


@admin.register(Feed)
class FeedAdmin(ReadOnlyAdmin[Feed]):
    """Feeds of players, without their codes, which let anyone read the feed."""

    list_display = ("user", "kind", "game", "created_at", "expires_at", "revoked_at")
    list_select_related = ("user", "game")
    search_fields = ("user", "game")
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    fields = list_display


class EndedFilter(FixedChoicesFilter):
    title = gettext_lazy("state")
    parameter_name = "over"
    choices_offered = (("no", gettext_lazy("blocked")), ("yes", gettext_lazy("unblocked")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[MailBlock]) -> QuerySet[MailBlock]:
        return queryset.filter(ended_at__isnull=self.value() == "no") if self.value() else queryset


@admin.register(MailBlock)
class MailBlockAdmin(ReadOnlyAdmin[MailBlock]):
    list_display = ("email", "user", "reason", "detail", "began_at", "ended_at")
    list_filter = (EndedFilter, "reason")
    list_select_related = ("user",)
    search_fields = ("email", "user")
    search_help_text = gettext_lazy("Search by email address or player name.")
    actions = ("lift",)

    @admin.action(description=gettext_lazy("Unblock selected addresses"), permissions=["change"])
    @with_reason(
        gettext_lazy("Emails are sent to these addresses again, and the clocks of their players go on."),
        is_required=False,
    )
    def lift(self, request: HttpRequest, queryset: QuerySet[MailBlock], reason: str) -> None:
        def unblock(block: MailBlock) -> None:
            bounces.end_block(block.pk, timezone.now())

        self.apply_to_each(request, queryset, reason, unblock, _("unblocked"))


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyAdmin[DeliveryEvent]):
    list_display = ("at", "event", "recipient", "notification", "reason")
    list_select_related = ("notification",)
    search_fields = ("recipient",)
    search_help_text = gettext_lazy("Search by email address (exact).")


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
    title, parameter_name, usual = gettext_lazy("kind"), "kind", Kind.TURN
    choices_offered = tuple(Kind.choices)


class ChannelFilter(RareValueFilter):
    title, parameter_name, usual = gettext_lazy("channel"), "channel", Channel.EMAIL
    choices_offered = tuple(Channel.choices)


class LateFilter(FixedChoicesFilter):
    """Filter by overdue: a worker should have sent the notification by now."""

    title = gettext_lazy("overdue")
    parameter_name = "late"
    choices_offered = (("yes", gettext_lazy("Yes")),)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Notification]) -> QuerySet[Notification]:
        return queryset.filter(state__in=outbox.OPEN, due_at__lte=timezone.now()) if self.value() else queryset


class DeliveryEventInline(admin.TabularInline[DeliveryEvent, Notification]):
    model = DeliveryEvent
    fields = readonly_fields = ("at", "event", "recipient", "reason")
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
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
        "request_id",
        "digest",
    )
    readonly_fields = ("shown_params",)

    @admin.display(description=gettext_lazy("recipient"))
    def recipient(self, row: Notification) -> str:
        return row.user.username if row.user else row.email

    @admin.display(description=gettext_lazy("parameters"))
    def shown_params(self, row: Notification) -> str:
        """Return the parameters, with secrets replaced by "…"."""
        params = {name: "…" if name in SECRET_PARAMS else value for name, value in row.params.items()}
        return json.dumps(params, ensure_ascii=False)

    @admin.action(description=gettext_lazy("Try again"), permissions=["change"])
    @with_reason(gettext_lazy("These notifications are sent again, with all attempts."), is_required=False)
    def retry(self, request: HttpRequest, queryset: QuerySet[Notification], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _retry)


def _retry(row: Notification) -> str:
    if not outbox.retry(row.pk):
        raise Conflict("not-given-up", gettext_lazy("only failed, bounced or dropped emails can be sent again"))
    return _("queued again")
