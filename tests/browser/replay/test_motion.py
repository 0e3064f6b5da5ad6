import pytest
from playwright.sync_api import Page, Route, expect

from games.core.models import Game, Seat
from tests.browser.tables import Table
from tests.browser.visitors import Visitors
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in which Amina must turn Assam, and no player has seen the last turns."""
    options = {"rugs": "3/3/3", "two_player_colours": "1"}
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options=options), 8)


def slow(route: Route) -> None:
    """Answer with the script of an animation that lasts a minute and not some seconds: it is not over too early."""
    answer = route.fetch()
    script = answer.text().replace("SHORT = 2_400", "SHORT = 60_000").replace("Math.max(1, whole", "(whole")
    route.fulfill(response=answer, body=script)


def shown(page: Page) -> str | None:
    """Return how much of the log the page has shown, once it has shown all."""
    return page.locator("#motion").get_attribute("data-shown")


def is_drawn_as_served(page: Page) -> bool:
    """Return whether the board looks as the server draws it, whatever was shown on it."""
    return bool(
        page.evaluate("""async () => {
          const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
          const layers = (root) => [...root.querySelectorAll("#play :is(.b-lying, .b-standing)")];
          const drawn = (root) => layers(root).map((layer) => layer.innerHTML).join();
          return drawn(document) === drawn(page) && drawn(page).length > 0;
        }""")
    )


def test_the_actions_of_others_are_animated_over_news_and_can_be_skipped(visit: Visitors, game: Game) -> None:
    brahim = make_user("Brahim")
    assert "data-unseen" in text_at(signed_in(brahim), game.get_absolute_url())  # what a browser paints first
    page = visit(brahim, "/rules/", **MOVING)
    page.route("**/animate_turns.*", slow)
    page.goto(game.get_absolute_url())
    caption = page.get_by_role("group", name="What was played")
    board = page.locator("svg.board--replaying")
    board.evaluate("board => { board.querySelector('.b-standing').id = 'moving'; board.id = 'old'; }")
    expect(caption).to_be_visible()
    expect(page.locator("[data-unseen]")).to_have_count(0)
    game = play_on(game, 1)
    Table(page).look(game.ply)
    expect(page.locator("svg.board--replaying:not(#old) #moving")).to_have_count(1)  # it goes on, on the new board
    expect(caption).to_be_visible()
    with page.expect_response("**/presence/"):
        caption.get_by_role("button", name="Skip to now").click()
    expect(caption).to_be_hidden()
    expect(page.locator("svg.board--replaying")).to_have_count(0)
    assert is_drawn_as_served(page)
    assert Seat.objects.get(game=game, user=brahim).seen_ply == game.ply


def test_an_answer_given_during_an_animation_counts_and_its_roll_is_shown(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **MOVING)
    expect(page.locator("svg.board--replaying")).to_be_visible()
    page.keyboard.press("n")  # chooses, and ends the animation
    expect(page.locator("svg.board--replaying")).to_have_count(0)
    Table(page).confirm()
    expect(page.locator("#prompt")).to_contain_text("Lay your")
    page.wait_for_function("() => document.querySelector('.film-die')")  # it is there for a second
    page.keyboard.press("n")
    assert page.locator("svg.board--replaying").count() == 0  # a choice by key skips the animation
    assert shown(page) == str(game.ply + 2)


def test_no_animation_runs_with_reduced_motion(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    expect(page.locator("#motion")).to_have_attribute("data-shown", str(game.ply))
    expect(page.get_by_role("group", name="What was played")).to_be_hidden()
