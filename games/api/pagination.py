"""Pagination of the API's lists."""

import re

from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request

POSITION = re.compile("[0-9]{1,18}")  # an id


class NewestFirst(CursorPagination):
    """Newest first, by cursor: a page stays right while rows are added. ``page_size`` chooses up to 100 rows."""

    ordering = "-id"
    page_size_query_param = "page_size"
    max_page_size = 100

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor, None for the first page. Raises ValidationError for one that the site did not issue."""
        try:
            cursor = super().decode_cursor(request)
        except NotFound as error:
            raise ValidationError({self.cursor_query_param: error.detail}) from None
        if cursor and cursor.position is not None and not POSITION.fullmatch(str(cursor.position)):
            raise ValidationError({self.cursor_query_param: self.invalid_cursor_message})
        return cursor


class NewestGamesFirst(NewestFirst):
    """Games, newest first, where each list says what it is sorted by (``GameQuerySet.with_seat``)."""

    ordering = "-sort_id"
