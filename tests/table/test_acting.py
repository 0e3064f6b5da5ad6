import re

import pytest
from django.test import Client
from django.urls import reverse

from games.core.log import log_of
from games.core.models import Game
from tests.helpers.page_client import HTMX, form_to, signed_in
from tests.makers import acting_user, any_action, fresh, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def act(game: Game) -> str:
    return reverse("games:act", args=[game.code])


def test_htmx_gets_the_changed_parts_after_an_action() -> None:
    game = started_game()
    response = signed_in(acting_user(game)).post(act(game), {"ply": game.ply, "action": "F"}, headers=HTMX)
    html = response.content.decode()
    assert response.status_code == 200
    assert "<html" not in html
    for part in ("bar", "notice", "play", "log", "chat", "more", "poll"):
        assert re.search(rf'id="{part}"[^>]*\shx-swap-oob="(?:true|morph)"', html)
    assert form_to(html, "/act/").values["ply"] == str(game.ply + 2)


@pytest.mark.parametrize("headers", [{}, HTMX])
def test_a_stale_action_shows_the_fresh_table_and_what_happened(headers: dict[str, str]) -> None:
    game = started_game()
    player = acting_user(game)
    seen = game.ply
    log = log_of(play_on(game, 1))
    response = signed_in(player).post(act(game), {"ply": seen, "action": "R"}, headers=headers)
    html = response.content.decode()
    assert response.status_code == 409
    assert "The game has moved on. Check the board and try again." in html
    assert "You rolled" in html[html.index('role="alert"') :]
    assert form_to(html, "/act/").values["ply"] == str(len(log))
    assert log_of(game) == log


def test_a_double_click_plays_once() -> None:
    game = started_game()
    client = signed_in(acting_user(game))
    sent = {"ply": game.ply, "action": "F"}
    assert client.post(act(game), sent).status_code == 302
    log = log_of(game)
    assert client.post(act(game), sent).status_code == 302  # as if the first answer had been lost
    assert log_of(game) == log
    assert client.post(act(game), {**sent, "action": "L"}).status_code == 409
    assert log_of(game) == log


@pytest.mark.parametrize("headers", [{}, HTMX])
@pytest.mark.parametrize("action", ["e6e7", "X", "resigns", "4", "💥"])
def test_an_action_that_is_not_legal_is_refused_with_a_reason(action: str, headers: dict[str, str]) -> None:
    game = started_game()
    log = log_of(game)
    response = signed_in(acting_user(game)).post(act(game), {"ply": game.ply, "action": action}, headers=headers)
    assert response.status_code == 422
    assert 'role="alert"' in response.content.decode()
    assert form_to(response.content.decode(), "/act/")
    assert log_of(game) == log


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"ply": "0"},
        {"action": "F"},
        {"ply": "abc", "action": "F"},
        {"ply": "-1", "action": "F"},
        {"ply": "9" * 500, "action": "F"},
        {"ply": "0", "action": "F" * 500},
        {"ply": "0", "action": "\x00"},
    ],
)
def test_an_invalid_form_is_refused_and_changes_nothing(sent: dict[str, str]) -> None:
    game = started_game()
    log = log_of(game)
    response = signed_in(acting_user(game)).post(act(game), sent)
    assert response.status_code == (409 if sent.get("action") == "\x00" else 422)
    assert 'role="alert"' in response.content.decode()
    assert log_of(game) == log


def test_a_player_cannot_play_out_of_turn() -> None:
    game = started_game()
    waiting = game.seats.exclude(user=acting_user(game)).get().user
    assert waiting is not None
    response = signed_in(waiting).post(act(game), {"ply": game.ply, "action": "F"})
    assert response.status_code == 403
    assert "It’s not your turn." in response.content.decode()
    assert fresh(game).ply == game.ply


def test_a_watcher_cannot_play() -> None:
    game = started_game()
    assert signed_in(make_user()).post(act(game), {"ply": game.ply, "action": "F"}).status_code == 403
    assert fresh(game).ply == game.ply


def test_a_stranger_who_acts_is_asked_to_sign_in() -> None:
    game = started_game()
    response = Client().post(act(game), {"ply": game.ply, "action": "F"})
    assert response["Location"] == f"/accounts/login/?next=/t/{game.code}/"
    assert fresh(game).ply == game.ply


def test_a_stranger_finds_no_private_table_to_act_at() -> None:
    game = started_game(is_private=True)
    for client in (Client(), signed_in(make_user())):
        for headers in ({}, HTMX):
            response = client.post(act(game), {"ply": game.ply, "action": "F"}, headers=headers)
            assert response.status_code == 404
            assert game.name not in response.content.decode()


def test_an_action_must_be_posted() -> None:
    game = started_game()
    assert signed_in(acting_user(game)).get(act(game)).status_code == 405
    assert fresh(game).ply == game.ply


def test_no_action_is_played_at_an_open_table() -> None:
    game = make_table()
    assert game.host is not None
    assert signed_in(game.host).post(act(game), {"ply": 0, "action": "F"}).status_code == 409


def test_a_game_is_played_to_its_end_over_the_pages() -> None:
    game = started_game(options={"rugs": "2/2/2"})
    browsers = {seat.user_id: signed_in(seat.user) for seat in game.seats.select_related("user") if seat.user}
    while not game.is_over:
        sent = {"ply": game.ply, "action": any_action(game)}
        assert browsers[acting_user(game).pk].post(act(game), sent).status_code == 302
        game = fresh(game)
    assert game.status == "finished"
