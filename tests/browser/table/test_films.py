"""What a table shows while it plays the actions of others."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Game
from tests.browser.tables import WAKE, Table
from tests.browser.visitors import DESK, PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}

# Visible things to press, outside the board, that the card of the film covers at least in part.
COVERED = """
() => {
  const card = document.querySelector(".motion__card");
  const box = card.getBoundingClientRect();
  const isSeen = (one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  return [...document.querySelectorAll("#main :is(a, button, summary, input, textarea, select)")]
    .filter((one) => !card.contains(one) && !one.closest("svg") && isSeen(one))
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width > 1 && left < box.right && right > box.left && top < box.bottom - 4 && bottom > box.top + 4;
    })
    .map((one) => one.outerHTML.slice(0, 120));
}
"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in which Amina must turn Assam, and no player has seen the last turns."""
    options = {"rugs": "3/3/3", "two_player_colours": "1"}
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options=options), 8)


# A film takes twenty times as long, so that its end does not come before what a test looks at.
SLOW = """{
  const [now, frame] = [performance.now.bind(performance), requestAnimationFrame.bind(window)];
  performance.now = () => now() / 20;
  window.requestAnimationFrame = (draw) => frame((time) => draw(time / 20));
}"""


def slow(visit: Visitors, user: User, game: Game, **options: Any) -> Page:
    page = visit(user, **options)
    page.add_init_script(SLOW)
    page.goto(game.get_absolute_url())
    return page


def playing(visit: Visitors, game: Game, name: str, **options: Any) -> Page:
    page = slow(visit, make_user(name), game, **MOVING, **options)
    expect(page.locator(".motion__card")).to_be_visible()
    return page


# The texts of the film in the order in which they were shown.
LISTEN = """() => {
  window.told = [];
  new MutationObserver(() => {
    const text = document.querySelector(".motion__text")?.textContent;
    if (text && window.told.at(-1) !== text) window.told.push(text);
  }).observe(document, { subtree: true, childList: true, characterData: true });
}"""
FRAMES = """async () => {
  const address = document.querySelector("#motion").dataset.frames;
  return (await (await fetch(`${address}${address.includes("?") ? "&" : "?"}seats=1`)).json()).frames;
}"""
# The text of the film, and the figures beside it without those that flow.
SHOWN = """() => ({
  text: document.querySelector(".motion__card:not([hidden]) .motion__text")?.textContent ?? "",
  rugs: [...document.querySelectorAll("#play [data-stats-of]")].map((card) => [...card.children]
    .filter((one) => !one.querySelector("[data-figure], [data-score-of]")).map((one) => one.outerHTML).join("")),
})"""
# What the page of a finished game shows that its film must not tell.
GIVEN_AWAY = """() => {
  const seen = (selector) => [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
  const looks = new Set([...document.querySelectorAll(".seat")].map((seat) => getComputedStyle(seat).backgroundImage
    + getComputedStyle(seat).backgroundColor));
  return [...seen(".badge--won").map(() => "won"), ...seen(".seat__place").map(() => "place"),
    ...(looks.size > 1 ? ["card"] : []), ...seen(".prompt__more > *").slice(0, 1).map(() => "more")];
}"""
RUGS_OF = """(html) => {
  const card = document.createElement("dl");
  card.innerHTML = html;
  return [...card.children].filter((one) => !one.querySelector("[data-figure], [data-score-of]"))
    .map((one) => one.outerHTML).join("");
}"""


