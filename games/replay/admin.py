"""Admin of the animations of games."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.common.errors import Conflict
from games.core.admin import SEARCH_BY_TABLE, ReadOnlyAdmin

from . import films
from .models import Film


@admin.register(Film)
class FilmAdmin(ReadOnlyAdmin[Film]):
    """The progress of each film, with actions that create it again or remove it."""

    list_display = ("game", "format", "state", "version", "attempts", "reason", "detail", "due_at", "finished_at")
    list_filter = ("state",)
    list_select_related = ("game",)
    search_fields = ("game",)
    search_help_text = SEARCH_BY_TABLE
    actions = ("again", "remove")
    exclude = ("file", "data")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Film]:
        return super().get_queryset(request).defer("data")

    @admin.action(description=gettext_lazy("Create again"), permissions=["change"])
    @with_reason(gettext_lazy("These animations are created again."), is_required=False)
    def again(self, request: HttpRequest, queryset: QuerySet[Film], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _requeue)

    @admin.action(description=gettext_lazy("Remove"), permissions=["change"])
    @with_reason(gettext_lazy("These animations are deleted. Players can have them created again."), is_required=False)
    def remove(self, request: HttpRequest, queryset: QuerySet[Film], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, _remove)


def _requeue(row: Film) -> str:
    if not films.requeue(row.pk):
        raise Conflict("not-ended", gettext_lazy("it is already queued or being created"))
    return _("queued again")


def _remove(row: Film) -> str:
    if not films.remove(row.pk):
        raise Conflict("being-made", gettext_lazy("it is being created"))
    return _("removed")
