"""Marram's table on a desk and on a phone: the size of the board, what fits on a screen, one click for each step."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, cast
from urllib.parse import urlencode

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from games.core.log import state_of
from games.core.models import Game
from games.engine.registry import get_title
from games.notifications.links import TurnToken, turn_link_token
from games.play.actions import play_actions
from games.play.endings import resign
from tests.board.test_marram_size import GAMES, late_game
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

from .pages import poll

pytestmark = pytest.mark.browser
CELL = "() => document.querySelector('#play .b-lying > use').getBoundingClientRect().width * 60 / 62.8"
WIDTH = "() => document.querySelector('#play svg.board').getBoundingClientRect().width"
UNSEEN = """(parts) => parts.filter((part) => {
  const boxes = [...document.querySelectorAll(part)].map((one) => one.getBoundingClientRect());
  return !boxes.length || boxes.some((box) => box.top < -1 || box.bottom > innerHeight + 1);
})"""

OUTSIDE = """() => {
  const frame = document.querySelector("#play [data-big]").getBoundingClientRect();
  return [...document.querySelectorAll("#play svg.board a")].map((place) => place.getBoundingClientRect())
    .filter((box) => box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
      || box.bottom > frame.bottom + 1).length;
}"""
CUT = OUTSIDE.replace("svg.board a", ".b-lying [href*='/p.']")

SETTLED = """async () => {
  await document.fonts.ready;
  const parts = "#bar, #ask, #play [data-big], #play .b-lying > use";
  const places = () => JSON.stringify([...document.querySelectorAll(parts)].map((one) => one.getBoundingClientRect()));
  const isBusy = () => document.querySelector(".htmx-request, .htmx-swapping, .htmx-settling");
  for (let still = 0, before = ""; still < 5; before = places()) {
    await new Promise(requestAnimationFrame);
    still = !isBusy() && places() === before ? still + 1 : 0;
  }
}"""
COVERED = """() => {
  const bar = document.querySelector("[data-zooms]").getBoundingClientRect();
  return Math.max(0, document.querySelector("#play [data-big]").getBoundingClientRect().bottom - bar.top);
}"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    return play_on(started_game(title="marram", ruleset="classic-long"), 60)


def settled(page: Page) -> None:
    """Wait until fonts and swaps are done, and nothing has moved for some frames."""
    page.evaluate(SETTLED)


def test_the_board_takes_the_width_beside_the_choices_and_the_height_of_the_window(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), viewport={"width": 1280, "height": 800})
    frame = page.locator("#play [data-big]").bounding_box()
    side = page.locator("#play .play__prompt").bounding_box()
    assert frame
    assert side
    assert frame["width"] > 840
    assert frame["y"] + frame["height"] <= 800
    assert side["x"] > frame["x"] + frame["width"]
    assert page.evaluate(CELL) >= 47.5
    label = page.locator("#play [role=gridcell][data-stop]").get_attribute("aria-label") or ""
    assert label.startswith("Tile ")
    assert label.endswith(")")  # the name of the square comes last
    assert page.locator("#play .b-letters").is_visible()
    chat = page.locator("#chat, .chat").first.bounding_box()
    assert chat is None or chat["y"] > frame["y"] + frame["height"]
    page.locator("#play .board-says").evaluate("(one) => { one.textContent = 'a grass tuft of 4: '.repeat(16); }")
    says = page.locator("#play .board-says").bounding_box()
    assert says
    assert says["y"] + says["height"] <= 800  # the third line, too
    assert page.locator("#play .board-says").evaluate("(one) => one.scrollHeight <= one.clientHeight")
    page.locator("[data-zoom=fit]").click()
    assert page.evaluate(CUT) == 0
    page.mouse.move(300, 400)
    page.mouse.wheel(0, 100)
    page.wait_for_function("() => scrollY > 0")
    assert page.evaluate(CUT) == 0  # the wheel over a board that is all in sight moves the page
    players = [make_user() for _ in range(4)]
    game = play_on(started_game(*players, title="marram", ruleset="pitchfork-long"), 30)
    page = visit(
        acting_user(game), game.get_absolute_url() + longest_list(game), viewport={"width": 1280, "height": 800}
    )
    assert page.locator("#ask .draft").is_visible()
    choices = page.locator("#ask .choices")
    last = choices.locator("li").last.bounding_box()
    assert last
    assert last["y"] + last["height"] <= 796  # up to eight choices are whole in the window, without scrolling
    assert choices.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    picked = page.locator(".picked li > a:has(img)").first
    picked.evaluate("(one) => { one.style.inlineSize = '2rem'; }")
    assert picked.evaluate("(one) => one.querySelector('img').offsetWidth") == 36  # not crushed by words
    width = page.evaluate(WIDTH)
    page.route("**/art/marram/p.*", lambda route: route.abort())
    page.reload()
    assert page.evaluate(WIDTH) == width  # also before the pictures of the tiles have come


