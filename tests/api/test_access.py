from typing import Any

import pytest

from accounts.services import create_token, deactivate, revoke_token
from games.chat.models import ChatMessage
from games.core.models import Entry, Game, Seat
from tests.helpers.programs import ROOT, Program, anonymous, checked, program
from tests.makers import make_user
from tests.site.access.register import ADDRESSES, filled

pytestmark = pytest.mark.one_database

# Every operation about a game, which the register asks for, with what follows the game’s code in its address.
ABOUT_A_GAME = [
    (address, operation, address.path.split("}/", 1)[1])
    for address in ADDRESSES
    for operation in address.operations
    if address.path.startswith("/api/v1/games/{")
]
CALLS = {operation.name: (operation, path) for _address, operation, path in ABOUT_A_GAME}
ACTIONS = [name for name, (operation, _path) in CALLS.items() if operation.method == "POST"]
READ = [path for address, operation, path in ABOUT_A_GAME if operation.method == "GET" and address.on_get[:3] == "404"]
WATCHED = [path for path in READ if path != "analysis/"]  # which a running game does not have yet


def ask(who: Program, game: str, name: str, status: int) -> Any:
    """Send the request of an operation, for this game, and return the JSON response after a check of its status."""
    operation, path = CALLS[name]
    body = filled(operation.request.body, {"friend": "ben"})
    address, kind = f"{ROOT}games/{game}/{path}", "application/json"
    return checked(who.client.generic(operation.method, address, body, content_type=kind), status)


def test_a_private_table_does_not_exist_for_others(private_game: Game, eve: Program) -> None:
    for operation in CALLS:
        there = ask(eve, private_game.code, operation, 404)
        assert there["code"] == "not-found", operation
        assert there == ask(eve, "zzzzzzzzzz", operation, 404), operation
    assert Entry.objects.count() == private_game.ply
    assert Seat.objects.count() == 2
    assert not ChatMessage.objects.exists()


def test_a_private_table_is_open_to_its_players_and_not_to_staff(private_game: Game, ben: Program) -> None:
    staff = program(make_user("boss", is_staff=True, is_superuser=True))
    for path in WATCHED:
        ben.get(f"games/{private_game.code}/{path}")
        staff.get(f"games/{private_game.code}/{path}", 404)


def test_a_private_table_does_not_exist_for_visitors(private_game: Game, anonymous_client: Program) -> None:
    for path in READ:
        anonymous_client.get(f"games/{private_game.code}/{path}", 404)


def test_a_public_table_can_be_watched_without_an_account(game: Game, anonymous_client: Program) -> None:
    for path in WATCHED:
        anonymous_client.get(f"games/{game.code}/{path}")


def test_api_actions_require_signing_in(game: Game, anonymous_client: Program) -> None:
    for operation in ACTIONS:
        assert ask(anonymous_client, game.code, operation, 401)["code"] == "not-authenticated", operation


def test_staff_can_read_a_game_but_not_play(game: Game) -> None:
    staff = program(make_user("boss", is_staff=True))
    assert staff.play(game, "L", game.ply, 403)["code"] == "not-seated"


def test_a_revoked_token_opens_nothing(ann: Program) -> None:
    token, key = create_token(ann.user, "lost")
    revoke_token(ann.user, token.pk)
    response = anonymous().client.get(f"{ROOT}me/", HTTP_AUTHORIZATION=f"Bearer {key}")
    assert checked(response, 401)["code"] == "authentication-failed"


@pytest.mark.parametrize("header", ["Bearer", "Bearer mk_unknown", "bearer  ", "Bearer mk_\xff"])
def test_an_unknown_token_is_refused_even_where_none_is_needed(anonymous_client: Program, header: str) -> None:
    response = anonymous_client.client.get(f"{ROOT}titles/", HTTP_AUTHORIZATION=header)
    assert checked(response, 401)["code"] == "authentication-failed"
    assert response.headers["WWW-Authenticate"] == "Bearer"


def test_the_token_of_a_deactivated_player_is_refused(ann: Program) -> None:
    deactivate(ann.user)
    ann.get("me/", 401)


@pytest.fixture
def tab(ann: Program) -> Program:
    """A page of the site in ann's browser: a session instead of a token, with CSRF checks."""
    page = anonymous()
    page.client = type(page.client)(enforce_csrf_checks=True)
    page.client.force_login(ann.user)
    return page


def test_a_session_reads_the_api(game: Game, tab: Program) -> None:
    assert tab.get("me/")["name"] == "ann"
    assert tab.get(f"games/{game.code}/")["you"] == {"seat": "A", "acting": True, "deputy": False}


def test_a_session_does_not_write_without_its_csrf_token(game: Game, tab: Program) -> None:
    assert tab.play(game, "L", game.ply, 403)["code"] == "permission-denied"
    assert Entry.objects.count() == game.ply


def test_a_session_writes_with_its_csrf_token(game: Game, tab: Program) -> None:
    tab.client.cookies["csrftoken"] = "t" * 32
    tab.client.credentials(HTTP_X_CSRFTOKEN="t" * 32)
    assert tab.play(game, "L", game.ply)["ply"] > game.ply
