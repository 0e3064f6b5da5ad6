import pytest
from playwright.sync_api import Page, expect

from games.chat.services import post_message
from games.core.models import Game, Seat
from tests.browser.tables import WAKE
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.browser


@pytest.fixture
def game(transactional_db: None) -> Game:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 8)
    post_message(game.pk, make_user("Brahim"), "Mint tea?")
    return game


def box(page: Page, selector: str) -> tuple[float, float, float, float]:
    """Return the edges of an element: left, top, right, bottom."""
    found = page.locator(selector).bounding_box()
    assert found
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


@pytest.mark.parametrize(("width", "height"), [(1600, 900), full_only(1920, 1080)])
def test_the_chat_is_in_sight_beside_the_board(visit: Visitors, game: Game, width: int, height: int) -> None:
    for number in range(6):
        post_message(game.pk, make_user("Brahim"), f"Message {number}, and it is not a short one at all.")
    page = visit(make_user("Amina"), game.get_absolute_url(), viewport={"width": width, "height": height})
    _left, _top, board_right, _bottom = box(page, ".play__board .board-frame")
    left, top, right, _ = box(page, ".chat")
    *_, bottom = box(page, "#chat-form button")
    assert board_right < left < right <= width
    assert 0 < top < bottom <= height
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_marks_of_unread_messages_go_when_the_chat_was_seen(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Amina"), game.get_absolute_url(), viewport={"width": 1280, "height": 800})
    expect(page.locator("#chat-new")).to_be_visible()  # it is below the board
    page.locator(".chat-link").click()
    expect(page.locator("#chat-new")).to_be_hidden()
    assert "new message" not in page.title()
    assert Seat.objects.get(game=game, user=make_user("Amina")).unread_messages == 0
    post_message(game.pk, make_user("Brahim"), "With sugar?")
    with page.expect_response("**/presence/"):
        page.evaluate(WAKE)
    expect(page.locator("#chat")).to_contain_text("With sugar?")
    expect(page.locator("#chat-new")).to_be_hidden()


def test_on_a_phone_the_chat_is_one_tap_away(visit: Visitors, game: Game) -> None:
    page = visit(make_user("Amina"), game.get_absolute_url(), **PHONE)
    link = page.locator(".chat-link")
    expect(link).to_contain_text("1 new")
    assert "1 new message" in page.title()
    assert box(page, ".chat-link")[2] + 8 <= box(page, ".table-menu summary")[0]  # side by side
    with page.expect_response("**/presence/"):
        link.tap()
    expect(page.locator("#chat-title")).to_be_in_viewport()
    expect(link.locator("[data-unread]")).to_be_hidden()
