import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from games.core.log import log_of
from games.core.models import Game
from games.planning.models import StudyNode
from tests.browser.visitors import PHONE, Visitors
from tests.makers import host_of, make_user, play_on, started_game

pytestmark = pytest.mark.browser


def small_game() -> Game:
    return started_game(make_user("Amina"), make_user("Brahim"), make_user("Chama"), options={"rugs": "3/3/3"})


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def tried() -> list[str]:
    return list(StudyNode.objects.order_by("id").values_list("notation", flat=True))


def test_lines_of_a_study_are_tried_by_keys_alone_and_listed(visit: Visitors) -> None:
    game = play_on(small_game(), 2)  # three plies: a hidden field of the form has the value of a face
    page = visit(host_of(game), reverse("games:study", args=[game.code]), reduced_motion="no-preference")
    press(page, "l", "c")
    expect(page.get_by_role("heading", name="The die: choose the result.")).to_be_focused()
    press(page, "3")
    expect(page.get_by_role("heading", name="Brahim: Lay your")).to_be_focused()
    expect(page.get_by_role("status").filter(has_text="Brahim rolled 3")).to_have_count(1)
    press(page, "Shift+N")
    expect(page.locator("#ask .choice", has=page.locator(":checked"))).to_be_in_viewport()  # the last of a long list
    press(page, "c")
    expect(page.get_by_role("heading", name="Chama: Choose Assam’s direction, then roll.")).to_be_visible()
    lines = page.get_by_role("list", name="Lines")
    lines.get_by_role("link", name="Brahim laid").focus()
    press(page, "ArrowLeft", "ArrowLeft")
    expect(lines.get_by_role("link", name="Brahim turned Assam left")).to_be_focused()
    press(page, "Enter")
    expect(page.get_by_role("heading", name="The die: choose the result.")).to_be_visible()
    page.get_by_role("button", name="Brahim rolled 4").click()
    page.wait_for_function("() => document.querySelector('.film-die')")  # it is there for a second
    expect(page.get_by_role("heading", name="Brahim: Lay your")).to_be_focused()
    press(page, "ArrowLeft")
    expect(page.get_by_role("heading", name="The die: choose the result.")).to_be_visible()
    expect(page.locator(".film-die")).to_have_count(0)
    assert tried()[:2] == ["L", "3"]
    assert tried()[3] == "4"
    assert len(log_of(game)) == 3


def test_a_study_saves_a_comment_and_explains_a_refused_action_without_a_new_page(visit: Visitors) -> None:
    game = small_game()
    page = visit(host_of(game), reverse("games:study", args=[game.code]))
    page.evaluate("window.same = true")
    page.locator("details", has_text="Type your choice").get_by_text("Type your choice").click()
    page.get_by_label("Action to try").fill("a1a2")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("radio", name="Straight on").check()
    page.get_by_role("button", name="Try it").first.click()
    page.get_by_label("Comment").fill("The safe way.")
    page.get_by_role("button", name="Save comment").click()
    expect(page.locator(".tree__comment")).to_have_text("The safe way.")
    assert page.evaluate("window.same")


def test_the_planning_board_is_played_without_scripts_by_thumb(visit: Visitors) -> None:
    game = small_game()
    page = visit(host_of(game), reverse("games:study", args=[game.code]), java_script_enabled=False, **PHONE)
    page.locator('.board [data-choice="R"] .b-hit').tap()
    page.get_by_role("button", name="Try it: Right").tap()
    page.get_by_role("button", name="Amina rolled 1").tap()
    expect(page.get_by_role("heading", name="Amina: Lay your crimson rug beside Assam.")).to_be_visible()
    assert tried() == ["R", "1"]
