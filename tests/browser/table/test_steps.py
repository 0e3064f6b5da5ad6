import re

import pytest
from playwright.sync_api import expect

from games.core.log import log_of
from games.core.models import Game
from games.engine import registry
from games.play.actions import play_actions
from tests.browser.visitors import PHONE, Visitors
from tests.engine.helpers.tiles import TILES
from tests.makers import acting_user, started_game

pytestmark = pytest.mark.browser
ALL_LINKS_IN_SIGHT = """frame => {
  const edge = frame.getBoundingClientRect();
  const boxes = [...frame.querySelectorAll("svg a")].map((link) => link.getBoundingClientRect());
  return boxes.length > 1 && boxes.every((box) => box.left >= edge.left - 1 && box.right <= edge.right + 1);
}"""


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> Game:
    monkeypatch.setitem(registry.TITLES, TILES.key, TILES)
    return started_game(title="tiles", ruleset="standard")


def test_a_whole_turn_is_chosen_in_steps_and_confirmed_at_once(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.evaluate("window.isSamePage = true")
    page.click("#ask [data-step='b']")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    page.locator(".board [data-choice='b e1'] .b-hit").click()
    expect(page.locator("#prompt")).to_have_text("How is it turned?")
    page.click("#ask [data-step='b e1 3']")
    page.click("#ask [data-step='b e1 3 x']")
    expect(page.locator(".draft")).to_contain_text("You lay b e1 3 x and score 1.")
    assert page.evaluate("location.search") == "?done=b+e1+3+x"
    page.click("#ask [data-step='a']")
    page.locator(".board [data-choice='a n1'] .b-hit").click()
    expect(page.locator("#prompt")).to_have_text("Do you put a flag on it?")
    page.click("#ask [data-step='a n1']")
    expect(page.locator("#prompt")).to_have_text("Confirm your turn.")
    assert log_of(game) == []
    page.click("#ask [type=submit]")
    expect(page.locator("#ask")).to_have_count(0)
    assert log_of(game) == [(0, "b e1 3 x"), (0, "a n1")]
    assert page.evaluate("location.search") == ""
    assert page.evaluate("window.isSamePage")


def test_the_back_button_of_the_browser_undoes_a_step(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.click("#ask [data-step='b']")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    page.go_back()
    expect(page.locator("#prompt")).to_have_text("Choose a tile.")


def test_a_turn_in_steps_is_chosen_by_keys(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    page.keyboard.press("b")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    page.keyboard.press("n")
    expect(page.locator(".b-chosen")).to_have_attribute("data-choice", "b e1")
    page.keyboard.press("n")
    page.keyboard.press("c")
    expect(page.locator("#prompt")).to_have_text("How is it turned?")
    page.keyboard.press("Escape")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    expect(page.locator("[data-cell='n1']")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("How is it turned?")
    expect(page.locator("[data-cell='n1']")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    expect(page.locator("#prompt")).to_have_text("Do you put a flag on it?")
    expect(page.locator(".picked")).to_contain_text("turned 1 times")
    page.locator("#ask .choices [data-step]").first.press("Enter")
    expect(page.locator(".draft ~ .choices [data-step]").first).to_be_focused()


def test_a_growing_board_is_zoomed_and_fits_again(visit: Visitors, game: Game) -> None:
    for east in (1, 3, 5):
        play_actions(game.pk, acting_user(game), [f"a e{east}", f"a e{east + 1}"], east - 1)
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    board, frame = page.locator("#play svg.board"), page.locator("[data-big]")
    whole = board.bounding_box()
    assert whole
    page.click("[data-zoom='in']")
    larger = board.bounding_box()
    assert larger
    assert larger["width"] == pytest.approx(whole["width"] * 1.5, rel=0.02)
    assert frame.evaluate("frame => frame.scrollWidth > frame.clientWidth")
    page.click("#ask [data-step='b']")
    expect(page.locator("#prompt")).to_have_text("Choose a square for it.")
    assert frame.evaluate(ALL_LINKS_IN_SIGHT)  # in smaller cells, if they do not fit at the size that the player chose
    page.keyboard.press("0")
    expect(page.locator("[data-zoom='fit']")).to_be_disabled()
    assert not frame.evaluate("frame => frame.scrollWidth > frame.clientWidth + 1")


@pytest.mark.parametrize("scripts", [False])
def test_the_steps_of_a_turn_are_pages_without_scripts(visit: Visitors, game: Game, scripts: bool) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), java_script_enabled=scripts)
    page.click("#ask [data-step='b']")
    page.locator(".board a[href^='?choose=b+e1#'] .b-hit").click()
    page.click("#ask [data-step='b e1 3']")
    page.click("#ask [data-step='b e1 3 x']")
    expect(page.locator(".draft")).to_contain_text("You lay b e1 3 x and score 1.")
    page.click("#ask [data-back]")
    expect(page.locator("#prompt")).to_have_text(re.compile("Choose a tile."))
    assert log_of(game) == []
