"""Messages of the site go by themselves, and a page that a form sends to itself stays where it was."""

from typing import Any

import pytest
from playwright.sync_api import expect

from games.core.models import Game
from games.play import proposals
from tests.browser.visitors import DESK, PHONE, Visitors
from tests.makers import make_user, started_game

pytestmark = pytest.mark.browser

LONG = "00:30"

COVERS_NAVIGATION = """
() => {
  const box = document.querySelector("#messages .notice").getBoundingClientRect();
  return [...document.querySelectorAll(":is(.site-header, .site-footer) :is(a, button, select)")].some((one) => {
    const { top, bottom, left, right } = one.getBoundingClientRect();
    return right > left && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
}
"""


@pytest.mark.parametrize("device", [DESK, PHONE])
def test_a_message_goes_by_itself_and_covers_no_navigation(
    visit: Visitors, transactional_db: None, device: dict[str, Any]
) -> None:
    page = visit(make_user("Amina"), **device)
    page.clock.install()
    page.goto("/settings/")
    page.locator("main").get_by_role("button", name="Save").first.click()
    message = page.locator("#messages .notice")
    expect(message).to_be_visible()
    expect(page.locator("#messages")).to_have_attribute("role", "status")
    assert not page.evaluate(COVERS_NAVIGATION)
    page.clock.fast_forward(LONG)
    expect(message).to_have_count(0)


def test_a_message_stays_under_the_pointer(visit: Visitors, transactional_db: None) -> None:
    page = visit(make_user("Amina"))
    page.clock.install()
    page.goto("/settings/")
    page.locator("main").get_by_role("button", name="Save").first.click()
    message = page.locator("#messages .notice")
    message.hover()
    page.clock.fast_forward(LONG)
    expect(message).to_be_visible()
    page.mouse.move(0, 0)
    page.clock.fast_forward(LONG)
    expect(message).to_have_count(0)


def test_a_page_does_not_jump_after_a_form_was_sent(visit: Visitors, transactional_db: None) -> None:
    game: Game = started_game(make_user("Amina"), make_user("Brahim"))
    proposals.propose(game.pk, make_user("Brahim"), "pause")
    page = visit(make_user("Amina"), game.get_absolute_url(), viewport={"width": 1280, "height": 500})
    page.evaluate("scrollTo({ top: 90, behavior: 'instant' })")
    button = page.locator("#requests").get_by_role("button").first
    button.evaluate("button => button.click()")
    expect(page.locator("#requests")).to_contain_text("Paused.")
    page.wait_for_function("() => scrollY === 90")
