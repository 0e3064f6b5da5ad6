"""Playing without Confirm, for those who want it."""

import pytest
from playwright.sync_api import Page, expect

from games.core.models import Game
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
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
        page.locator('#ask .choice:has(input[value="L"]) b').click()
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


def test_the_last_step_of_a_turn_in_steps_plays_it(visit: Visitors, transactional_db: None) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"), title="marram", ruleset="classic-short")
    page = at_table(visit, game, "instant-marram")
    for _step in range(12):
        if fresh(game).ply > game.ply:
            break
        page.locator("#ask .choices [data-step], #play .board a[data-choice], #play .board a").first.dispatch_event(
            "pointerdown"
        )
        page.locator("#ask .choices [data-step], #play .board a").first.dispatch_event("click")
        page.wait_for_timeout(500)
    assert fresh(game).ply > game.ply
