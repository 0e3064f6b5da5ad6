"""Studies, notes and diaries, as administrators see them: how much there is, never what is private."""

from typing import cast

from django.contrib import admin
from django.db.models import Count, IntegerField, QuerySet
from django.db.models.functions import Length
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import DiaryLine, Note, Study
from games.services.analysis.studies import take_down_study
from games.services.people.notes import take_down_diary_line

from .common import M, ReadOnlyAdmin

SEARCHED = ("=game__code", "=user__username")
SEARCH_HELP = gettext_lazy("Search by table code or player name (exact).")


@admin.register(Study)
class StudyAdmin(ReadOnlyAdmin[Study]):
    """How much was tried where, and what is published: that can be read on its page, and taken back to its author."""

    list_display = fields = ("game", "user", "size", "published_at", "created_at")
    list_select_related = ("game", "user")
    search_fields = SEARCHED
    search_help_text = SEARCH_HELP
    ordering = ("-id",)
    readonly_fields = ("size",)
    actions = ("take_down",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Study]:
        """Count the nodes along."""
        return super().get_queryset(request).annotate(size=Count("nodes"))

    def view_on_site(self, study: Study) -> str | None:
        """Return the page of a published study; a private one has none for others."""
        if study.published_at is None:
            return None
        return reverse("games:published_study", args=[study.game.code, study.user.username])

    @admin.display(description=gettext_lazy("actions"))
    def size(self, study: Study) -> int:
        """Return how many actions were tried."""
        return int(study.size)  # type: ignore[attr-defined]

    @admin.action(description=gettext_lazy("Make private again"), permissions=["change"])
    def take_down(self, request: HttpRequest, queryset: QuerySet[Study]) -> None:
        """Make published studies private again."""
        self.apply_to_each(request, queryset, _taken_back)


class _Counted(ReadOnlyAdmin[M]):
    """Rows whose text stays in the database: lists get its length alone."""

    search_fields = SEARCHED
    search_help_text = SEARCH_HELP
    list_select_related = ("game", "user")
    readonly_fields = ("length",)
    ordering = ("-id",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[M]:
        """Measure the text and leave it where it is."""
        measured = Length("text", output_field=IntegerField())
        return cast("QuerySet[M]", super().get_queryset(request).defer("text").annotate(length=measured))

    @admin.display(description=gettext_lazy("characters"))
    def length(self, row: M) -> int:
        """Return how long the text is."""
        return int(row.length)  # type: ignore[attr-defined]


@admin.register(Note)
class NoteAdmin(_Counted[Note]):
    """Who keeps notes, and how long they are."""

    list_display = fields = ("game", "user", "length", "updated_at")


@admin.register(DiaryLine)
class DiaryLineAdmin(_Counted[DiaryLine]):
    """Who writes diaries; the lines of games that are over are read at their tables, and can be taken down."""

    list_display = fields = ("game", "user", "ply", "length", "at")
    actions = ("take_down",)

    @admin.action(description=gettext_lazy("Take down (finished games only)"), permissions=["change"])
    def take_down(self, request: HttpRequest, queryset: QuerySet[DiaryLine]) -> None:
        """Delete lines that everybody could read."""
        self.apply_to_each(request, queryset, _taken_down)


def _taken_back(study: Study) -> str:
    take_down_study(study.pk)
    return _("private again")


def _taken_down(line: DiaryLine) -> str:
    take_down_diary_line(line.pk)
    return _("taken down")
