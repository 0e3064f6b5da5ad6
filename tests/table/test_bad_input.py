import pytest
from django.test import Client

from games.core.models import Game
from tests.helpers.full_runs import full_only
from tests.helpers.page_client import signed_in
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

NONSENSE = [
    *["\x00", "<script>", "9" * 60, "a" * 5000],
    *(full_only(value) for value in ("'; --", "-1", "%", "💥", "../..")),
]


@pytest.fixture
def game() -> Game:
    return play_on(started_game(make_user("Ada"), make_user("Bo")), 3)


@pytest.mark.parametrize("value", NONSENSE)
def test_invalid_parameters_of_a_table_are_refused_or_ignored(game: Game, value: str) -> None:
    client = signed_in(make_user("Ada"))
    for name in ("ply", "choose", "invite"):
        for path in ("", "board.svg", "poll/"):
            is_late = name == "ply" and value.isdecimal() and path != "poll/"
            expected = 400 if value == "\x00" else 404 if is_late else 200
            assert client.get(f"/t/{game.code}/{path}", {name: value}).status_code == expected, (name, path)


@pytest.mark.parametrize("value", NONSENSE)
def test_invalid_parameters_of_lists_are_refused_or_ignored(game: Game, value: str) -> None:
    client = signed_in(make_user("Ada"))
    for path, names in {
        "/": ("page",),
        "/next/": ("after",),
        "/lobby/": ("ruleset", "pace", "page"),
        "/players/Ada/games/": ("show", "opponent", "ruleset", "page"),
        "/tables/new/": ("title",),
    }.items():
        for name in names:
            expected = 400 if value == "\x00" else 302 if path == "/next/" else 200
            assert client.get(path, {name: value}).status_code == expected, (path, name)


@pytest.mark.parametrize("value", NONSENSE)
def test_invalid_fields_of_forms_are_refused(game: Game, value: str) -> None:
    client = signed_in(make_user("Ada"))
    before = game.seats.count(), game.ply
    for path, name, longest, expected in (
        ("act/", "ply", 0, 422),
        ("act/", "action", 0, 422),
        ("resign/", "ply", 0, 422),
        ("join/", "entropy", 99, 302),
        ("invite/", "player", 99, 409),
        ("invite/", "email", 0, 422),
        ("withdraw/", "invitation", 50, 404),
    ):
        response = client.post(f"/t/{game.code}/{path}", {name: value, "invite": value})
        is_malformed = value == "\x00" or len(value) > longest
        assert response.status_code == (422 if is_malformed else expected), (path, name)
    game.refresh_from_db()
    assert (game.seats.count(), game.ply) == before


@pytest.mark.parametrize("value", ["%00", "%0A", "%3Cscript%3E", "%F0%9F%92%A5", "a" * 500])
def test_invalid_names_and_codes_in_addresses_are_not_found(value: str) -> None:
    for path in (f"/players/{value}/", f"/players/{value}/games/", f"/t/{value}/", f"/i/{value}/", f"/t/{value}/poll/"):
        assert Client().get(path).status_code == 404
