"""Base classes of the admin: read-only rows, bounded pages, filters without queries."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.contrib import admin, messages
from django.core.paginator import Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.functional import cached_property
from django.utils.text import capfirst

from accounts.errors import SiteError

M = TypeVar("M", bound=Model)


class BoundedPaginator(Paginator[Any]):
    """Pages of the first ``MAX_ROWS`` rows, because counting a table of millions would take too long.

    Search and filters find the other rows.
    """

    MAX_ROWS = 5000

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most ``MAX_ROWS``. The database stops counting there, too."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return int(rows.order_by()[: self.MAX_ROWS].count())


class ReadOnlyAdmin(admin.ModelAdmin[M]):
    """Rows that can only be read. Only actions change them, by calling services."""

    paginator = BoundedPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the list with the plural name as its title."""
        title = capfirst(self.opts.verbose_name_plural)
        return super().changelist_view(request, {"title": title, **(extra_context or {})})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return False: nothing is added here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return False: nothing is deleted here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: M | None = None) -> bool:
        """Return True for the list only, so that its actions are offered but no row can be edited."""
        return obj is None and super().has_change_permission(request)

    def apply_to_each(self, request: HttpRequest, rows: QuerySet[M], act: Callable[[M], str]) -> None:
        """Apply an action to every selected row. ``act`` returns what it did, for the page and the row's history.

        A refusal by a service is shown as an error; the other rows are processed all the same.
        """
        for row in rows:
            try:
                done = act(row)
            except SiteError as refusal:
                self.message_user(request, f"{row}: {refusal.message}", messages.ERROR)
            else:
                self.log_change(request, row, done)
                self.message_user(request, f"{row}: {done}", messages.SUCCESS)


class FixedChoicesFilter(admin.SimpleListFilter):
    """Filter with fixed choices, so that offering them costs no query."""

    choices_offered: tuple[tuple[str, Any], ...] = ()

    def lookups(self, request: HttpRequest, model_admin: admin.ModelAdmin[Any]) -> tuple[tuple[str, Any], ...]:
        """Return the choices."""
        return self.choices_offered