def longest_list(game: Game) -> str:
    """Return the query of a first action and of the tile that then has the longest list of choices in words."""
    title, state = get_title("marram"), state_of(game)
    first = title.notation(title.legal_actions(state)[0])
    state = title.apply(state, title.parse(state, title.acting(state)[0], first))
    places = Counter(title.notation(action).rpartition(" ")[0] for action in title.legal_actions(state))
    step = max(places, key=lambda place: (len(place.split()) > 1, places[place], place))
    return f"?{urlencode([('done', first), ('choose', step)])}"


def test_an_action_on_a_phone_needs_no_scrolling(visit: Visitors, transactional_db: None) -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 48)
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    settled(page)
    parts = ["#bar h1", ".prompt__head", "#play [data-big]", "#ask .choices > li"]
    assert page.evaluate(UNSEEN, parts) == []
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(CELL) >= 39.5
    assert page.evaluate(COVERED) == 0
    high = page.locator("#play [data-big]").evaluate("(one) => one.offsetHeight")
    page.locator("#ask .choices [data-step]").first.tap()
    expect(page.locator(".picked img.choice__piece")).to_be_visible()
    settled(page)
    parts = ["#bar h1", ".prompt__head", "#play [data-big]", ".picked", "#ask [data-back]"]
    assert page.evaluate(UNSEEN, parts) == []
    assert page.evaluate("scrollY") == 0
    assert page.evaluate(CELL) >= 39.5
    expect(page.locator("[data-zooms]")).to_be_visible()
    assert page.evaluate(COVERED) == 0
    assert page.locator("#play [data-big]").evaluate("(one) => one.offsetHeight") >= high


SEEN = """(parts) => {
  const frame = document.querySelector("#play [data-big]").getBoundingClientRect();
  return [...document.querySelectorAll(parts)].map((part) => part.getBoundingClientRect()).map((box) =>
    box.left >= frame.left - 1 && box.right <= frame.right + 1 && box.top >= frame.top - 1
      && box.bottom <= frame.bottom + 1);
}"""
PLACES = "#play svg.board a"
NEWEST = "#play [data-stop]"


def choose(page: Page, place: Locator) -> None:
    """Choose one place by one tap or click, and wait for the next question."""
    asked = page.locator("#prompt").inner_text()
    if page.evaluate("matchMedia('(pointer: coarse)').matches"):
        place.tap()
    else:
        place.click()
    expect(page.locator("#prompt")).not_to_have_text(asked)
    settled(page)


def answer_all(page: Page) -> Iterator[str]:
    """Answer questions until the turn is complete, each by one tap or click. Yield each question before its answer."""
    while page.locator("#ask[data-complete]").count() == 0:
        yield page.locator("#prompt").inner_text()
        listed = page.locator("#ask .choices [data-step]")
        in_sight = page.evaluate(SEEN, PLACES)
        choose(page, listed.first if listed.count() else page.locator(PLACES).nth(in_sight.index(True)))
    yield page.locator("#prompt").inner_text()


def test_a_late_board_on_a_phone_shows_the_place_of_play_in_tiles_of_40_pixels(
    visit: Visitors, transactional_db: None
) -> None:
    ruleset, log, _ = GAMES["places"]
    game = late_game(ruleset, log)
    page = visit(acting_user(game), game.get_absolute_url(), **PHONE)
    settled(page)
    seen = []
    for question in answer_all(page):
        assert page.evaluate(CELL) >= 39.5, question
        if question.startswith("Choose a place"):
            assert page.evaluate(CUT) > 0  # otherwise the tiles of this board would be smaller
            assert sum(page.evaluate(SEEN, PLACES)) >= 12  # of 24, and of 27
        if not question.startswith("Choose how"):
            assert page.evaluate(SEEN, NEWEST) == [True], question
        seen.append(question)
    assert len([question for question in seen if question.startswith("Choose a place")]) == 2
    assert seen[-1] == "Confirm your turn."


