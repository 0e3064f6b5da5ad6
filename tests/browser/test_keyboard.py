"""A turn without a mouse: Tab, arrows, space and Enter."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Game
from tests.makers import acting_user, make_user, play_on, started_game

from .tables import Table
from .visitors import Visitors

MANY = 80  # more steps than any page needs
RING = """() => {
  const box = document.activeElement, style = getComputedStyle(box);
  const hit = box.querySelector(".b-hit");
  const ring = hit ? getComputedStyle(hit).strokeWidth : style.outlineWidth;
  const label = box.closest("label");
  return parseFloat(ring) + (label ? parseFloat(getComputedStyle(label).outlineWidth) || 0 : 0);
}"""


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until the focus is there, and see that it can be seen on every stop of the way."""
    for _step in range(MANY):
        page.keyboard.press("Tab")
        assert page.evaluate(RING) >= 2, page.evaluate("document.activeElement.outerHTML.slice(0, 200)")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")


def walk(page: Page, arrow: str) -> str:
    """Press an arrow key; return the choice of the board that has the focus then."""
    page.keyboard.press(arrow)
    found: str = page.evaluate("document.activeElement.dataset.choice")
    return found


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game at the beginning of a turn."""
    return play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)


def test_a_turn_is_played_on_the_board_with_the_keyboard_alone(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    tab_to(page, ".board .b-choice")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.matches('.board .b-choice')")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the same choice once more confirms it
    table.arrived(before)
    expect(page.locator("#prompt")).to_be_focused()
    tab_to(page, ".board .b-choice")
    places = {walk(page, arrow) for arrow in ("ArrowDown", "ArrowLeft", "ArrowUp", "ArrowRight")}
    assert len(places) > 1
    assert places <= set(table.offers())
    page.keyboard.press("Enter")
    before = table.ply
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#ask")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()


def test_a_turn_is_played_in_the_list_with_the_keyboard_alone(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    tab_to(page, "#ask input[name=action]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#ask input[name=action]").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#prompt")).to_be_focused()
    tab_to(page, "#ask input[name=action]")
    page.keyboard.press("Space")
    before = table.ply
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#ask")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()


def test_the_button_that_confirms_hands_the_focus_on_to_the_next_question(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    page.locator("#ask input[name=action]").first.check()
    page.locator("#ask button").focus()
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#prompt")).to_be_focused()


def test_the_first_stop_leads_past_the_head_of_the_page(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


def test_the_menu_opens_and_closes_by_keyboard(visit: Visitors) -> None:
    page = visit(make_user("Amina"), "/")
    tab_to(page, "details.menu summary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="My profile")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="My profile")).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('details.menu summary')")
