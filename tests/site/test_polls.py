import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.core.models import Game
from games.core.selectors import poll_key
from tests.helpers.page_client import signed_in
from tests.makers import make_user, started_game

pytestmark = pytest.mark.django_db


def status(game: Game, client: Client | None = None, **query: str | int) -> int:
    """Return the status of the answer to a poll; a stranger asks unless a client is given."""
    return (client or Client()).get(f"/t/{game.code}/poll/", query).status_code


def test_a_poll_of_an_unchanged_table_takes_few_statements_and_no_session() -> None:
    game, client = started_game(), signed_in(make_user())
    with CaptureQueriesContext(connection) as queries:
        assert status(game, client, v=game.version) == 204
    assert len(queries) <= 3
    assert not any("session" in query["sql"] for query in queries)


def test_the_answer_to_a_poll_is_not_cached() -> None:
    game = started_game()
    assert Client().get(f"/t/{game.code}/poll/", {"v": game.version})["Cache-Control"] == "no-store"


def test_the_answer_to_a_poll_has_a_request_id() -> None:
    game = started_game()
    assert Client().get(f"/t/{game.code}/poll/", {"v": game.version})["X-Request-ID"]


def test_polling_a_private_table_requires_its_key() -> None:
    game = started_game(is_private=True)
    assert status(game, v=game.version, k=poll_key(game.code)) == 204
    assert status(game, v=game.version, k="0" * 20) == 404
    assert status(game, v=game.version) == 404


@pytest.mark.parametrize("seen", ["", "x", "-1", "²", "9" * 10, "7"])
def test_a_poll_with_another_version_gets_the_updates(seen: str) -> None:
    assert status(started_game(), v=seen) == 200


def test_only_get_requests_can_poll() -> None:
    game = started_game()
    assert Client().post(f"/t/{game.code}/poll/?v={game.version}").status_code == 405
