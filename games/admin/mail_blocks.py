"""Admin of blocked addresses and of the events that mail services report."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import DeliveryEvent, MailBlock
from games.services.notifications import bounces

from .common import FixedChoicesFilter, ReadOnlyAdmin


class EndedFilter(FixedChoicesFilter):
    """Filter by blocked or unblocked."""

    title = gettext_lazy("state")
    parameter_name = "over"
    choices_offered = (("no", gettext_lazy("blocked")), ("yes", gettext_lazy("unblocked")))

    def queryset(self, request: HttpRequest, queryset: QuerySet[MailBlock]) -> QuerySet[MailBlock]:
        """Return the blocks that last, or those that have ended."""
        return queryset.filter(ended_at__isnull=self.value() == "no") if self.value() else queryset


@admin.register(MailBlock)
class MailBlockAdmin(ReadOnlyAdmin[MailBlock]):
    """Blocked addresses with reasons and times."""

    list_display = ("email", "user", "reason", "detail", "began_at", "ended_at")
    list_filter = (EndedFilter, "reason")
    list_select_related = ("user",)
    search_fields = ("email", "user")
    search_help_text = gettext_lazy("Search by email address or player name (exact).")
    actions = ("lift",)

    @admin.action(description=gettext_lazy("Unblock selected addresses"), permissions=["change"])
    def lift(self, request: HttpRequest, queryset: QuerySet[MailBlock]) -> None:
        """End the blocks and send the waiting emails."""
        self.apply_to_each(request, queryset, _lift)


def _lift(block: MailBlock) -> str:
    bounces.end_block(block.pk, timezone.now())
    return _("unblocked")


@admin.register(DeliveryEvent)
class DeliveryEventAdmin(ReadOnlyAdmin[DeliveryEvent]):
    """Events that mail services have reported."""

    list_display = ("at", "event", "recipient", "notification", "reason")
    list_select_related = ("notification",)
    search_fields = ("recipient",)
    search_help_text = gettext_lazy("Search by email address (exact).")
