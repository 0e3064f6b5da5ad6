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
from tests.helpers.page_client import HTMX, form_to, signed_in, squeezed, steps_in, text_at
from tests.makers import acting_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    return started_game(title="tiles", ruleset="standard")


@pytest.fixture
def client(game: Game) -> Client:
    return signed_in(acting_user(game))


def page(client: Client, game: Game, query: str = "") -> str:
    return text_at(client, f"/t/{game.code}/{query}")


def test_each_step_of_a_turn_asks_the_next_question(client: Client, game: Game) -> None:
    html = page(client, game)
    assert list(steps_in(html)) == ["a", "b", "c", "d"]
    html = page(client, game, steps_in(html)["b"])
    assert "Choose a square for it." in html
    assert list(steps_in(html)) == ["b n1", "b w1", "b e1", "b s1"]
    html = page(client, game, steps_in(html)["b e1"])
    assert "How is it turned?" in html
    html = page(client, game, steps_in(html)["b e1 3"])
    assert steps_in(html) == {"b e1 3": "?done=b+e1+3", "b e1 3 x": "?done=b+e1+3+x"}


def test_a_picked_step_links_back_to_its_question(client: Client, game: Game) -> None:
    html = squeezed(page(client, game, "?choose=b+e1+3"))
    picked = re.findall(r'<a href="([^"]*)" data-step title="Change this">([^<]*)</a>', html)
    assert picked == [("?#play", "tile b"), ("?choose=b#play", "to e1"), ("?choose=b+e1#play", "turned 3 times")]


def test_squares_chosen_on_the_board_are_not_listed_again(client: Client, game: Game) -> None:
    html = page(client, game, "?choose=b")
    assert '<a href="?choose=b+n1#play" aria-label="to n1">' in html
    assert "data-step=" not in html
    assert "Choose on the board." in html


def test_a_step_of_an_open_page_that_is_out_of_date_updates_all_of_it(client: Client, game: Game) -> None:
    """The answer tells the page the present version, so that no later poll would mend what was left out."""
    chosen = f"/t/{game.code}/?choose=b&v="
    assert 'id="bar"' not in client.get(f"{chosen}{game.version}", headers=HTMX).content.decode()
    Game.objects.update(version=game.version + 1)
    parts = client.get(f"{chosen}{game.version}", headers=HTMX).content.decode()
    assert re.findall(r'id="(bar|play|log|more|poll)"', parts) == ["bar", "play", "log", "more", "poll"]


def test_a_draft_is_shown_and_asks_for_the_second_action(client: Client, game: Game) -> None:
    html = squeezed(page(client, game, "?done=b+e1+3+x"))
    assert "Not confirmed yet" in html
    assert "You lay b e1 3 x and score 1." in html
    assert "Choose a tile." in html
    assert re.search(r'data-score-of="0"\s*>1</span>', html)
    assert "e1: tile b" in html
    assert "Confirm this action now" in html
    further = page(client, game, "?done=b+e1+3+x&choose=a")
    assert list(steps_in(further))[:2] == ["a n1", "a n1e1"]
    assert "Confirm this action now" not in further


def test_confirmed_and_chosen_actions_of_a_turn_are_one_list(client: Client, game: Game) -> None:
    play_actions(game.pk, acting_user(game), ["b e1 3 x"], 0)
    html = squeezed(page(client, game, "?done=a+n1"))
    assert html.count("You lay b e1 3 x and score 1.") == 1
    draft = html.partition('<section class="draft"')[2].partition("</section>")[0]
    assert re.search(r"This turn.*You lay b e1 3 x and score 1\..*confirmed.*You lay a n1.*not confirmed yet", draft)


def test_a_whole_turn_in_steps_is_confirmed_at_once(client: Client, game: Game) -> None:
    html = page(client, game, "?done=b+e1+3+x&done=a+n1")
    assert "Confirm your turn." in html
    assert not steps_in(html)
    form = form_to(html, "/act/")
    sent = {**form.values, "action": ["b e1 3 x", "a n1"]}
    assert 'name="action" value="b e1 3 x"' in squeezed(html)
    assert client.post(form.action, sent).status_code == 302
    assert log_of(game) == [(0, "b e1 3 x"), (0, "a n1")]


