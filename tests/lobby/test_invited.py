"""A private table, as a visitor with its invite link sees it: every address on its pages carries the invitation."""

import re

import pytest
from django.test import Client, RequestFactory

from games.core.models import Game
from games.play.decorators import invite_code, redirect_to_table, table_url
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def addresses(html: str, game: Game) -> list[str]:
    """Return the addresses of this table's pages, other than those that a player needs no invitation for."""
    found = re.findall(rf'(?:href|action|hx-get|data-frames)="(/t/{game.code}/[^"]*|\?[^"]*)"', html)
    return [address for address in found if not address.startswith(f"/t/{game.code}/presence/")]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "dice/", "replay/", "notes/", "studies/"])
def test_every_address_of_a_finished_private_table_opens_with_its_code(page: str) -> None:
    game = finished_game(is_private=True)
    client = signed_in(make_user())
    html = text_at(client, f"/t/{game.code}/{page}?invite={game.invite_code}")
    found = addresses(html, game)
    assert found
    for address in found:
        assert f"invite={game.invite_code}" in address, address
        path = address.replace("&amp;", "&").partition("#")[0]
        path = f"/t/{game.code}/{page}{path}" if path.startswith("?") else path
        is_form = path.partition("?")[0].endswith(("/film/", "/notes/save/"))
        assert client.get(path).status_code == (405 if is_form else 200), path


def test_a_running_private_table_opens_to_strangers_with_its_code() -> None:
    game = play_on(started_game(is_private=True), 4)
    found = addresses(text_at(Client(), f"/t/{game.code}/?invite={game.invite_code}"), game)
    assert found
    assert all(f"invite={game.invite_code}" in address for address in found)


def test_an_address_of_a_public_table_has_no_code() -> None:
    game = started_game()
    assert "invite" not in text_at(Client(), f"/t/{game.code}/")
    assert table_url("notes", game.code, ply=3) == f"/t/{game.code}/notes/?ply=3"


def test_an_invite_code_is_read_from_form_and_address() -> None:
    factory = RequestFactory()
    assert invite_code(factory.get("/", {"invite": "abc"})) == "abc"
    assert invite_code(factory.post("/?invite=abc", {"text": "tea"})) == "abc"
    assert invite_code(factory.get("/")) == ""


@pytest.mark.parametrize("part", ["", "#play"])
def test_a_redirect_to_the_table_keeps_its_invite_code(part: str) -> None:
    game = started_game(is_private=True)
    request = RequestFactory().post(f"/?invite={game.invite_code}")
    assert redirect_to_table(request, game, part)["Location"] == f"/t/{game.code}/?invite={game.invite_code}{part}"
    other = started_game(is_private=True)
    assert redirect_to_table(request, other, part)["Location"] == f"/t/{other.code}/{part}"


def test_a_visitor_who_joins_through_an_invite_link_returns_to_that_link() -> None:
    table = make_table(is_private=True)
    link = f"/t/{table.code}/?invite={table.invite_code}"
    client = signed_in(make_user())
    (form,) = re.findall(rf'action="(/t/{table.code}/join/[^"]*)"', text_at(client, link))
    assert client.post(form.replace("&amp;", "&"))["Location"] == link
