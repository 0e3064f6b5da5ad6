"""What a table shows while it plays the actions of others."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.core.models import Game
from tests.browser.tables import Table
from tests.browser.visitors import DESK, PHONE, Visitors
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

MOVING = {"reduced_motion": "no-preference"}

# Visible things to press, outside the board, that the card of the film covers at least in part.
COVERED = """
() => {
  const card = document.querySelector(".motion__card");
  const box = card.getBoundingClientRect();
  return [...document.querySelectorAll("#main :is(a, button, summary, input, textarea, select)")]
    .filter((one) => !card.contains(one) && !one.closest("svg") && one.checkVisibility({ visibilityProperty: true }))
    .filter((one) => {
      const { left, right, top, bottom, width } = one.getBoundingClientRect();
      return width > 1 && left < box.right && right > box.left && top < box.bottom - 1 && bottom > box.top + 1;
    })
    .map((one) => one.outerHTML.slice(0, 120));
}
"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in which Amina must turn Assam, and no player has seen the last turns."""
    options = {"rugs": "3/3/3", "two_player_colours": "1"}
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options=options), 8)


def playing(visit: Visitors, game: Game, name: str, **options: Any) -> Page:
    page = visit(make_user(name), game.get_absolute_url(), **MOVING, **options)
    expect(page.locator(".motion__card")).to_be_visible()
    return page


def test_choices_appear_when_the_film_has_ended(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    expect(page.locator("#ask .choices")).to_be_hidden()
    page.get_by_role("button", name="Skip to now").click()
    expect(page.locator("#ask .choices")).to_be_visible()


def test_a_touch_of_the_board_during_a_film_only_ends_it(visit: Visitors, game: Game) -> None:
    page = playing(visit, game, "Amina")
    assert page.locator("#play .board a").first.evaluate("link => getComputedStyle(link).opacity") == "0"
    page.locator("#play .board .b-hit").first.click()
    expect(page.locator(".motion__card")).to_be_hidden()
    assert page.locator("#ask [name=action]:checked").count() == 0


@pytest.mark.parametrize("device", [DESK, PHONE, {"viewport": {"width": 800, "height": 1000}}])
@pytest.mark.parametrize("name", ["Amina", "Brahim"])
def test_the_card_of_a_film_covers_no_control(visit: Visitors, game: Game, name: str, device: dict[str, Any]) -> None:
    page = playing(visit, game, name, **device)
    for _step in range(3):
        assert page.evaluate(COVERED) == []
        page.mouse.wheel(0, 160)
    page.get_by_role("button", name="Skip to now").click()


def test_purse_and_score_move_together(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Brahim"), path=game.get_absolute_url(), **MOVING)
    page.wait_for_function("() => document.querySelector('.board--replaying')")
    frames = page.evaluate("async () => (await (await fetch(document.querySelector('#motion').dataset.frames)).json())")
    for frame in frames["frames"]:
        assert len(frame["scores"]) == 2
    figures = {(frame["figures"][0], frame["scores"][0]) for frame in frames["frames"]}
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
    page = visit(acting_user(game), game.get_absolute_url())
    page.emulate_media(reduced_motion="no-preference")
    Table(page).take("L", on_board=False)
    page.wait_for_function("() => document.querySelector('.film-die')")
    expect(page.locator("#ask .choices")).to_be_hidden()
    expect(page.locator("#ask .choices")).to_be_visible()
