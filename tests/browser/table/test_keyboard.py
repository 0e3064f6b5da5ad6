import pytest
from playwright.sync_api import Page, expect

from games.core.models import Game
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

MANY = 80  # more steps than any page needs
RING = """() => {
  const box = document.activeElement, style = getComputedStyle(box);
  const ring = box.matches("[role=gridcell]") ? style.strokeWidth : style.outlineWidth;
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
    """Press an arrow key; return the square of the board that has the focus then."""
    page.keyboard.press(arrow)
    found: str = page.evaluate("document.activeElement.dataset.cell")
    return found


@pytest.fixture
def game(transactional_db: None) -> Game:
    return play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)


def test_a_turn_is_played_on_the_board_with_the_keyboard_alone(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    tab_to(page, "[role=gridcell]")
    page.keyboard.press("r")
    expect(page.locator("#ask input[value=R]")).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.locator("#ask input:checked")).to_have_count(0)
    page.keyboard.press("f")
    page.keyboard.press("c")
    table.arrived(before)
    expect(page.locator("[role=gridcell]:focus")).to_have_count(1)  # the focus stays on its square
    page.keyboard.press("Control+Home")  # away from the other edges
    squares = [walk(page, arrow) for arrow in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")]
    assert len(set(squares)) == 4
    page.keyboard.press("n")
    page.keyboard.press("Space")  # another place on the same square
    expect(page.locator("[role=gridcell][aria-selected]")).to_have_count(2)
    before = table.ply
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#ask")).to_have_count(0)


def test_an_impossible_square_is_explained_to_keyboard_players(visit: Visitors, game: Game) -> None:
    game = play_on(game, 1)
    page = visit(acting_user(game), game.get_absolute_url())
    page.keyboard.press("a")  # to Assam
    page.keyboard.press("Enter")
    expect(page.locator("#spoken")).to_contain_text("You can’t lay a rug under Assam.")
    is_near = any(square in place for place in Table(page).offers() for square in ("a7", "a6", "b7"))
    page.keyboard.press("Control+End" if is_near else "Control+Home")  # a corner that Assam is not near
    page.keyboard.press("Enter")
    expect(page.locator("#spoken")).to_contain_text(f"{'g1' if is_near else 'a7'}: Too far from Assam")


def test_single_key_shortcuts_can_be_limited_to_the_board(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.keyboard.press("?")
    sheet = page.get_by_role("dialog", name="Shortcuts")
    sheet.get_by_role("checkbox", name="Shortcuts work everywhere").press("Space")
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(page.locator("#prompt")).to_be_focused()  # the choices come next
    page.keyboard.press("l")
    expect(page.locator("#ask input:checked")).to_have_count(0)
    page.locator("[role=gridcell][tabindex]").focus()
    page.keyboard.press("l")
    expect(page.locator("#ask input[value=L]")).to_be_checked()


def test_a_turn_is_played_in_the_list_with_the_keyboard_alone(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    tab_to(page, "#ask input[name=action]")
    page.keyboard.press("Space")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#ask input[name=action]").nth(1)).to_be_checked()
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#ask .places[open] ~ .choices input[name=action]").first).to_be_focused()
    page.keyboard.press("Space")
    before = table.ply
    page.keyboard.press("Enter")
    table.arrived(before)
    expect(page.locator("#ask")).to_have_count(0)
    expect(page.locator("#prompt")).to_be_focused()


def test_the_confirm_button_moves_the_focus_to_the_next_question(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    table, before = Table(page), game.ply
    page.locator("#ask input[name=action]").first.check()
    page.locator("#ask button").click()
    table.arrived(before)
    expect(page.locator("#prompt")).to_be_focused()  # by keys it is the first choice


def test_the_first_tab_stops_skip_to_the_content_and_to_the_question(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()
    page.reload()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_be_focused()


def test_the_menu_opens_and_closes_by_keyboard(visit: Visitors) -> None:
    page = visit(make_user("Amina"), "/")
    tab_to(page, "details.menu summary")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="My profile")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="My profile")).to_be_hidden()
    assert page.evaluate("document.activeElement.matches('details.menu summary')")


def test_the_reason_of_a_refused_action_disappears_when_another_is_chosen(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), f"{game.get_absolute_url()}?choose=z9")
    expect(page.locator("#why")).to_be_visible()
    page.locator("#typed-text").fill("R")
    page.locator("#typed-text").press("Enter")
    expect(page.locator('#ask input[value="R"]')).to_be_checked()
    expect(page.locator("#why")).to_have_count(0)
    page.locator("#prompt").focus()
    before = Table(page).ply
    page.keyboard.press("Enter")
    Table(page).arrived(before)
