"""The quickest answer: an open page of a table that has nothing new is told so (204) before Django begins.

Ten thousand open tables ask nothing else all day, and Django would need several times as long to come to the same
answer. Whatever cannot be answered so goes on to the pages.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl

from django.db import Error, connection

from games.selectors.polls import is_unchanged

Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]
POLL = re.compile(r"/t/([a-z0-9]{1,16})/poll/")


def has_nothing_new(environ: Mapping[str, Any]) -> bool:
    """Tell whether a request asks for news of a table, and there is none. False sends one to look."""
    asked = POLL.fullmatch(environ["PATH_INFO"]) if environ["REQUEST_METHOD"] == "GET" else None
    if asked is None:
        return False
    said = dict(parse_qsl(environ.get("QUERY_STRING", "")))
    seen = said.get("v", "")
    is_whole = seen.isascii() and seen.isdecimal() and len(seen) < 10
    return is_whole and is_unchanged(asked[1], int(seen), said.get("k", ""))


def quietly(application: Application) -> Application:
    """Return the application with this answer before it."""

    def answer(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        try:
            is_quiet = has_nothing_new(environ)
        except Error:  # the connection may have died: Django gets a new one, or says what is wrong
            connection.close()
            is_quiet = False
        if not is_quiet:
            return application(environ, start_response)
        start_response("204 No Content", [])
        return []

    return answer