def test_small_places_of_a_whole_board_on_a_phone_are_enlarged_before_one_is_chosen(
    visit: Visitors, transactional_db: None
) -> None:
    ruleset, log, _ = GAMES["places"]
    game = late_game(ruleset, log)
    page = visit(acting_user(game), f"{game.get_absolute_url()}?choose=57", **PHONE)
    settled(page)
    page.locator("[data-zoom=fit]").tap()
    assert page.evaluate(CUT) == 0
    assert all(page.evaluate(SEEN, PLACES))
    assert page.evaluate(CELL) < 30
    asked, place = page.locator("#prompt").inner_text(), page.locator(PLACES).first
    place.tap()
    assert page.evaluate(CELL) >= 40
    assert page.locator("#prompt").inner_text() == asked
    choose(page, place)


def test_a_late_board_at_a_desk_has_its_size_again_when_there_are_no_places_to_choose(
    visit: Visitors, transactional_db: None
) -> None:
    ruleset, log, _ = GAMES["places"]
    game = late_game(ruleset, log)
    page = visit(acting_user(game), game.get_absolute_url(), viewport={"width": 1280, "height": 800})
    settled(page)
    sizes = []
    for question in answer_all(page):
        sizes.append(page.evaluate(CELL))
        assert sizes[-1] >= (39.5 if question.startswith("Choose a place") else 47.5), question
        assert page.evaluate(SEEN, NEWEST) == [True], question
    assert min(sizes) < 47.5  # for a place
    page.goto(game.get_absolute_url())
    page.locator("[data-zoom=fit]").click()
    whole = page.evaluate(CELL)
    assert whole < 39.5
    page.locator("#ask .choices [data-step]").first.click()
    expect(page.locator(".picked")).to_be_visible()
    settled(page)
    assert page.evaluate(CELL) == pytest.approx(whole, abs=0.5)  # the player's own size


def test_a_turn_to_be_confirmed_is_in_sight_above_a_wide_button_on_a_phone(visit: Visitors, game: Game) -> None:
    title, state, done = get_title("marram"), state_of(game), []
    for _ in range(2):
        action = next(iter(title.legal_actions(state)))
        done.append(("done", title.notation(action)))
        state = title.apply(state, action)
    page = visit(acting_user(game), f"{game.get_absolute_url()}?{urlencode(done)}", **PHONE)
    settled(page)
    board, sheet = page.locator("#play [data-big]").bounding_box(), page.locator("#ask").bounding_box()
    assert board
    assert sheet
    assert board["y"] + board["height"] <= sheet["y"]
    assert sheet["height"] <= 0.4 * PHONE["viewport"]["height"]
    button = page.get_by_role("button", name="Confirm your turn").bounding_box()
    assert button
    assert button["width"] > 250
    assert button["height"] < 60
    settled(page)
    assert page.evaluate(SEEN, NEWEST) == [True]
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_the_parts_of_a_tile_are_large_while_one_of_them_is_chosen(visit: Visitors, transactional_db: None) -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 12)
    title, state = get_title("marram"), state_of(game)
    action = next(one for one in map(title.notation, title.legal_actions(state)) if len(one.split()) == 4)
    step = action.rpartition(" ")[0]
    page = visit(acting_user(game), f"{game.get_absolute_url()}?choose={step.replace(' ', '+')}", **PHONE)
    settled(page)
    assert page.evaluate(CELL) >= 90
    page.wait_for_function(f"({OUTSIDE})() === 0")  # one look at all of them: a late line above would move some


def test_one_click_on_the_board_chooses_where_several_choices_share_a_cell(visit: Visitors, game: Game) -> None:
    title, state = get_title("marram"), state_of(game)
    actions = [title.notation(one).split() for one in title.legal_actions(state)]
    turns = {
        (tile, cell): {one[2] for one in actions if one[:2] == [tile, cell] and len(one) > 2}
        for tile, cell in (tuple(one[:2]) for one in actions if not one[0].startswith("f") and len(one) > 2)
    }
    step = next("+".join(place) for place, found in turns.items() if len(found) > 1)
    page = visit(acting_user(game), f"{game.get_absolute_url()}?choose={step}")
    before = page.locator("#prompt").inner_text()
    page.locator("#play svg.board a .b-hit").first.click()
    expect(page.locator("#prompt")).not_to_have_text(before)
    expect(page.locator("#prompt")).to_contain_text("tile")


