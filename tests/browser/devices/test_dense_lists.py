"""Lists of games: how many rows a screen shows."""

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts.models import Profile
from games.chat.services import post_message
from games.core.choices import Pace
from games.core.models import Game, Seat
from tests.browser.visitors import Visitors
from tests.helpers.full_runs import full_only
from tests.makers import make_table, make_user, started_game

pytestmark = pytest.mark.browser
MAX_HEIGHT = 36  # of a row, in pixels
SEEN = """(rows) => {
  const boxes = [...document.querySelectorAll(rows)].map((row) => row.getBoundingClientRect());
  return [Math.max(...boxes.map((box) => box.height)), boxes.filter((box) => box.bottom <= innerHeight).length,
    document.documentElement.scrollWidth - innerWidth];
}"""

CLIPPED = """() => [...document.querySelectorAll(".lobby__go .button")].filter((button) =>
  button.getBoundingClientRect().right > button.closest(".table-scroll").getBoundingClientRect().right).length"""


CUT = """() => [...document.querySelectorAll(
    ".game-row__name > a, .game-row__with, .game-row__state, .game-row__when, .game-row__news > .badge")]
  .filter((part) => part.scrollWidth > part.clientWidth && part.clientWidth).map((part) => part.textContent.trim())"""


def test_a_row_of_a_dense_list_shows_game_players_turn_and_deadline_whole(
    visit: Visitors, transactional_db: None
) -> None:
    amina, others = make_user("Amina"), [make_user("Brahim"), make_user("Chama"), make_user("Driss")]
    for seats in ((amina, *others), (*others, amina), (others[0], amina)):
        game = started_game(*seats, name="Four at the cedar door")
        post_message(game.pk, others[0], "Mint tea?")
    Game.objects.update(options={}, deadline=timezone.now() + timedelta(days=6, hours=12, minutes=1))
    Seat.objects.update(acting_since=timezone.now() - timedelta(minutes=11))
    page = visit(amina, "/", viewport={"width": 1280, "height": 800})
    page.get_by_role("button", name="Show a compact list").click()
    page.wait_for_selector(".my-games--dense")
    assert page.locator(".game-row").count() == 3
    assert page.evaluate(CUT) == []
    page.set_viewport_size({"width": 390, "height": 844})
    assert page.evaluate(SEEN, ".game-row")[0] <= 80
    page.get_by_role("button", name="Show boards").click()
    page.wait_for_selector(".waiting")
    assert page.evaluate(SEEN, ".game-card")[0] <= 160
    page.get_by_role("link", name="Waiting for others").click()
    expect(page.get_by_role("heading", name="Waiting for others")).to_be_in_viewport()


@pytest.mark.parametrize(("width", "height", "games"), [(1280, 800, 15), full_only(1920, 1080, 25)])
def test_a_screen_shows_many_games_of_a_dense_list(
    visit: Visitors, transactional_db: None, width: int, height: int, games: int
) -> None:
    amina, others = make_user("Amina"), [make_user("Brahim"), make_user("Chama")]
    for number in range(26):
        seats = (amina, *others[: 1 + number % 2])
        started_game(*(seats if number < 16 else seats[::-1]), name=f"A table with a long name, number {number}")
    Game.objects.update(options={})
    page = visit(amina, "/", viewport={"width": width, "height": height})
    page.get_by_role("button", name="Show a compact list").click()
    page.wait_for_selector(".my-games--dense")
    tallest, seen, over = page.evaluate(SEEN, ".game-row")
    assert tallest <= MAX_HEIGHT
    assert seen >= games
    assert over <= 0


def test_the_rows_of_the_lobby_are_as_dense(visit: Visitors, transactional_db: None) -> None:
    hosts = [make_user("Brahim"), make_user("Chama")]
    for number in range(20):
        options = {"dirhams": "50"} if number % 2 else {}
        make_table(hosts[number % 2], name=f"A table with a long name, number {number}", options=options, seat_count=4)
    Game.objects.update(pace=Pace.USUAL)
    amina = make_user("Amina")
    Profile.objects.update_or_create(user=amina, defaults={"language": "fr"})  # its texts are longer
    page = visit(amina, "/lobby/", viewport={"width": 1280, "height": 800})
    assert page.locator(".lobby__go .button", has_text="Rejoindre").count() == 20
    assert page.evaluate(CLIPPED) == 0
    expect(page.locator("td.lobby__pace").first).to_have_text("3 jours + 1 jour par tour")  # and not its name, too
    expect(page.locator(".lobby__pace .soft").first).to_be_visible()
    tallest, seen, over = page.evaluate(SEEN, ".lobby tbody tr")
    assert tallest <= MAX_HEIGHT
    assert seen >= 13
    assert over <= 0