def test_choices_keep_their_place_and_wait_for_the_end_of_the_film(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    expect(page.locator("#ask .choices")).to_be_visible()
    expect(page.locator("#ask > fieldset")).to_have_css("opacity", "0")
    expect(page.locator(".prompt__words")).to_have_css("opacity", "0")
    page.get_by_role("button", name="Skip to now").click()
    expect(page.locator("#ask > fieldset")).to_have_css("opacity", "1")
    expect(page.locator(".prompt__words")).to_have_css("opacity", "1")


def test_the_cards_of_the_seats_show_the_step_of_the_film(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    frames = page.evaluate(FRAMES)
    rugs = [[page.evaluate(RUGS_OF, html) for html in frame["stats"]] for frame in frames]
    texts = [frame["text"] for frame in frames]
    looks = [page.evaluate(SHOWN) for _ in range(30)]
    told = [look for look in looks if look["text"]]
    assert told
    for look in told:
        at = texts.index(look["text"])
        assert look["rugs"] in (rugs[at - 1], rugs[at])
    page.keyboard.press("Escape")
    assert page.evaluate(SHOWN)["rugs"] == rugs[-1]


def test_a_film_on_opening_tells_the_last_turn_only_and_the_rest_on_request(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Amina"), **MOVING)
    page.add_init_script(f"({LISTEN})()")
    page.goto(game.get_absolute_url())
    page.wait_for_function("() => document.querySelector('#motion').dataset.shown")
    frames = page.evaluate(FRAMES)
    told, last = page.evaluate("() => window.told"), frames[-1]["seat"]
    before = max(at for at, frame in enumerate(frames) if frame["seat"] != last)
    assert told
    assert set(told) <= {frame["text"] for frame in frames[before:]}
    page.evaluate("() => { window.told = []; }")
    page.get_by_role("button", name="Show the last turns again").click()
    expect(page.locator(".motion__card")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".motion__card")).to_be_hidden()
    page.evaluate(f"() => {SLOW}")
    play_on(game)
    page.evaluate(WAKE)  # the film of a game's end does not tell who wins
    expect(page.locator(".play--over")).to_be_visible()
    assert page.evaluate(GIVEN_AWAY) == []
    page.keyboard.press("Escape")
    assert {"won", "place", "more"} <= set(page.evaluate(GIVEN_AWAY))


def test_whose_turn_it_is_waits_for_the_end_of_the_film(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    badges = page.locator("#bar .badge, .seat .badge--waits")
    expect(badges.first).to_be_hidden()
    expect(badges.last).to_be_hidden()
    expect(page.locator(".seat--shown")).to_contain_text("Brahim")
    title, turn = page.locator("#log h2").bounding_box(), page.locator("#log .turn:visible").first.bounding_box()
    assert title
    assert turn
    assert turn["y"] - title["y"] < 60  # the log begins with the turn before, without a hole
    page.keyboard.press("j")
    expect(badges.first).to_be_visible()
    expect(page.locator(".seat--shown")).to_have_count(0)


def test_a_click_anywhere_ends_a_film(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    page.locator("h1").click()
    expect(page.locator(".motion__card")).to_be_hidden()


def test_an_open_page_that_nothing_moved_on_tells_nothing(visit: Visitors, transactional_db: None) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    page = visit(acting_user(game), **MOVING)
    page.add_init_script(f"({LISTEN})()")
    page.goto(game.get_absolute_url())
    page.wait_for_function("() => document.querySelector('#motion').dataset.shown")
    assert page.evaluate("() => window.told") == []


def test_a_touch_of_the_board_during_a_film_only_ends_it(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    assert page.locator("#play .board a").first.evaluate("link => getComputedStyle(link).opacity") == "0"
    page.locator("#play .board .b-hit").first.click()
    expect(page.locator(".motion__card")).to_be_hidden()
    assert page.locator("#ask [name=action]:checked").count() == 0
    assert page.locator("#ask .ask__says").inner_text().strip() == "Choose on the board or below, then confirm."


@pytest.mark.parametrize("device", [DESK, PHONE, full_only({"viewport": {"width": 800, "height": 1000}})])
@pytest.mark.parametrize("name", ["Amina", "Brahim"])
def test_the_card_of_a_film_covers_no_control(visit: Visitors, game: Game, name: str, device: dict[str, Any]) -> None:
    page = playing(visit, game, name, **device)
    for _step in range(3):
        assert page.evaluate(COVERED) == []
        page.mouse.wheel(0, 160)
    page.get_by_role("button", name="Skip to now").click()


def test_purse_and_score_move_together(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Brahim")
    frames = page.evaluate(FRAMES)
    for frame in frames:
        assert len(frame["scores"]) == 2
    figures = {(frame["figures"][0], frame["scores"][0]) for frame in frames}
    differences = """() => {
      const number = (name) => Number(document.querySelector(`#play [${name}="0"]`).textContent);
      return [number("data-figure"), number("data-score-of")];
    }"""
    squares = {score - purse for purse, score in figures}
    for _look in range(20):
        purse, score = page.evaluate(differences)
        assert score - purse in squares
        page.wait_for_timeout(100)


def test_a_placement_of_ones_own_is_not_played_again(visit: Visitors, game: Game) -> None:
    game = play_on(game, 1)
    player = acting_user(game)
    page = visit(player, game.get_absolute_url())
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate("""() => new MutationObserver(() => {
      if (document.querySelector('.board--replaying')) document.body.dataset.replayed = '';
    }).observe(document.body, { subtree: true, attributes: true, childList: true })""")
    Table(page).take(Table(page).offers()[0], on_board=False)
    page.wait_for_function("() => document.querySelector('#motion').dataset.shown")
    assert page.locator("body[data-replayed]").count() == 0


def test_a_roll_of_ones_own_is_played(visit: Visitors, game: Game) -> None:
    page = slow(visit, acting_user(game), game)
    page.emulate_media(reduced_motion="no-preference")
    Table(page).take("L", on_board=False)
    page.wait_for_function("() => document.querySelector('.film-die')")
    expect(page.locator(".prompt__words")).to_have_css("opacity", "0")
    page.keyboard.press("Escape")
    expect(page.locator(".prompt__words")).to_have_css("opacity", "1")
