import re

import pytest
from playwright.sync_api import Route, expect

from games.chat.services import post_message
from games.core.models import Game
from tests.browser.tables import WAKE, Table, open_chat
from tests.browser.visitors import Visitors
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

LONG = "00:25"  # longer than a page waits between two questions for news
# As an update does that removes a form before it has its answer: a second click on Confirm, on a slow line.
LOSE_A_FORM = """() => {
  const form = document.querySelector("#play").appendChild(document.createElement("form"));
  const headers = {"X-CSRFToken": document.querySelector("[name=csrfmiddlewaretoken]").value};
  htmx.ajax("POST", location.pathname + "presence/", {source: form, swap: "none", headers});
  form.remove();
}"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game at the beginning of a turn of Amina's."""
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)
    assert acting_user(game).username == "Amina"
    return game


def test_an_open_page_polls_for_updates(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"))
    page.clock.install()
    page.goto(game.get_absolute_url())
    play_on(game, 2)
    page.route("**/poll/**", lambda route: None)  # a question that is lost on the way
    with page.expect_request("**/poll/**"):
        page.clock.fast_forward(LONG)
    page.unroute("**/poll/**")
    page.clock.fast_forward(LONG)
    expect(page.locator("#ask")).to_be_visible()
    expect(page.locator("[data-trouble]")).to_be_hidden()
    expect(page).to_have_title(re.compile("Your turn"))
    visit.watch.problems.clear()  # htmx tells the console of the question that was given up


def test_a_poll_of_an_unchanged_table_has_no_content(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"))
    page.clock.install()
    page.goto(game.get_absolute_url())
    with page.expect_response("**/poll/**") as answer:
        page.clock.fast_forward(LONG)
    assert answer.value.status == 204


def test_typed_text_focus_and_scroll_position_survive_an_action(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), game.get_absolute_url())
    open_chat(page)
    field = page.locator("#chat-text")
    field.press_sequentially("Wait a mom")
    before = page.evaluate("[scrollY, document.activeElement.selectionStart]")
    played = play_on(game, 1)
    Table(page).look(played.ply)
    assert page.locator("[data-board] defs[data-mark] [id^=b-rug-]").count()  # which the site left out
    expect(field).to_have_value("Wait a mom")
    expect(field).to_be_focused()
    assert page.evaluate("document.activeElement.selectionStart") == before[1]
    field.press_sequentially("ent!")
    expect(field).to_have_value("Wait a moment!")
    parts = page.evaluate("fetch(location.pathname, {headers: {'HX-Request': 'true'}}).then((answer) => answer.text())")
    page.evaluate(LOSE_A_FORM)
    latest = play_on(played, 1).ply
    Table(page).look(latest)
    page.route(re.compile("late"), lambda route: route.fulfill(body=parts, content_type="text/html"))
    page.evaluate("htmx.ajax('GET', location.pathname + '?late', {source: '#play', swap: 'none'})")
    assert Table(page).ply == latest  # an answer that was overtaken on the way changes nothing


def test_the_page_does_not_jump_when_an_action_arrives(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), game.get_absolute_url())
    page.evaluate("scrollTo(0, 200)")
    play_on(game, 1)
    Table(page).look(game.ply + 1)
    page.wait_for_function("() => scrollY === 200")


def test_an_unconfirmed_choice_survives_a_chat_message(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Amina"), game.get_absolute_url())
    Table(page).choice("L").locator(".b-hit").click()
    post_message(game.pk, make_user("Brahim"), "Take your time.")
    page.evaluate(WAKE)
    expect(page.locator("#chat")).to_contain_text("Take your time.")
    expect(page.locator('#ask input[value="L"]')).to_be_checked()
    expect(page.locator("#ask button")).to_contain_text("Left")


def test_an_earlier_position_stays_while_the_game_goes_on(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), f"{game.get_absolute_url()}?ply=5")
    play_on(game, 2)
    Table(page).look(game.ply + 1)
    expect(page.locator("#prompt")).to_contain_text("5")
    expect(page.locator(".table-bar__past")).to_be_visible()


def test_a_stale_choice_brings_the_fresh_table_and_says_what_happened(visit: Visitors, game: Game) -> None:
    old, new = (visit(make_user("Amina"), game.get_absolute_url()) for _time in range(2))
    on_the_way: list[Route] = []
    old.route("**/act/", lambda route: on_the_way.append(route))
    Table(old).choice("L").locator(".b-hit").click()
    with old.expect_request("**/act/"):
        old.locator("#ask button").click()
    Table(new).take("F", on_board=False)
    with old.expect_response("**/poll/**") as news:  # they come first, and wait for the answer to what was sent
        old.evaluate(WAKE)
    assert news.value.status == 200
    with old.expect_response("**/act/") as answer:
        on_the_way[0].continue_()
    assert answer.value.status == 409
    expect(old.get_by_role("alert")).to_contain_text("You rolled")
    expect(old.locator("#prompt")).to_contain_text("Lay your")


def test_a_sent_chat_message_appears_and_empties_the_field(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), game.get_absolute_url())
    open_chat(page)
    page.locator("#chat-text").fill("A good rug.")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat")).to_contain_text("A good rug.")
    expect(page.locator("#chat-text")).to_have_value("")


def test_a_chat_message_that_cannot_be_sent_is_not_lost(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), game.get_absolute_url())
    open_chat(page)
    page.locator("#chat-text").fill("A good rug.")
    page.context.set_offline(True)
    page.get_by_role("button", name="Send").click()
    expect(page.locator("[data-trouble]")).to_be_visible()
    expect(page.locator("#chat-text")).to_have_value("A good rug.")
    page.context.set_offline(False)
    expect(page.locator("[data-trouble]")).to_be_hidden()
    visit.watch.problems.clear()  # htmx tells the console that the line was dead, as it should
