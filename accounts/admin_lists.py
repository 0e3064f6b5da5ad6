"""Lists of the admin that cost the same however many rows a table has."""

from typing import Any

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property


class BoundedPaginator(Paginator[Any]):
    """Pages of the first ``MAX_ROWS`` rows: counting millions would take too long. Search and filters find others."""

    MAX_ROWS = 300

    @cached_property
    def count(self) -> int:
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return int(rows.order_by()[: self.MAX_ROWS].count())


class BoundedList:
    """What makes the list of a ``ModelAdmin`` bounded: its first rows only, in the order of the primary key."""

    paginator: Any = BoundedPaginator
    ordering: Any = ("-pk",)
    sortable_by: Any = ()  # any other order would read and sort the whole table
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