def test_a_square_under_the_pointer_or_the_focus_says_what_is_worth_what(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    row = page.locator("#features .features__list > li").first
    cell = (row.get_attribute("data-cells") or "").split()[0]
    assert row.locator("b").inner_text().endswith(":")
    words = f"{row.locator('b').inner_text()} {row.locator('.features__points').inner_text()}"
    square = page.locator(f"#play [role=gridcell][data-cell='{cell}']")
    page.locator("#play svg.board [data-choice]").evaluate_all("(all) => all.forEach((one) => one.remove())")
    square.hover(force=True)
    expect(page.locator("#play .board-says")).to_contain_text(words)
    page.mouse.move(0, 0)
    square.evaluate("(one) => { one.setAttribute('tabindex', '0'); one.focus(); }")
    expect(page.locator("#play .board-says")).to_contain_text(words)
    assert words.rpartition(": ")[2].replace(" ", "\u00a0") in (square.get_attribute("aria-description") or "")
    square.evaluate("(one) => { one.dataset.why = 0; one.closest('[data-whys]').dataset.whys = 'Not here.'; }")
    square.dispatch_event("click")
    square.dispatch_event("click")
    expect(page.locator("#play .board-says")).to_have_text(re.compile(r"points?[^.]*\. Not here\.$"))


def test_a_feature_in_the_list_is_lit_on_the_board(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    row = page.locator("#features .features__list > li").first
    row.hover()
    cells = (row.get_attribute("data-cells") or "").split()
    lit = page.locator("#play .b-lit").evaluate_all("(all) => all.map((one) => one.dataset.cell)")
    assert sorted(lit) == sorted(cells)


def test_the_last_of_two_far_tiles_to_confirm_is_in_view_on_a_phone_above_a_wide_button(
    visit: Visitors, game: Game
) -> None:
    title, state = get_title("marram"), cast("Any", state_of(game))
    cells = [(cell.row, cell.column, cell.name) for cell in title.scene(state).cells]
    done = ""
    for place in (min(cells)[2], max(cells)[2]):
        texts = map(title.notation, title.legal_actions(state))
        far = [text for text in texts if f" {place} " in f"{text} "]
        text = far[0] if far else title.notation(title.legal_actions(state)[0])
        state = title.apply(state, title.parse(state, title.acting(state)[0], text))
        done += f"&done={text.replace(' ', '+')}"
    page = visit(acting_user(game), f"{game.get_absolute_url()}?{done[1:]}", **PHONE)
    settled(page)
    frame = page.locator("#play [data-big]").bounding_box()
    button = page.locator("#ask [type=submit]").bounding_box()
    assert frame
    assert button
    assert button["width"] > 280
    assert button["height"] < 60
    settled(page)
    assert page.evaluate(CELL) >= 39.5
    assert page.evaluate(SEEN, NEWEST) == [True]


@pytest.mark.parametrize("players", [full_only(2), 4])
def test_no_page_of_a_turn_of_marram_scrolls_sideways_on_a_phone(
    visit: Visitors, transactional_db: None, players: int
) -> None:
    game = play_on(started_game(*[make_user() for _ in range(players)], title="marram", ruleset="pitchfork-long"), 60)
    link = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(acting_user(game), game), "")])
    for address in (game.get_absolute_url(), f"{game.get_absolute_url()}plan/", link):
        page = visit(acting_user(game), address, **PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") == 390, address


def test_the_choice_of_a_link_is_confirmed_with_its_board_in_sight_on_a_phone(visit: Visitors, game: Game) -> None:
    title, state = get_title("marram"), state_of(game)
    choice = title.notation(title.legal_actions(state)[-1])
    link = reverse("games:turn_link", args=[turn_link_token(TurnToken.of(acting_user(game), game), choice)])
    page = visit(path=link, **PHONE)
    board, go = page.locator("#play .board-frame").bounding_box(), page.locator("#ask .ask__go").bounding_box()
    assert board
    assert go
    assert min(board["y"] + board["height"], go["y"]) - board["y"] >= 260
    assert go["y"] + go["height"] <= PHONE["viewport"]["height"] + 1


def test_where_the_points_came_from_is_seen_whole_in_the_wide_column(visit: Visitors, transactional_db: None) -> None:
    ada, bo, cy = (make_user(name) for name in ("Ada", "Bo", "Cy"))
    game = play_on(started_game(ada, bo, cy, title="marram", ruleset="classic-short"), 30)
    for user in (ada, bo):
        resign(game.pk, user)
    page = visit(cy, game.get_absolute_url(), viewport={"width": 1280, "height": 800})
    points, board = page.locator("#play > .point-sources").bounding_box(), page.locator(".play__main").bounding_box()
    assert points
    assert board
    assert points["width"] == board["width"]
    assert page.locator("#play .card .card").count() == 0
    assert page.locator(".point-sources .table-scroll").evaluate("(part) => part.scrollWidth <= part.clientWidth")


def test_a_suggested_choice_is_in_sight_in_a_long_list_on_a_phone(visit: Visitors, transactional_db: None) -> None:
    ruleset, log, _ = GAMES["flips"]
    game = late_game(ruleset, log.partition(", 73 n3e2")[0])
    Game.objects.filter(pk=game.pk).update(has_hints=True)
    page = visit(acting_user(game), f"{game.get_absolute_url()}?choose=f65+1", **PHONE)
    settled(page)
    choices = page.locator("#ask .choices [data-step]")
    assert choices.count() == 5
    expect(choices.first.locator(".choice__star")).to_be_visible()
    first, ask = choices.first.bounding_box(), page.locator("#ask .choices").bounding_box()
    assert first
    assert ask
    assert ask["y"] <= first["y"]
    assert first["y"] + first["height"] <= min(ask["y"] + ask["height"], PHONE["viewport"]["height"])


# A short game of two, before the last turn, whose two tiles make the board wider.
BEFORE_THE_END = """
55, 47, 80, 42, 40, 79, 55 n1 1 L1, 80 n2 3, 73, 69, 42 e1 0, f80 3 L0, 63, 47 n1w1 3 L1, 69 e2 1, 82, 4, 40 w1
0 B0, 63 e3 3, 6, 64, f63 3 B1, 73 w2 1 L1, 36, 64 w3 2, f63 3 L1, 37, 4 n1e2 3 B1, f80 3, 58, 79 s1w3 3 L0, 6
s1e3 1, 16, 43, f79 0 L0, 58 n3 1, 19, 43 n2e2 2, 37 s1w4 3 B0, 17, 44, 19 s1e1 0 L1, 36 w4 3, 29, 34, 44 s1w5 2
L0, 17 n4 1 L1, 39, 23, 82 s1w1 1, 34 s2w5 3, 24, 1, 23 s2w3 2, 16 n3w1 2, 5, 54, 1 s2w2 1, 29 n1w2 2, 15, 67,
39 n1w4 3, 54 n1w5 1, 49, 51, 24 n5 0, 15 s2e3 3, 28, 60, 5 n3w2 2, 49 n2w5 3, 31, 70, 60 n4e1 0, 67 n3e2 2, 30,
18, 51 s2e2 0, 31 s3w3 3, 41, 3, 28 n3e3 1, 30 n4w2 3, 20, 14, 70 s3e2 1, 41 n3w3 1, 62, 8, 20 s2e1 1, 18 s3w5
2, 25, 7
"""


def test_a_game_that_ends_on_an_open_page_of_a_phone_is_seen_as_a_whole(
    visit: Visitors, transactional_db: None
) -> None:
    game = late_game("classic-short", BEFORE_THE_END, 2)
    player = acting_user(game)
    waiting = next(seat.user for seat in game.seats.all() if seat.user != player)
    page = visit(waiting, game.get_absolute_url(), **PHONE, reduced_motion="no-preference")
    settled(page)
    play_actions(game.pk, player, ["3 n3e4 0", "62 n3e5 0"], game.ply)
    poll(page)
    expect(page.locator(".play--over")).to_be_visible()
    expect(page.locator(".board--replaying")).to_have_count(0)
    fresh = visit(waiting, game.get_absolute_url(), **PHONE)
    for one in (page, fresh):
        settled(one)
        assert one.evaluate(CUT) == 0
    assert page.evaluate(CELL) == pytest.approx(fresh.evaluate(CELL), abs=0.1)
