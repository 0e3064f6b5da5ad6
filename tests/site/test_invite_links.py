import pytest
from django.test import Client

from tests.helpers.page_client import signed_in
from tests.helpers.table_addresses import table_addresses
from tests.makers import host_of, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


GOOD, WRONG, EMPTY = "good", "wrong", ""


@pytest.mark.parametrize(
    ("is_private", "asked"),
    [
        (True, [("anonymous", GOOD), ("anonymous", EMPTY), ("stranger", GOOD), ("stranger", WRONG), ("member", WRONG)]),
        (False, [("anonymous", WRONG), ("member", GOOD)]),
    ],
)
def test_no_invite_code_causes_a_server_error(is_private: bool, asked: list[tuple[str, str]]) -> None:
    game = play_on(started_game(is_private=is_private), 4)
    clients = {"anonymous": Client(), "stranger": signed_in(make_user()), "member": signed_in(host_of(game))}
    codes = {GOOD: game.invite_code, WRONG: WRONG, EMPTY: EMPTY}
    found = {
        (who, address, invite): clients[who].get(address, {"invite": codes[invite]}).status_code
        for who, invite in asked
        for address in table_addresses(game)
        if address.startswith("/t/")
    }
    assert {key: status for key, status in found.items() if status >= 500} == {}


@pytest.mark.parametrize("page", ["orders", "plan"])
@pytest.mark.parametrize(("invite", "statuses"), [(GOOD, {403}), (WRONG, {404}), (EMPTY, {404})])
def test_pages_of_players_refuse_strangers(page: str, invite: str, statuses: set[int]) -> None:
    game = play_on(started_game(is_private=True), 4)
    code = game.invite_code if invite == GOOD else invite
    assert signed_in(make_user()).get(f"/t/{game.code}/{page}/", {"invite": code}).status_code in statuses
