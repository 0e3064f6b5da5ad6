import re

import pytest
from playwright.sync_api import Page, expect

from tests.makers import make_user

from ..visitors import Visitors

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}


def answer(page: Page, *names: str) -> None:
    page.get_by_role("radio", name=re.compile("|".join(f"^{name}" for name in names))).first.check()
    page.get_by_role("button", name=re.compile("^(Go this way|Lay it here|Answer)")).click()


def test_the_lesson_is_played_to_a_first_game_by_names_and_keys(visit: Visitors) -> None:
    page = visit(make_user("Leila"), "/")
    page.get_by_role("link", name="Learn step by step").click()
    answer(page, "Turn around")
    expect(page.get_by_role("alert")).to_contain_text("cannot turn round")
    answer(page, "Right")
    page.get_by_role("gridcell", name="Assam stands here").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Lay it here: .*f5"))).to_be_visible()
    page.get_by_role("radio", name="e5 and f5").check()
    page.get_by_role("button", name="Lay it here").click()
    for names in (["Right"], ["g4 and g5"], ["Straight"], ["2"], ["d5 and e5"], ["Brahim"]):
        answer(page, *names)
    expect(page.get_by_role("heading", level=1)).to_have_text("You can play Marrakech")
    page.get_by_role("button", name="Play your first game").click()
    expect(page).to_have_url(re.compile("/t/"))


def test_the_home_board_moves_tells_and_can_be_stopped(visit: Visitors) -> None:
    page = visit(None, "/", **MOVING)
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_the_home_board_stands_still_with_reduced_motion(visit: Visitors) -> None:
    page = visit(None, "/")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_be_hidden()
