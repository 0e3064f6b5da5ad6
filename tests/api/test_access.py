"""Tests of access to the API: tokens, sessions, private tables."""

from typing import Any

import pytest
from django.urls import URLPattern

from accounts.services import create_token, deactivate, revoke_token
from games.api.urls import urlpatterns
from games.chat.models import ChatMessage
from games.core.models import Entry, Game, Seat
from tests.helpers.programs import ROOT, Program, anonymous, checked, program
from tests.makers import make_user

pytestmark = pytest.mark.one_database

# Every address about a game, with a valid request body.
ABOUT_A_GAME: dict[str, Any] = {
    "": None,
    "log/": None,
    "positions/0/": None,
    "messages/": {"text": "Hello"},
    "actions/": {"ply": 2, "action": "L"},
    "share/": {"share": "ab" * 16},
    "turns/": {"ply": 2, "turn": "L"},
    "orders/": {"orders": "L"},
    "orders/ranks/": {"numbers": []},
    "orders/1/": {"orders": "L"},
    "orders/1/withdraw/": {},
    "gifts/": {"seat": "A", "seconds": 3600},
    "claims/": {"seat": "A"},
    "join/": {},
    "leave/": {},
    "resign/": {},
    "resign/confirm/": {"seat": "A"},
    "resign/take-back/": {},
    "abort/": {},
    "proposals/": {"kind": "pause"},
    "proposals/1/answer/": {"agrees": True},
    "proposals/1/withdraw/": {},
    "rematch/": {},
    "seats/take/": {"seat": "A"},
    "seats/return/": {},
    "robots/": {"robots": ["greedy"]},
    "invitations/": {"player": "ben"},
    "file/?kind=json": None,
    "analysis/": None,
    "times/": None,
}
WATCHED = ["", "log/", "positions/0/", "messages/", "proposals/", "file/?kind=json", "times/"]
READ = [*WATCHED, "analysis/"]  # which a running game does not have yet


def test_the_table_above_names_every_address_about_a_game() -> None:
    patterns = [str(pattern.pattern) for pattern in urlpatterns if isinstance(pattern, URLPattern)]
    after_the_id = [pattern.partition("<api_code:id>/") for pattern in patterns]
    found = {
        rest.replace("<api_ply:ply>", "0").replace("<api_ply:number>", "1").replace("<api_number:number>", "1")
        for _before, about, rest in after_the_id
        if about
    }
    assert found == {path.partition("?")[0] for path in ABOUT_A_GAME}


@pytest.mark.parametrize("path", ABOUT_A_GAME)
def test_a_private_table_does_not_exist_for_others(private_game: Game, eve: Program, path: str) -> None:
    address = f"games/{private_game.code}/{path}"
    if path in READ:
        assert eve.get(address, 404)["code"] == "not-found"
    if ABOUT_A_GAME[path] is not None:
        assert eve.post(address, ABOUT_A_GAME[path], 404)["code"] == "not-found"
    assert Entry.objects.count() == private_game.ply
    assert Seat.objects.count() == 2
    assert not ChatMessage.objects.exists()


@pytest.mark.parametrize("path", ABOUT_A_GAME)
def test_a_private_table_is_indistinguishable_from_none(private_game: Game, eve: Program, path: str) -> None:
    there, nowhere = f"games/{private_game.code}/{path}", f"games/zzzzzzzzzz/{path}"
    if path in READ:
        assert eve.get(there, 404) == eve.get(nowhere, 404)
    else:
        assert eve.post(there, ABOUT_A_GAME[path], 404) == eve.post(nowhere, ABOUT_A_GAME[path], 404)


@pytest.mark.parametrize("path", WATCHED)
def test_a_private_table_is_open_to_its_players_and_to_staff(private_game: Game, ben: Program, path: str) -> None:
    staff = program(make_user("boss", is_staff=True))
    ben.get(f"games/{private_game.code}/{path}")
    staff.get(f"games/{private_game.code}/{path}")


@pytest.mark.parametrize("path", READ)
def test_a_private_table_does_not_exist_for_visitors(private_game: Game, anonymous_client: Program, path: str) -> None:
    anonymous_client.get(f"games/{private_game.code}/{path}", 404)


@pytest.mark.parametrize("path", WATCHED)
def test_a_public_table_can_be_watched_without_an_account(game: Game, anonymous_client: Program, path: str) -> None:
    anonymous_client.get(f"games/{game.code}/{path}")


@pytest.mark.parametrize("path", [path for path, body in ABOUT_A_GAME.items() if body is not None])
def test_actions_require_signing_in(game: Game, anonymous_client: Program, path: str) -> None:
    assert anonymous_client.post(f"games/{game.code}/{path}", ABOUT_A_GAME[path], 401)["code"] == "not-authenticated"


def test_staff_may_look_but_not_play(private_game: Game) -> None:
    staff = program(make_user("boss", is_staff=True))
    assert staff.play(private_game, "L", private_game.ply, 403)["code"] == "not-seated"


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


def test_a_session_may_read(game: Game, tab: Program) -> None:
    assert tab.get("me/")["name"] == "ann"
    assert tab.get(f"games/{game.code}/")["you"] == {"seat": "A", "acting": True, "deputy": False}


def test_a_session_may_not_write_without_its_csrf_token(game: Game, tab: Program) -> None:
    assert tab.play(game, "L", game.ply, 403)["code"] == "permission-denied"
    assert Entry.objects.count() == game.ply


def test_a_session_may_write_with_its_csrf_token(game: Game, tab: Program) -> None:
    tab.client.cookies["csrftoken"] = "t" * 32
    tab.client.credentials(HTTP_X_CSRFTOKEN="t" * 32)
    assert tab.play(game, "L", game.ply)["ply"] > game.ply
