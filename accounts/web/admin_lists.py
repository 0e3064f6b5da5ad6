"""Lists of the admin that cost the same however many rows a table has."""

from typing import Any

from django.contrib import admin

from .pagination import BoundedPaginator


class BoundedList:
    """What makes the list of a ``ModelAdmin`` bounded: its first rows only, in the order of the primary key."""

    paginator: Any = BoundedPaginator
    ordering: Any = ("-pk",)
    sortable_by: Any = ()  # any other order would read and sort the whole table
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    list_per_page = 50
