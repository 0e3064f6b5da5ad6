"""The room on the page of a table: the choices, the drawer of the chat, the list of places, a phone."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.chat.services import post_message
from games.core.models import Game
from games.play.proposals import answer, propose
from tests.browser.tables import WAKE, Table
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser
DESK = {"viewport": {"width": 1280, "height": 800}}
IN_SIGHT = """(selector) => [...document.querySelectorAll(selector)].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.height && box.top >= 0 && box.bottom <= innerHeight;
}).length"""

BOX = """(selector) => {
  const { y, width, height } = document.querySelector(selector).getBoundingClientRect();
  return [y, width, height].map(Math.round);
}"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    return play_on(started_game(make_user("Amina"), make_user("Brahim")), 6)


@pytest.fixture
def big_game(transactional_db: None) -> Game:
    return play_on(started_game(*(make_user(name) for name in ("Amina", "Brahim", "Chama", "Driss"))), 6)


def test_three_directions_and_the_button_are_in_sight_at_a_desk_for_four(visit: Visitors, big_game: Game) -> None:
    page = visit(acting_user(big_game), big_game.get_absolute_url(), **DESK)
    assert page.evaluate(IN_SIGHT, "#ask .choice") == 3
    assert page.evaluate(IN_SIGHT, "#ask [type=submit]") == 1
    top, _width, height = page.evaluate(BOX, "#ask .choice:last-child")
    assert top + height <= page.evaluate(BOX, "#ask .ask__go")[0]


def test_a_phone_shows_four_players_and_the_board_above_the_button(visit: Visitors, big_game: Game) -> None:
    for size in ((390, 844), (360, 740)):
        page = visit(acting_user(big_game), big_game.get_absolute_url(), **PHONE)
        page.set_viewport_size({"width": size[0], "height": size[1]})
        top, _width, height = page.evaluate(BOX, "#play .b-rim")
        assert top + height <= page.evaluate(BOX, "#ask .ask__go")[0]
    page.set_viewport_size({"width": 844, "height": 390})  # on its side: all of the board, and the button beside it
    top, _width, height = page.evaluate(BOX, "#play .b-rim")
    assert top + height <= 390
    assert page.evaluate(IN_SIGHT, "#ask [type=submit]") == 1


def test_the_drawer_of_the_chat_opens_by_its_link_and_by_a_message(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **DESK)
    field = page.locator("#chat-text")
    expect(field).to_be_hidden()
    assert page.evaluate(BOX, "#chat-drawer")[1] == page.evaluate(BOX, "#ask")[1]  # below the choices
    page.locator(".chat-link").click()
    expect(field).to_be_in_viewport()
    page.locator("#chat-drawer > summary").click()
    expect(field).to_be_hidden()
    other = make_user("Brahim" if acting_user(game).username == "Amina" else "Amina")
    post_message(game.pk, other, "Mint tea?")
    page.evaluate(WAKE)
    expect(page.get_by_text("Mint tea?")).to_be_visible()


def test_the_list_of_places_folds_while_the_board_is_used(visit: Visitors, game: Game) -> None:
    game = play_on(game, 1)
    page = visit(acting_user(game), game.get_absolute_url(), **DESK)
    table, entries = Table(page), page.locator("#ask .choice")
    first, second = table.offers()[:2]
    expect(entries.first).to_be_hidden()
    table.choice(second).locator(".b-hit").click()
    expect(page.locator("#ask .choice:visible")).to_have_count(1)
    expect(page.locator(f'#ask .choice:visible input[value="{second}"]')).to_be_checked()
    page.locator("#ask .places > summary").click()
    expect(entries.first).to_be_visible()
    table.choice(first).locator(".b-hit").click()
    expect(page.locator("#ask .choice:visible")).to_have_count(1)