def test_a_draft_is_undone_by_a_link_and_changes_nothing(client: Client, game: Game) -> None:
    html = squeezed(page(client, game, "?done=b+e1+3+x&done=a+n1"))
    assert re.search(r'href="\?done=b\+e1\+3\+x#play" data-step data-back', html)
    html = squeezed(page(client, game, "?done=b+e1+3+x"))
    assert re.search(r'href="\?#play" data-step data-back', html)
    assert log_of(game) == []


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("?choose=z", "“z” is no action."),
        ("?choose=b+e2+1", "There is no room for that tile on e2."),
        ("?done=b+e9+1", "There is no room for that tile on e9."),
        ("?done=b+e1+1&done=a+e1", "There is no room for that tile on e1."),
        ("?done=b+e1+1&done=a+n1&done=a+n2", "Your turn is over before this action."),
    ],
)
def test_an_impossible_step_shows_the_first_question_and_why(client: Client, game: Game, query: str, why: str) -> None:
    html = page(client, game, query)
    assert why in html
    assert "a" in steps_in(html)


def test_typed_text_may_be_a_step_an_action_or_the_whole_turn_of_a_table(client: Client, game: Game) -> None:
    assert "How is it turned?" in page(client, game, "?choose=b+e1")
    assert "You lay b e1 2 x and score 1." in page(client, game, "?choose=B+E1+2+X")
    assert "Confirm your turn." in page(client, game, "?choose=b+e1+2+x,+a+n1+x")


def test_an_ambiguous_typed_text_is_answered_with_what_it_may_mean(client: Client, game: Game) -> None:
    html = squeezed(page(client, game, "?choose=b+e1+x"))
    assert "Say how “b e1 x” is turned: 0, 1, 2, 3." in html
    assert '<a href="?done=b+e1+2+x#play" data-step>b e1 2 x</a>' in html


def test_a_stranger_sees_no_draft(game: Game) -> None:
    html = page(Client(), game, "?done=b+e1+3+x")
    assert "Not confirmed yet" not in html
    assert "e1: tile b" not in html


def test_htmx_gets_the_part_that_shows_the_step(client: Client, game: Game) -> None:
    html = text_at(client, f"/t/{game.code}/?done=b+e1+3&choose=a&v={game.version}", headers=HTMX)
    assert '<div class="play' in html
    assert "<html" not in html
    assert 'id="chat"' not in html
    assert '<input type="hidden" name="done" value="b e1 3">' in html[html.index('id="poll"') :]


def test_a_poll_keeps_the_draft_during_the_turn(client: Client, game: Game) -> None:
    query = f"?v={game.version - 1}&seen=0&stage={game.status}&done=b+e1+3+x&choose=a"
    html = text_at(client, f"/t/{game.code}/poll/{query}", headers=HTMX)
    assert re.search(r'data-score-of="0"\s*>1</span>', html)
    assert 'name="done" value="b e1 3 x"' in html


def test_the_planning_board_asks_in_steps_and_tries_the_action(client: Client, game: Game) -> None:
    address = f"/t/{game.code}/study/?ply=0"
    html = text_at(client, address)
    assert list(steps_in(html)) == ["a", "b", "c", "d"]
    html = text_at(client, f"/t/{game.code}/study/{steps_in(html)['b']}")
    assert "b e1" in steps_in(html)
    form = form_to(text_at(client, f"{address}&choose=b+e1+2"), "/study/")
    assert form.offers["action"] == ["b e1 2", "b e1 2 x"]
    form = form_to(text_at(client, f"{address}&choose=b+e1+2+x"), "/study/")
    assert form.values["action"] == "b e1 2 x"
    assert "e1: tile b" in text_at(client, client.post(form.action, form.values)["Location"])
    assert log_of(game) == []


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
    sent = re.findall(r'name="action" value="([^"]*)"', squeezed(html))
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
    assert 'name="action" value="b e1 3 x"' in squeezed(html)
    assert log_of(game) == []


def test_an_outdated_step_of_a_turn_link_shows_the_first_question_with_the_reason(game: Game) -> None:
    path = link_to(game, "b e1")
    play_actions(game.pk, acting_user(game), ["a e1"], 0)
    html = text_at(Client(), path)
    assert "This turn has moved on since the link was sent." in html
    assert "Choose a tile." in html
    assert 'role="alert"' not in html  # nobody has done anything wrong
