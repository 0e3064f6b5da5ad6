from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.clocks.models import PlannedHoliday
from games.core.log import state_of
from games.core.models import Game
from games.engine.marrakech.state import State
from games.notifications.links import TurnToken, turn_link_token
from tests.browser.tables import Table
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser

# Not .ask__go: the button stays at the lower edge of the window, over what has not been scrolled up yet.
PARTS = (
    ".site-header, .table-bar, .prompt__head, .prompt__more, .board-frame, .ask fieldset, .seat, .stepper, #log, .talk"
)
SHIFTS = """() => new Promise((tell) => {
  let sum = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value)))
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => tell(sum), 400);
})"""
OVERLAPS = """(parts) => {
  const boxes = [...document.querySelectorAll(parts)]
    .map((part) => [part.className || part.id, part.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.height);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  return boxes.flatMap(([name, box], index) => boxes.slice(index + 1)
    .filter(([, other]) => meet(box, other)).map(([other]) => `${name} / ${other}`));
}"""
UNSEEN = """(parts) => {
  window.scrollTo({ top: 0, behavior: "instant" });
  const boxes = parts.map((part) => [part, document.querySelector(part).getBoundingClientRect()]);
  return boxes.filter(([, box]) => box.top < 0 || box.bottom > window.innerHeight).map(([part]) => part);
}"""
PLACE = "() => document.querySelector('.board').getBoundingClientRect().top + window.scrollY"
SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
CLIPPED = """(part) => {
  const text = document.querySelector(part);
  return Math.max(0, text.getBoundingClientRect().right - text.closest(".seat").getBoundingClientRect().right);
}"""
WIDER = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def game(transactional_db: None) -> Game:
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options={"rugs": "3/3/3"}), 6)


def faults(page: Page) -> tuple[list[str], int]:
    """Return which parts lie over each other, and by how many pixels the page is wider than the screen."""
    page.evaluate(SETTLED)
    return page.evaluate(OVERLAPS, PARTS), page.evaluate(WIDER)


def test_a_table_keeps_still_and_fits_every_width_and_large_type(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), reduced_motion="no-preference")
    assert page.evaluate(SHIFTS) == 0
    for width, height in ((320, 640), (768, 1024), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        assert (width, *faults(page)) == (width, [], 0)
        board = page.locator(".board").bounding_box()
        assert board
        assert board["width"] >= min(width, 600)
    for width in (1280, 640):
        page.set_viewport_size({"width": width, "height": 900})
        page.evaluate("() => { document.documentElement.style.fontSize = '200%'; }")
        assert (width, *faults(page)) == (width, [], 0)


def test_question_board_and_button_fit_on_one_screen_of_a_phone(visit: Visitors, game: Game) -> None:
    table = Table(visit(acting_user(game), game.get_absolute_url(), **PHONE))
    places = [table.page.evaluate(PLACE)]
    for _action in ("turn", "lay"):
        assert table.page.evaluate(UNSEEN, ["#prompt", ".board", "#ask button"]) == []
        table.take(table.offers()[0], on_board=False)
        places.append(table.page.evaluate(PLACE))
    assert table.page.evaluate(UNSEEN, ["#prompt", ".board"]) == []
    assert places == places[:1] * 3


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844), full_only(1920, 1080)])
def test_purses_board_and_button_are_visible_before_a_choice(
    visit: Visitors, game: Game, width: int, height: int
) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), viewport={"width": width, "height": height})
    assert page.evaluate(UNSEEN, ["#prompt", "#seats", ".board", "#ask button"]) == []
    seats = page.locator("#seats")
    state = state_of(game)
    assert isinstance(state, State)
    for value in ("Score", *(str(seat.dirhams) for seat in state.seats)):  # rugs left are pictures with numbers
        expect(seats).to_contain_text(value)


def test_a_seat_to_be_taken_is_offered_above_the_board_of_a_phone(visit: Visitors, game: Game) -> None:
    seat = game.seats.order_by("number").first()
    assert seat
    seat.offered_at = timezone.now()
    seat.save()
    page = visit(make_user("Chama"), game.get_absolute_url(), **PHONE)
    button, board = page.get_by_role("button", name="Take ").bounding_box(), page.locator(".board").bounding_box()
    assert button
    assert board
    assert button["y"] + button["height"] <= board["y"]
    assert page.evaluate(CLIPPED, ".seat__offered") == 0


