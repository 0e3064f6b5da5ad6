"""Open tables with nothing new are answered before Django begins."""

from collections.abc import Callable, Iterable
from typing import Any

import pytest
from django.db import OperationalError, connection
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext

from games.selectors.polls import poll_key
from marrakech_site import quick
from tests.makers import started_game

pytestmark = pytest.mark.django_db


def answered(path: str, **said: str | int) -> str:
    """Return the status of an answer, "pages" where the pages are asked."""
    heard: list[str] = []

    def pages(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("pages", [])
        return []

    environ = RequestFactory().get(path, said).environ
    assert not list(quick.quietly(pages)(environ, lambda status, headers: heard.append(status)))
    return heard[0]


def test_a_table_with_nothing_new_costs_one_read() -> None:
    game = started_game()
    with CaptureQueriesContext(connection) as queries:
        assert answered(f"/t/{game.code}/poll/", v=game.version) == "204 No Content"
    assert len(queries) == 1


def test_a_private_table_wants_its_key() -> None:
    game = started_game(is_private=True)
    assert answered(f"/t/{game.code}/poll/", v=game.version, k=poll_key(game.code)) == "204 No Content"
    assert answered(f"/t/{game.code}/poll/", v=game.version, k="0" * 20) == "pages"


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 10, "7"])
def test_whatever_else_is_asked_goes_to_the_pages(seen: str) -> None:
    assert answered(f"/t/{started_game().code}/poll/", v=seen) == "pages"
    assert answered("/", v=seen) == "pages"


def test_a_database_that_fails_is_left_to_the_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bool:
        raise OperationalError

    closed: list[bool] = []
    monkeypatch.setattr(quick, "is_unchanged", fail)
    monkeypatch.setattr(connection, "close", lambda: closed.append(True))
    assert answered("/t/abc/poll/", v=1) == "pages"
    assert closed
