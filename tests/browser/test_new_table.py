"""The form of a new table on a desk, and the link to a table."""

import pytest
from playwright.sync_api import expect

from tests.browser.visitors import PHONE, Visitors
from tests.makers import make_table, make_user

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("title", ["marrakech", "marram"])
@pytest.mark.usefixtures("transactional_db")
def test_the_full_form_of_a_table_fits_two_screens(visit: Visitors, title: str) -> None:
    page = visit(make_user(), f"/tables/new/?title={title}&preset=classic", viewport={"width": 1280, "height": 800})
    box = page.locator("#own-table").bounding_box()
    assert box
    assert box["height"] <= 2 * 800


@pytest.mark.usefixtures("transactional_db")
def test_a_link_can_be_copied_again_by_a_button_that_keeps_its_place(visit: Visitors) -> None:
    host = make_user()
    page = visit(host, make_table(host).get_absolute_url(), permissions=["clipboard-read", "clipboard-write"])
    button = page.locator("[data-copy]")
    expect(button).to_have_text("Copy")
    before = button.bounding_box()
    for _ in range(2):
        button.click()
        expect(button).to_have_text("Copied")
        assert button.bounding_box() == before
        expect(button).to_have_text("Copy")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#invite-link").input_value()


@pytest.mark.usefixtures("transactional_db")
def test_a_phone_explains_the_chosen_rules_and_the_chosen_pace_only(visit: Visitors) -> None:
    page = visit(make_user(), "/tables/new/?title=marrakech&preset=classic", **PHONE)
    shown = page.locator(".own-table .field__choices label:has([type=radio]) .small:visible")
    expect(shown).to_have_count(2)
    expect(shown.first).to_contain_text("The rules from the box")
    page.get_by_text("Facing south", exact=True).click()
    expect(shown).to_have_count(2)
    expect(shown.first).to_contain_text("Assam starts facing south")


@pytest.mark.usefixtures("transactional_db")
def test_a_ruleset_says_what_it_means_for_the_chosen_number_of_players(visit: Visitors) -> None:
    page = visit(make_user(), "/tables/new/?title=marram&preset=classic")
    rules = page.locator(".own-table label", has_text="Classic, short").locator(".small:visible")
    for seats, turns in ((2, 12), (4, 6), (3, 8)):
        page.locator(f"[name=seat_count][value='{seats}']").check()
        expect(rules).to_have_count(1)
        expect(rules).to_contain_text(f"{turns} turns each.")
