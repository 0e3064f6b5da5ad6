"""Admin of studies, notes and diaries: their sizes, never their private contents."""

from typing import cast

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Length
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.reasons import with_reason
from games.core.admin import SEARCH_BY_TABLE_OR_PLAYER, M, ReadOnlyAdmin

from .models import DiaryLine, Note, Study, StudyNode
from .notes import take_down_diary_line
from .studies import take_down_study

SEARCH_FIELDS = ("game", "user")


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin[Study]):
    """Studies with their sizes. A published study can be read on its page and made private again."""

    list_display = fields = ("game", "user", "size", "published_at", "created_at")
    list_select_related = ("game", "user")
    search_fields = SEARCH_FIELDS
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    readonly_fields = ("size",)
    actions = ("take_down",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Study]:
        nodes = StudyNode.objects.filter(study=OuterRef("pk")).order_by().values("study").annotate(n=Count("pk"))
        return super().get_queryset(request).annotate(size=Coalesce(Subquery(nodes.values("n")), 0))

    def view_on_site(self, study: Study) -> str | None:
        if study.published_at is None:
            return None
        return reverse("games:published_study", args=[study.game.code, study.user.username])

    @admin.display(description=gettext_lazy("actions"))
    def size(self, study: Study) -> int:
        return int(study.size)  # type: ignore[attr-defined]

    @admin.action(description=gettext_lazy("Make private again"), permissions=["change"])
    @with_reason(gettext_lazy("Only their authors can read these planning boards then, until they publish them again."))
    def take_down(self, request: HttpRequest, queryset: QuerySet[Study], reason: str) -> None:
        self.apply_to_each(request, queryset, reason, lambda study: take_down_study(study.pk), _("private again"))


class _PrivateTextAdmin(ReadOnlyAdmin[M]):
    """Rows with a text of which only the length is read."""

    search_fields = SEARCH_FIELDS
    search_help_text = SEARCH_BY_TABLE_OR_PLAYER
    list_select_related = ("game", "user")
    readonly_fields = ("length",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Return the rows with the length of the text instead of the text."""
        length = Length("text", output_field=IntegerField())
        return cast("QuerySet[M]", super().get_queryset(request).defer("text").annotate(length=length))

    @admin.display(description=gettext_lazy("characters"))
    def length(self, row: M) -> int:
        return int(row.length)  # type: ignore[attr-defined]


@admin.register(Note)
class NoteAdmin(_PrivateTextAdmin[Note]):
    list_display = fields = ("game", "user", "length", "updated_at")


@admin.register(DiaryLine)
class DiaryLineAdmin(_PrivateTextAdmin[DiaryLine]):
    """Diary lines with their lengths. The lines of finished games can be read at their tables and taken down."""

    list_display = fields = ("game", "user", "ply", "length", "at")
    actions = ("take_down",)

    @admin.action(description=gettext_lazy("Take down (finished games only)"), permissions=["change"])
    @with_reason(gettext_lazy("These diary entries are deleted. This cannot be undone."))
    def take_down(self, request: HttpRequest, queryset: QuerySet[DiaryLine], reason: str) -> None:
        """Delete lines that everyone could read."""
        self.apply_to_each(request, queryset, reason, lambda line: take_down_diary_line(line.pk), _("taken down"))
