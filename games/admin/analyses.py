"""Analyses of games, as administrators see them."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.errors import Conflict
from games.models import Analysis
from games.services.analysis import analyses

from .common import ReadOnlyAdmin


@admin.register(Analysis)
class AnalysisAdmin(ReadOnlyAdmin[Analysis]):
    """How far each analysis has come, and once more where one has failed."""

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
    list_filter = ("state", "version")
    list_select_related = ("game",)
    search_fields = ("=game__code",)
    search_help_text = gettext_lazy("Search by table code.")
    ordering = ("-id",)
    actions = ("again",)
    exclude = ("result",)

    @admin.action(description=gettext_lazy("Run again"), permissions=["change"])
    def again(self, request: HttpRequest, queryset: QuerySet[Analysis]) -> None:
        """Queue analyses that are done or have failed once more."""
        self.apply_to_each(request, queryset, _queued)


def _queued(row: Analysis) -> str:
    if not analyses.requeue(row.pk):
        raise Conflict("not-ended", gettext_lazy("it is already queued or running"))
    return _("queued again")
