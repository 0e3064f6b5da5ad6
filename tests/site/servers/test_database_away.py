import errno
import json
from collections.abc import Iterator

import pytest
from django.db import InterfaceError, InternalError, OperationalError, connection
from django.test import Client
from pytest_django import Settings

from marrakech_site import health
from tests.helpers.page_client import signed_in
from tests.makers import acting_user, any_action, started_game


@pytest.fixture
def away(monkeypatch: pytest.MonkeyPatch) -> Client:
    """A browser of a site whose database is away."""

    def fail(*_args: object, **_kwargs: object) -> None:
        raise OperationalError("connection refused")

    monkeypatch.setattr("django.db.backends.utils.CursorWrapper.execute", fail)
    monkeypatch.setattr("django.db.backends.base.base.BaseDatabaseWrapper.ensure_connection", fail)
    return Client(raise_request_exception=False)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/", "/lobby/", "/t/abcdefghjk/", "/players/Nora/"])
def test_pages_ask_for_patience_while_the_database_is_unreachable(path: str, away: Client) -> None:
    answer = away.get(path, headers={"cookie": "sessionid=abc"})
    assert answer.status_code == 503
    assert answer["Retry-After"] == "30"
    assert answer["Cache-Control"] == "no-store"
    assert "taking a short break" in answer.content.decode()


@pytest.mark.django_db
def test_the_sign_in_page_opens_while_the_database_is_unreachable(away: Client) -> None:
    assert away.get("/accounts/login/").status_code == 200


@pytest.mark.django_db
def test_the_page_about_an_unreachable_database_is_in_the_visitors_language(away: Client) -> None:
    html = away.get("/lobby/", headers={"accept-language": "fr"}).content.decode()
    assert 'lang="fr"' in html
    assert "une courte pause" in html


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/api/v1/games/", "/api/v1/games/abcdefghjk/", "/api/v1/me/"])
def test_programs_get_a_problem_document_while_the_database_is_unreachable(path: str, away: Client) -> None:
    answer = away.get(path, headers={"authorization": "Bearer abc"})
    assert (answer.status_code, answer["Content-Type"]) == (503, "application/problem+json")
    assert json.loads(answer.content)["code"] == "unavailable"
    assert answer["Retry-After"] == "30"


@pytest.mark.django_db
def test_htmx_gets_a_sentence_while_the_database_is_unreachable(away: Client) -> None:
    answer = away.get("/t/abcdefghjk/poll/?v=1", headers={"hx-request": "true"})
    assert (answer.status_code, answer["HX-Retarget"]) == (503, "#messages")
    assert "Nothing was saved" in answer.content.decode()


@pytest.fixture
def unwritable(db: None) -> Iterator[None]:
    """A database that can be read only, as one on a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = ON")
    yield
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA query_only = OFF")


@pytest.mark.sqlite
def test_an_action_that_cannot_be_stored_says_that_it_was_not_saved(unwritable: None) -> None:
    data = {"username": "Amina", "email": "amina@example.org", "password1": "carpets-and-coins"}
    answer = Client(raise_request_exception=False).post("/accounts/signup/", data)
    assert answer.status_code == 503
    assert "was not saved" in answer.content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("error", [OperationalError("database or disk is full"), InterfaceError(), InternalError()])
def test_a_turn_that_cannot_be_stored_is_not_half_stored(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    client.raise_request_exception = False

    def fail(*_args: object, **_kwargs: object) -> None:
        raise error

    monkeypatch.setattr("games.play.after_action.announce", fail)  # the last step of a turn
    before = game.entries.count()
    answer = client.post(f"/t/{game.code}/act/", {"action": any_action(game), "ply": game.ply})
    assert (answer.status_code, game.entries.count()) == (503, before)


@pytest.mark.django_db
def test_a_full_disk_is_not_reported_as_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object, **_kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("games.site.views.latest_game_board", fail)
    assert Client(raise_request_exception=False).get("/").status_code == 503


@pytest.mark.sqlite
def test_readyz_says_that_the_database_cannot_be_written(unwritable: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_last_write", health.LastWrite())
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["database"]) == (503, "cannot be written")


@pytest.mark.django_db
def test_readyz_says_that_the_disk_is_full(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "MIN_FREE", 2**60)
    answer = Client().get("/readyz")
    assert answer.status_code == 503
    assert "MB free" in answer.json()["disk"]


@pytest.mark.django_db
def test_readyz_says_that_the_data_folder_cannot_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(**_kwargs: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr("tempfile.TemporaryFile", fail)
    assert Client().get("/readyz").json()["disk"] == "cannot be written"
