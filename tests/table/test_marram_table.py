"""What the table of Marram says about worth, time and good choices."""

import re
from typing import cast

import pytest
from django.test import Client

from games.core.log import state_of
from games.core.models import Game
from games.engine.marram.state import State
from games.engine.registry import get_title
from games.lobby.robot_games import start_robot_game
from tests.board.test_marram_size import GAMES, late_game
from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import acting_user, make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    return play_on(started_game(title="marram", ruleset="classic-short"), 8)


def page(game: Game, query: str = "") -> str:
    return squeezed(text_at(signed_in(acting_user(game)), f"/t/{game.code}/{query}"))


def test_the_table_says_how_many_turns_are_left(game: Game) -> None:
    turn = (get_title("marram").turn(state_of(game)) - 1) // 2 + 1
    assert f"Round {turn} of 12." in page(game)


def test_the_table_lists_what_can_still_score_with_its_worth_and_owners(game: Game) -> None:
    html, title = page(game, "worth/"), get_title("marram")
    assert 'href="worth/">What everything on the board is worth now</a>' in page(game)
    found = title.features(state_of(game))
    rows = re.findall(r'<li data-cells="([^"]+)">.*?features__points">(\d+) point', html)
    assert rows == [(" ".join(one.cells), str(one.points)) for one in found]
    assert html.count("features__owner") == sum(len(one.pieces) for one in found) > 0
    assert "\u202f:</b>" in text_at(Client(), f"/t/{game.code}/worth/", headers={"Accept-Language": "fr"})


def test_the_chosen_tile_is_pictured_while_its_place_is_chosen(game: Game) -> None:
    client = signed_in(acting_user(game))
    steps = re.findall(r'href="(\?[^"]*choose=(\d+)#play)"', text_at(client, f"/t/{game.code}/"))
    address, tile = steps[0]
    html = text_at(client, f"/t/{game.code}/{address.replace('&amp;', '&')}")
    picked = html.partition('class="picked"')[2].partition("</nav>")[0]
    assert re.search(rf'<img class="choice__piece[^>]* src="/art/marram/p\.\w+#{tile}"', picked)


def test_a_game_against_robots_stars_each_step_of_a_good_action() -> None:
    player = make_user()
    game = start_robot_game(player, "greedy", title="marram")
    while not game.seats.filter(user=player, is_acting=True).exists():
        game = play_on(game, 1)
    title = get_title("marram")
    action = title.notation(title.shortlist(state_of(game), 1, is_advised=True)[0])
    client, steps = signed_in(player), action.split()
    for number in range(len(steps)):
        html = text_at(client, f"/t/{game.code}/?choose={'+'.join(steps[:number])}")
        stars = html.count('class="choice__star"'), html.count('class="b-star"')
        assert stars in {(1, 0), (0, 1), (1, 1)}, number  # in the list, on the board, or in both


def test_the_tiles_that_a_player_drew_are_one_sentence() -> None:
    ruleset, log, _ = GAMES["places"]
    html = re.sub("<[^>]+>", "", page(late_game(ruleset, log.partition(", 39 n1e3")[0])))  # the first turn of each
    assert "You drew tiles 47 and 39." in html
    assert re.search(r"player\d+ drew tiles 61 and 33\.", html)
    assert not re.search(r"drew tile \d+\.\s+\S+ drew tile", html)


def test_the_rows_of_the_board_have_names_for_the_ear(game: Game) -> None:
    assert 'role="row" aria-label="Row 1"' in page(game)


def test_what_is_worth_what_comes_after_the_board(game: Game) -> None:
    html = page(game)
    assert html.index('class="board-frame"') < html.index('class="features"') < html.index('id="log"')


def test_a_game_of_people_stars_nothing(game: Game) -> None:
    assert "choice__star" not in page(game)
    assert "b-star" not in page(game)


def test_a_game_of_people_with_hints_stars_a_good_action() -> None:
    game = play_on(started_game(title="marram", ruleset="classic-short", has_hints=True), 8)
    assert "choice__star" in page(game) or "b-star" in page(game)


def test_what_is_worth_what_follows_the_actions_that_are_not_confirmed(game: Game) -> None:
    title, state = get_title("marram"), state_of(game)
    action = title.legal_actions(state)[0]
    text = title.notation(action).replace(" ", "+")
    assert f'href="worth/?done={text}"' in page(game, f"?done={text}")
    after = [" ".join(one.cells) for one in title.features(title.apply(state, action))]
    assert re.findall(r'<li data-cells="([^"]+)">', page(game, f"worth/?done={text}")) == after


def test_a_question_with_one_answer_is_not_asked_at_the_table() -> None:
    ruleset, log, _ = GAMES["flips"]
    game = late_game(ruleset, log)
    state = cast(State, state_of(game))
    assert state.seats[state.current].boots == 0
    html = page(game, "?choose=47+n12")
    assert "No boot" not in html
    assert '<input type="hidden" name="action" value="47 n12 2">' in html


def test_the_menu_of_marram_has_no_dice(game: Game) -> None:
    html = page(game)
    assert "Sealed tiles" in html
    assert "Sealed dice" not in html


def test_an_open_table_of_marram_has_no_dice() -> None:
    game = make_table(title="marram", ruleset="classic-short")
    html = squeezed(text_at(signed_in(make_user()), game.get_absolute_url()))
    seen = re.sub("<[^>]*>", "", html[html.index("<main") : html.index("</main>")])
    assert "Sealed tiles" in seen
    assert re.findall(r"[^.]*\b[Dd]ice\b[^.]*", seen) == []


def test_the_tiles_of_all_players_say_what_is_on_them(game: Game) -> None:
    texts = re.findall(r'<dd><img src="/art/marram[^"]+" alt="([^"]*)"', page(game))
    found = [text for text in texts if "," in text]  # not the names of pieces
    assert len(found) == 6
    assert all(len(text.split(", ")) == 4 for text in found)
