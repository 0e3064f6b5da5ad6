"""Orders in advance that are given at the table."""

import pytest
from playwright.sync_api import expect

from games.play.models import AdvanceOrder
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.makers import acting_user, started_game

pytestmark = pytest.mark.browser


@pytest.mark.usefixtures("transactional_db")
def test_after_a_turn_an_order_is_given_without_leaving_the_table(visit: Visitors) -> None:
    game = started_game()
    page = visit(acting_user(game), game.get_absolute_url())
    table, address = Table(page), page.url
    for _ in range(2):
        table.take(table.offers()[0], on_board=False)
    page.get_by_role("link", name="Order in advance").click()
    page.get_by_label("What the order does").select_option("resign")
    expect(page.locator("#order-draft")).to_be_hidden()
    page.get_by_role("button", name="Add order").click()
    expect(page.locator(".and-if").get_by_text("Order 1 saved for your next turn.")).to_be_visible()
    expect(page.locator(".order__text")).to_have_text("Resign")
    assert page.url.partition("#")[0] == address.partition("#")[0]
    assert AdvanceOrder.objects.get(game=game).deed == "resign"
