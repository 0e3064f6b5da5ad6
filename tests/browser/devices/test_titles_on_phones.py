"""On a phone, too, the title is read wherever a table is named."""

import pytest
from playwright.sync_api import Page

from accounts.models import User
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.named_tables import NAMES, pages_with_tables, player_with_tables
from tests.helpers.page_client import signed_in

pytestmark = pytest.mark.browser

# The part around a table's name, as large as it can be without the name of another table, must name the title.
NAMELESS = """(names) => {
  const without = new Set(), seen = new Set();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    let part = texts.currentNode.parentElement;
    const own = names.filter((name) => texts.currentNode.data.includes(name));
    if (!own.length || !part.checkVisibility({checkVisibilityCSS: true}) || part.closest("option, textarea")) continue;
    own.forEach((name) => seen.add(name));
    const isOf = (text) => names.every((name) => own.includes(name) || !text.includes(name));
    while (part.parentElement && isOf(part.parentElement.innerText)) part = part.parentElement;
    if (!part.innerText.includes("Marram")) own.forEach((name) => without.add(name));
  }
  return [[...without], [...seen]];
}"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"


@pytest.fixture
def player(transactional_db: None) -> User:
    return player_with_tables()


def faults(page: Page, address: str, seen: set[str]) -> list[str]:
    """Return the names on a page that stand there without their title, and whether it is too wide."""
    page.goto(address)
    without, found = page.evaluate(NAMELESS, list(NAMES))
    seen.update(found)
    return [*without, *(["too wide"] if page.evaluate(SIDEWAYS) > 0 else [])]


def test_every_page_of_a_phone_that_names_a_table_shows_its_title(visit: Visitors, player: User) -> None:
    addresses = [address for address, _html in pages_with_tables(signed_in(player)) if "/admin/" not in address]
    page, seen = visit(player, **PHONE), set[str]()
    found = {address: faults(page, address, seen) for address in addresses}
    page.goto("/")
    page.get_by_role("button", name="Show a compact list").click()
    page.wait_for_selector(".my-games--dense")
    found["compact list"] = faults(page, "/", seen)
    assert {address: wrong for address, wrong in found.items() if wrong} == {}
    assert seen == set(NAMES)
