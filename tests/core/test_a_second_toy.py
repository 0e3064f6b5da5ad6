"""A title shaped unlike Marrakech on the site: two tiles a turn, laid in steps on a growing board, and secret hands."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from pytest_django import Settings

from games.core.log import fault_of, log_of
from games.core.models import Game
from games.engine import registry
from games.engine.gamefile import read_one, verify
from games.mail.compose import compose
from games.notifications.models import Kind
from games.pictures.film import drawing_version
from games.pictures.registry import SKINS, skin_of
from games.play.actions import play_action
from games.replay import films
from games.replay.films import render_film, request_film
from games.replay.models import FilmFormat
from games.replay.selectors import film_data
from tests.engine.helpers.meadow.skin import SKIN
from tests.engine.helpers.meadow.title import MEADOW
from tests.engine.helpers.verify_dice_script import faults_in
from tests.helpers.meadow_games import client_of, draft_action, meadow
from tests.helpers.notifications import latest
from tests.helpers.page_client import form_to, forms_of, signed_in, steps_in, text_at
from tests.helpers.reply_mails import ADDRESS, letter, plays_by_reply, received
from tests.makers import acting_user, any_action, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def second_toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setitem(registry.TITLES, MEADOW.key, MEADOW)
    monkeypatch.setitem(SKINS, MEADOW.key, SKIN)
    skin_of.cache_clear()
    drawing_version.cache_clear()
    yield
    skin_of.cache_clear()
    drawing_version.cache_clear()


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Ada"), make_user("Bo"), title="meadow", ruleset="standard", name="The Mill")


@pytest.fixture
def finished(game: Game) -> Game:
    return play_on(game)


def again(game: Game) -> Game:
    return Game.objects.get(pk=game.pk)


def test_a_table_of_the_second_toy_is_opened_with_the_form() -> None:
    client = signed_in(make_user("Ada"))
    assert "?title=meadow" in text_at(client, "/tables/new/")
    form = next(f for f in forms_of(text_at(client, "/tables/new/?title=meadow")) if "draft" in f.values)
    answer = client.post("/tables/new/?title=meadow", {**form.values, "seat_order": "joined"})
    assert answer.status_code == 302
    assert Game.objects.get().title == "meadow"


def test_a_turn_of_the_second_toy_is_laid_step_by_step_and_confirmed_at_once(game: Game) -> None:
    client, address = client_of(game), f"/t/{game.code}/"
    html = text_at(client, address)
    tiles = sorted(set(meadow(game).hands[0]))
    assert [*steps_in(html)] == tiles
    html, query = draft_action(client, address)
    html, query = draft_action(client, address, query)
    assert "Confirm your turn." in html
    form = form_to(html, "/act/")
    actions = re.findall(r'name="action"\s+value="([^"]+)"', html)
    assert len(actions) == 2
    assert client.post(form.action, {**form.values, "action": actions}).status_code == 302
    played = [text for seat, text in log_of(again(game)) if seat == 0]
    assert played == actions
    assert len(meadow(again(game)).hands[0]) == 2


def test_the_second_toy_is_played_to_its_end_over_the_pages(game: Game) -> None:
    while not again(game).is_over:
        client, address = client_of(game), f"/t/{game.code}/"
        html, query = draft_action(client, address)
        html, _query = draft_action(client, address, query) if "Confirm your turn." not in html else (html, query)
        form = form_to(html, "/act/")
        actions = re.findall(r'name="action"\s+value="([^"]+)"', html)
        assert client.post(form.action, {**form.values, "action": actions}).status_code == 302
    html = text_at(Client(), f"/t/{game.code}/")
    assert "All tiles are laid." in html
    assert "The wind: " in text_at(Client(), f"/t/{game.code}/?log=all")


def test_an_action_that_the_second_toy_refuses_changes_nothing(game: Game) -> None:
    tile = meadow(game).hands[0][0]
    answer = client_of(game).post(f"/t/{game.code}/act/", {"ply": game.ply, "action": f"{tile} n9 0"})
    assert answer.status_code == 422
    assert again(game).ply == game.ply


def test_the_second_toy_is_played_by_the_link_of_a_mail(game: Game) -> None:
    mail = compose(latest(Kind.TURN, acting_user(game), game))
    link = re.findall(r"http://[^/\s]+(/m/\S+)", str(mail.body))[0]
    _html, query = draft_action(Client(), link)
    html, _query = draft_action(Client(), link, query)
    actions = re.findall(r'name="action"\s+value="([^"]+)"', html)
    form = next(form for form in forms_of(html) if "action" in form.values)
    assert Client().post(form.action or link, {**form.values, "action": actions}).status_code == 302
    assert [text for seat, text in log_of(again(game)) if seat == 0] == actions


def test_the_second_toy_is_played_by_reply(game: Game, settings: Settings) -> None:
    settings.INBOUND_ADDRESS = ADDRESS
    user = plays_by_reply(acting_user(game))
    action = any_action(game)
    received(letter(game, user, action))
    assert (0, action) in log_of(again(game))


def test_the_second_toy_is_played_by_the_api(game: Game) -> None:
    client = client_of(game)
    data = client.get(f"/api/v1/games/{game.code}/").json()
    assert data["position"]["title"] == "meadow"
    assert data["legal"] == [MEADOW.notation(action) for action in MEADOW.legal_actions(meadow(game))]
    body = {"action": data["legal"][0], "ply": data["ply"]}
    answer = client.post(f"/api/v1/games/{game.code}/actions/", body, content_type="application/json")
    assert answer.status_code == 200, answer.content
    assert again(game).ply > game.ply


def test_the_second_toy_is_drawn_on_a_board_that_grows(game: Game) -> None:
    play_on(game, 3)
    drawn = text_at(Client(), f"/t/{game.code}/board.svg")
    assert drawn.startswith("<svg")
    assert SKIN.figure_art["moth"] in drawn
    assert Client().get(f"/t/{game.code}/board.png").content.startswith(b"\x89PNG")
    assert Client().get(f"/t/{game.code}/card.png").content.startswith(b"\x89PNG")
    mail = compose(latest(Kind.TURN, acting_user(again(game)), game))
    pictures = [part for part in mail.message().walk() if part.get_content_type() == "image/png"]
    assert pictures


def test_every_ply_of_the_second_toy_is_shown_framed_and_embedded(finished: Game) -> None:
    for ply in range(finished.ply + 1):
        text_at(Client(), f"/t/{finished.code}/replay/?ply={ply}")
        text_at(Client(), f"/t/{finished.code}/?ply={ply}")
    assert len(Client().get(f"/t/{finished.code}/frames/").json()["frames"]) == finished.ply + 1
    text_at(Client(), f"/embed/{finished.code}/")


@pytest.mark.parametrize("kind", FilmFormat.values)
def test_the_second_toy_is_filmed(finished: Game, kind: str) -> None:
    row = request_film(finished, make_user("Ada"), kind)
    films.make(row.pk, render_film, drawing_version())
    assert film_data(finished, kind)


def test_the_second_toy_is_shown_in_lists(game: Game) -> None:
    assert f">{game.name}</a>" in text_at(Client(), "/players/Ada/games/?ruleset=meadow:standard")
    assert "Meadow · Standard" in text_at(Client(), "/lobby/")
    assert game.name in text_at(client_of(game), "/")


def test_lists_are_filtered_by_title(game: Game, admin_client: Client) -> None:
    other = started_game(name="The Bazaar")
    free, stall = make_table(title="meadow", ruleset="standard", name="The Pond"), make_table(name="The Stall")
    for address, shown, hidden in (
        ("/lobby/?ruleset=meadow:standard", free.name, stall.name),
        ("/api/v1/games/?title=meadow", game.code, other.code),
        ("/api/v1/games/?title=marrakech", other.code, game.code),
        ("/admin/games/game/?title=meadow", game.name, other.name),
    ):
        html = text_at(admin_client, address)
        assert shown in html, address
        assert hidden not in html, address
    assert "?title=meadow" in text_at(admin_client, "/admin/games/game/")
    assert {"marrakech", "meadow"} <= {title["key"] for title in admin_client.get("/api/v1/titles/").json()}


def test_a_file_of_the_second_toy_is_downloaded_read_again_and_verified(finished: Game) -> None:
    text = Client().get(f"/t/{finished.code}/game.mkg").content.decode()
    record = read_one(text)
    assert list(record.log) == log_of(finished)
    assert verify(record) == ()
    assert faults_in(text) == []
    assert Client().get(f"/t/{finished.code}/game.json").json()["position"]["phase"] == "over"
    assert "Ada" in Client().post("/replay/", {"text": text}).content.decode()
    assert fault_of(finished) == ""


def test_the_dice_page_of_the_second_toy_names_every_result(finished: Game) -> None:
    html = text_at(Client(), f"/t/{finished.code}/dice/")
    results = [text for seat, text in log_of(finished) if seat is None]
    assert re.findall(r'data-face="([^"]+)"', html) == results
    assert "Tile, number 1" in html
    assert "Wind, number 1" in html


def test_a_finished_game_of_the_second_toy_is_studied(finished: Game) -> None:
    assert "Which tile?" in text_at(signed_in(make_user("Ada")), f"/t/{finished.code}/study/?ply=4")


def test_a_turn_of_the_second_toy_is_undone_as_long_as_no_chance_was_seen(game: Game) -> None:
    game = play_action(game.pk, acting_user(game), any_action(game), game.ply)
    assert acting_user(game).username == "Ada"
