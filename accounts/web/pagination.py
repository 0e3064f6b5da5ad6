"""Pages of long lists."""

from typing import Any

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.utils.functional import cached_property


class BoundedPaginator(Paginator[Any]):
    """Pages of the first ``MAX_ROWS`` rows, because counting a table of millions would take too long.

    Search and filters find the other rows.
    """

    MAX_ROWS = 300

    @cached_property
    def count(self) -> int:
        """Return the number of rows, at most ``MAX_ROWS``. The database stops counting there, too."""
        rows = self.object_list
        assert isinstance(rows, QuerySet)
        return int(rows.order_by()[: self.MAX_ROWS].count())
