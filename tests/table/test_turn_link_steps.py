import re
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.core.log import log_of
from games.core.models import Game
from games.engine import registry
from games.notifications.links import TurnToken, turn_link_token
from games.play.actions import play_actions
from tests.engine.helpers.tiles import TILES
from tests.helpers.page_client import form_to, squeezed, steps_in, text_at
from tests.makers import acting_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    return started_game(title="tiles", ruleset="standard")


def link_to(game: Game, choice: str) -> str:
    token = TurnToken.of(acting_user(game), game)
    return reverse("games:turn_link", args=[turn_link_token(token, choice)])


def followed(path: str, query: str) -> str:
    return query if query.startswith("/") else path + query


def test_a_turn_link_opens_the_turn_at_its_step(game: Game) -> None:
    html = text_at(Client(), link_to(game, "b"))
    assert "Choose a square for it." in html
    assert "b e1" in steps_in(html)
    assert log_of(game) == []


def test_a_whole_turn_in_steps_is_played_in_one_visit_by_a_turn_link(game: Game) -> None:
    client, path = Client(), link_to(game, "b")
    html = text_at(client, path)
    for notation in ("b e1", "b e1 3", "b e1 3 x", "a", "a n1", "a n1"):
        path = followed(urlsplit(path).path, steps_in(html)[notation])
        html = text_at(client, path)
    form = form_to(html, "/")
    sent = re.findall(r'name="action" value="([^"]*)"', html)
    assert sent == ["b e1 3 x", "a n1"]
    response = client.post(form.action, {**form.values, "action": sent})
    assert response.status_code == 302
    assert "The turn has been played." in text_at(client, response["Location"])
    assert log_of(game) == [(0, "b e1 3 x"), (0, "a n1")]


def test_the_first_question_is_reached_from_the_turn_link_of_a_step(game: Game) -> None:
    client, path = Client(), link_to(game, "b")
    back = re.search(r'<a href="([^"]*)" data-step title="Change this">tile b</a>', squeezed(text_at(client, path)))
    assert back
    assert "Choose a tile." in text_at(client, followed(path, back[1].partition("#")[0]))


def test_a_turn_link_of_an_action_shows_the_position_after_it(game: Game) -> None:
    html = text_at(Client(), link_to(game, "b e1 3 x"))
    assert "Not confirmed yet" in html
    assert 'name="action" value="b e1 3 x"' in html
    assert log_of(game) == []


def test_an_outdated_step_of_a_turn_link_shows_the_first_question_with_the_reason(game: Game) -> None:
    path = link_to(game, "b e1")
    play_actions(game.pk, acting_user(game), ["a e1"], 0)
    html = text_at(Client(), path)
    assert "This turn has moved on since the link was sent." in html
    assert "Choose a tile." in html
    assert 'role="alert"' in html