def test_a_phone_shows_the_story_or_the_board_first(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    tops = "() => ['#log', '.board'].map((one) => document.querySelector(one).getBoundingClientRect().top)"
    log, board = page.evaluate(tops)
    assert board < log
    page.locator(".look > summary").click()
    page.get_by_label("On a phone, show what has been played above the board").check()
    page.get_by_role("button", name="Apply").click()
    page.wait_for_function("() => document.documentElement.dataset.story")
    log, board = page.evaluate(tops)
    assert log < board


def test_the_button_and_the_question_keep_their_place_through_a_turn(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **DESK)
    table, prompt = Table(page), page.evaluate(BOX, ".play__prompt")
    turning = page.evaluate(BOX, "#ask [type=submit]")[0]
    table.take(table.offers()[0], on_board=False)
    assert page.evaluate(BOX, ".play__prompt") == prompt
    top = page.evaluate(BOX, "#ask [type=submit]")[0]
    table.choice(table.offers()[0]).locator(".b-hit").click()
    expect(page.locator("#ask .choice:visible")).to_have_count(1)
    assert page.locator("#ask .choice:visible").evaluate("one => one.offsetHeight") < 100
    page.locator("#ask .places > summary").click()
    assert page.evaluate(BOX, "#ask [type=submit]")[0] == top == turning
    table.confirm()  # who waits has the log beside the board
    assert page.locator("#log").evaluate("log => log.offsetLeft > document.querySelector('.board').clientWidth")


def test_the_first_message_moves_nothing(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **DESK)
    before = [page.evaluate(BOX, one) for one in ("#ask", ".board", "#seats")]
    other = make_user("Brahim" if acting_user(game).username == "Amina" else "Amina")
    post_message(game.pk, other, "Mint tea?")
    page.evaluate(WAKE)
    expect(page.get_by_text("Mint tea?")).to_be_visible()
    assert [page.evaluate(BOX, one) for one in ("#ask", ".board", "#seats")] == before
    expect(page.locator(".chat-link")).to_contain_text("1")


@pytest.mark.parametrize("device", [full_only(DESK), PHONE])
def test_a_proposal_is_in_sight_on_a_scrolled_page_and_leaves_the_board(
    visit: Visitors, game: Game, device: dict[str, Any]
) -> None:
    me = acting_user(game)
    page = visit(me, game.get_absolute_url(), **device)
    page.evaluate("() => scrollTo(0, 142)")
    other = make_user("Brahim" if me.username == "Amina" else "Amina")
    propose(game.pk, other, "pace", {"pace": "leisurely"})
    board = page.evaluate(BOX, ".board")
    page.evaluate(WAKE)
    question = page.locator("#requests").get_by_text("proposes another pace: leisurely (7 days + 2 days per turn)")
    expect(question).to_be_in_viewport(ratio=1)
    if device is DESK:
        assert page.evaluate(BOX, ".board") == board
    answer(game.pk, game.proposals.get().pk, me, False)
    page.evaluate(WAKE)
    closed = page.locator("#requests .notice__close")
    closed.click()
    expect(closed).to_be_hidden()
    page.reload()
    expect(page.locator("#requests")).to_be_attached()
    expect(closed).to_have_count(0)  # the browser remembers it


def test_a_phone_is_not_scrolled_by_its_page(visit: Visitors, transactional_db: None) -> None:
    users = [make_user(name) for name in ("Amina", "Brahim", "Chama", "Driss")]
    game = play_on(started_game(*users), 5)
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    assert page.evaluate("scrollY") == 0
    expect(page.locator(".seat__you")).to_be_visible()
    expect(page.locator(".seat__you + a")).to_have_css("position", "absolute")


def test_a_phone_names_the_next_rug_and_shows_whose_turn_it_is_after_ones_own(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    framed = page.locator(".seat__pieces--next img")
    expect(framed).to_have_count(2)
    expect(framed.first).to_have_css("outline-style", "solid")
    expect(page.locator(".seat__coming").first).to_be_visible()
    table = Table(page)
    table.take(table.offers()[0], on_board=False)
    table.take(table.offers()[0], on_board=False)
    expect(page.locator("#prompt")).to_have_text(re.compile("turn"))
    expect(page.locator("#prompt")).to_be_in_viewport(ratio=1)
