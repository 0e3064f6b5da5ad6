"""Sounds at a table: off by default, and silent before the first click or key."""

import pytest
from playwright.sync_api import Page

from games.chat.services import post_message
from games.core.models import Game
from tests.browser.visitors import Visitors
from tests.makers import acting_user, make_user, play_on, started_game

from .pages import poll

pytestmark = pytest.mark.browser

# Counts the tones of the page, whose device may have no speaker.
LISTEN = """
window.heard = [];
document.addEventListener("table:sound", (event) => window.heard.push(event.detail));
const start = OscillatorNode.prototype.start;
window.tones = 0;
OscillatorNode.prototype.start = function (...given) { window.tones += 1; return start.apply(this, given); };
const Speaker = window.AudioContext;
window.speakers = 0;
window.AudioContext = class extends Speaker { constructor() { super(); window.speakers += 1; } };
"""


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 12)
    assert acting_user(game).username == "Amina"
    return game


def listening(visit: Visitors, game: Game, *, is_on: bool = True) -> Page:
    page = visit(make_user("Brahim"), reduced_motion="no-preference")
    if is_on:
        page.context.add_cookies([{"name": "look", "value": "sounds", "url": visit.origin}])
    page.add_init_script(LISTEN)
    page.goto(game.get_absolute_url())
    return page


def test_a_message_and_my_turn_are_heard(visit: Visitors, game: Game) -> None:
    page = listening(visit, game)
    page.locator("h1").click()
    post_message(game.pk, make_user("Amina"), "Mint tea?")
    poll(page)
    page.wait_for_function("() => heard.includes('message')")
    play_on(game, 2)
    poll(page)
    page.wait_for_function("() => heard.includes('turn')")
    assert page.evaluate("tones") > 0


def test_a_roll_is_heard(visit: Visitors, game: Game) -> None:
    page = listening(visit, game)
    page.keyboard.press("Escape")  # no gesture for a browser
    page.keyboard.press("Tab")
    play_on(game, 1)
    poll(page)
    page.wait_for_function("() => heard.includes('roll')")


def test_no_sound_is_made_before_a_click_or_key(visit: Visitors, game: Game) -> None:
    page = listening(visit, game)
    post_message(game.pk, make_user("Amina"), "Mint tea?")
    poll(page)
    assert page.evaluate("[speakers, tones, heard.length]") == [0, 0, 0]


def test_sounds_are_off_by_default(visit: Visitors, game: Game) -> None:
    page = listening(visit, game, is_on=False)
    page.locator("h1").click()
    post_message(game.pk, make_user("Amina"), "Mint tea?")
    poll(page)
    assert page.evaluate("[speakers, tones, heard.length]") == [0, 0, 0]
