"""Admin of the analyses of games."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.common.errors import Conflict
from games.core.admin import SEARCH_BY_TABLE, ReadOnlyAdmin

from . import analyses
from .models import Analysis


@admin.register(Analysis)
class AnalysisAdmin(ReadOnlyAdmin[Analysis]):
    list_display = (
        "game",
        "state",
        "turns_done",
        "turns",
        "version",
        "attempts",
        "reason",
        "detail",
        "due_at",
        "finished_at",
    )
    list_filter = ("state",)
    list_select_related = ("game",)
    search_fields = ("game",)
    search_help_text = SEARCH_BY_TABLE
    actions = ("again",)
    exclude = ("result", "packed")

    @admin.action(description=gettext_lazy("Run again"), permissions=["change"])
    @with_reason(gettext_lazy("These games are analysed again."), is_required=False)
    def again(self, request: HttpRequest, queryset: QuerySet[Analysis], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _requeue)


def _requeue(row: Analysis) -> str:
    if not analyses.requeue(row.pk):
        raise Conflict("not-ended", gettext_lazy("it is already queued or running"))
    return _("queued again")
