import pytest
from playwright.sync_api import expect

from games.core.log import log_of
from tests.browser.tours.plans import link_of
from tests.browser.visitors import PHONE, Visitors
from tests.makers import acting_user, make_user, started_game

pytestmark = pytest.mark.browser


def test_a_turn_is_played_from_a_mail_without_scripts_and_without_signing_in(visit: Visitors) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    actor = acting_user(game)
    page = visit(None, link_of(game, "L"), java_script_enabled=False, **PHONE)
    page.get_by_role("button", name="Confirm and roll").tap()
    expect(page.locator("#prompt")).to_contain_text("Lay your")
    page.locator(".board [data-choice] .b-hit").last.tap()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.locator("#prompt")).to_have_text("The turn has been played.")
    game.refresh_from_db()
    assert acting_user(game) != actor


def test_a_turn_is_planned_on_four_small_boards(visit: Visitors) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    page = visit(acting_user(game), game.get_absolute_url())
    page.get_by_role("link", name="Plan the whole turn").click()
    page.get_by_role("link", name="Left").click()
    wanted = {}
    for face in "1234":
        board = page.locator(f"#face-{face}")
        place = board.locator("[data-choice]:not(.b-chosen)").first
        wanted[face] = place.get_attribute("data-choice")
        place.locator(".b-hit").click()
        expect(board.get_by_label(f"Rug for a {face}")).to_have_value(wanted[face] or "")
        expect(board.locator(".face__hint")).to_be_hidden()
    page.get_by_role("button", name="Roll and play the whole turn").click()
    expect(page.locator("#poll")).to_be_attached()  # the table again
    rotation, rolled, rug, *_rest = [notation for _seat, notation in log_of(game)[game.ply :]]
    assert (rotation, rug) == ("L", wanted[rolled])