def test_the_choices_of_a_link_come_before_the_seats_on_a_phone(visit: Visitors, game: Game) -> None:
    user = acting_user(game)
    page = visit(path=f"/m/{turn_link_token(TurnToken.of(user, game), '')}/", **PHONE)
    choices, seats = page.locator(".choices").bounding_box(), page.locator(".play__seats").bounding_box()
    assert choices
    assert seats
    assert choices["y"] + choices["height"] <= seats["y"]


def test_a_long_absence_does_not_widen_a_profile_on_a_phone(visit: Visitors, transactional_db: None) -> None:
    amina, day = make_user("Amina"), timezone.localdate()
    PlannedHoliday.objects.create(user=amina, saved_at=timezone.now(), first=day, last=day + timedelta(days=20))
    page = visit(path="/players/Amina/", **PHONE)
    expect(page.locator(".person .badge")).to_contain_text("back on")
    assert page.evaluate(WIDER) == 0


BOXES = """() => [document.documentElement.scrollHeight,
  ...[...document.querySelectorAll(".title-card, .title-card .board-frame")]
    .flatMap((part) => Object.values(part.getBoundingClientRect().toJSON()))]"""
CROP = """(box) => document.querySelectorAll(".title-card svg.board")
  .forEach((board) => board.setAttribute("viewBox", box))"""


@pytest.mark.parametrize("width", [390, full_only(820), 1280])
def test_the_boards_of_the_home_page_keep_their_place_and_size(
    visit: Visitors, transactional_db: None, width: int
) -> None:
    page = visit(path="/", viewport={"width": width, "height": 800})
    before = page.evaluate(BOXES)
    for box in ("0 0 900 200", "0 0 200 900", "0 0 500 500"):  # a film of dunes shows what has been laid
        page.evaluate(CROP, box)
        assert page.evaluate(BOXES) == before
    frames = [page.locator(".title-card .board-frame").nth(at).bounding_box() for at in range(2)]
    assert frames[0]
    assert frames[1]
    assert (frames[0]["width"], frames[0]["height"]) == (frames[1]["width"], frames[1]["height"])
    assert (frames[0]["y"] == frames[1]["y"]) == (width == 1280)


CUT_CHOICES = """() => [...document.querySelectorAll("main select")].filter((select) => {
  const style = getComputedStyle(select), pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 20;
  return select.clientWidth && pen.measureText(select.selectedOptions[0].textContent.trim()).width > room;
}).map((select) => select.selectedOptions[0].textContent.trim())"""


@pytest.mark.parametrize(
    "path", ["/mail/settings/", full_only("/settings/"), full_only("/time/"), "/lobby/?pace=usual"]
)
def test_a_list_of_choices_shows_the_chosen_one_whole(visit: Visitors, transactional_db: None, path: str) -> None:
    page = visit(make_user("Amina"), path, **PHONE)
    assert page.evaluate(CUT_CHOICES) == []
    page.set_viewport_size({"width": 1280, "height": 800})
    assert page.evaluate(CUT_CHOICES) == []


SPAN = """() => {
  const parts = [...document.querySelectorAll("#play > *")].map((one) => one.getBoundingClientRect());
  const boxes = parts.filter((box) => box.width);
  return Math.max(...boxes.map((box) => box.right)) - Math.min(...boxes.map((box) => box.left));
}"""


# How wide a text is in the face that stands in for that of the titles, compared with it.
WIDTHS = """async (text) => {
  const pen = document.createElement("canvas").getContext("2d");
  const [title, stand_in] = await Promise.all(['"Alegreya"', '"Alegreya DejaVu"'].map(async (face) => {
    pen.font = `700 48px ${face}`;
    await document.fonts.load(pen.font);
    pen.font = `700 48px ${face}`;
    return pen.measureText(text).width;
  }));
  return stand_in / title;
}"""


def test_the_first_page_of_a_phone_offers_a_game_and_that_table_uses_the_whole_width(
    visit: Visitors, transactional_db: None
) -> None:
    page = visit(path="/", viewport={"width": 390, "height": 844})
    expect(page.get_by_role("button", name="Play Marrakech now")).to_be_in_viewport(ratio=1)
    assert page.evaluate(WIDTHS, page.locator("h1").inner_text()) == pytest.approx(1, abs=0.06)
    page.set_viewport_size({"width": 1280, "height": 800})
    page.get_by_role("button", name="Play Marrakech now").click()
    page.locator("#play").wait_for()
    page.wait_for_load_state()  # with its style sheets
    main = page.locator(".table-page").bounding_box()
    assert main
    assert page.evaluate(SPAN) == pytest.approx(main["width"])
    assert page.evaluate(UNSEEN, ["#prompt", "#seats", ".board", "#bar"]) == []
