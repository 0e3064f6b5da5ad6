"""Addresses of a table and its pages, with the invite code that a visitor of a private table has."""

from functools import lru_cache
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from games.forms.tables.table_page import InviteCodeForm
from games.forms.values import query_values

ANY_CODE = "CODE"  # stands for a table's code, in capitals like nothing else in an address


def invite_code(request: HttpRequest) -> str:
    """Return the invite code that a request carries, "" for none."""
    return (
        query_values(InviteCodeForm, request.POST).get("invite")
        or query_values(InviteCodeForm, request.GET).get("invite")
        or ""
    )


def table_url(page: str, code: str, *args: object, invite: str = "", **query: object) -> str:
    """Return the address of a page of a table, for example "table" or "notes", with a query."""
    values = {**({"invite": invite} if invite else {}), **query}
    return _address(page, *args).replace(ANY_CODE, code, 1) + (f"?{urlencode(values)}" if values else "")


@lru_cache(1024)
def _address(page: str, *args: object) -> str:
    """Return the address of a page of any table. A table's page has fifteen: with ``reverse`` they take 0.3 ms."""
    return reverse(f"games:{page}", args=[ANY_CODE, *args])
