"""Playing without Confirm, for those who want it."""

import pytest
from playwright.sync_api import Page, expect

from games.core.log import log_of
from games.core.models import Game
from games.engine import registry
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.engine.helpers.tiles import TILES
from tests.makers import acting_user, fresh, make_user, play_on, started_game

pytestmark = pytest.mark.browser


def at_table(visit: Visitors, game: Game, look: str) -> Page:
    page = visit(acting_user(game))
    page.context.add_cookies([{"name": "look", "value": look, "url": visit.origin}])
    page.goto(game.get_absolute_url())
    return page


@pytest.fixture
def game(transactional_db: None) -> Game:
    return play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)


@pytest.mark.parametrize("is_on_board", [True, False])
def test_a_click_plays_at_once(visit: Visitors, game: Game, is_on_board: bool) -> None:
    page = at_table(visit, game, "instant-marrakech")
    if is_on_board:
        Table(page).choice("L").locator(".b-hit").click()
    else:
        page.locator('#ask .choice:has(input[value="L"]) b').first.click()
    Table(page).arrived(game.ply)
    assert fresh(game).ply == game.ply + 2  # with its roll, and nothing else


def test_a_choice_by_keys_is_still_confirmed(visit: Visitors, game: Game) -> None:
    page = at_table(visit, game, "instant-marrakech")
    page.locator("#ask [name=action]").first.focus()
    page.keyboard.press("ArrowDown")
    page.wait_for_timeout(300)
    assert fresh(game).ply == game.ply


@pytest.mark.parametrize("look", ["", "instant-marram"])
def test_other_tables_ask_for_confirm(visit: Visitors, game: Game, look: str) -> None:
    page = at_table(visit, game, look or "auto")
    Table(page).choice("L").locator(".b-hit").click()
    expect(page.locator("#ask [type=submit]")).to_contain_text("Left")
    assert fresh(game).ply == game.ply


def test_the_last_step_of_a_turn_in_steps_plays_it(visit: Visitors, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    game = started_game(title="tiles", ruleset="standard")
    page = at_table(visit, game, "instant-tiles")
    page.click("#ask [data-step='b']")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    page.locator(".board [data-choice='b e1'] .b-hit").click()
    page.click("#ask [data-step='b e1 3']")
    page.click("#ask [data-step='b e1 3 x']")
    expect(page.locator(".draft")).to_contain_text("You lay b e1 3 x and score 1.")
    page.click("#ask [data-step='a']")
    assert log_of(game) == []
    page.locator(".board [data-choice='a n1'] .b-hit").click()
    page.click("#ask [data-step='a n1']")
    expect(page.locator("#ask")).to_have_count(0)
    assert log_of(game) == [(0, "b e1 3 x"), (0, "a n1")]
