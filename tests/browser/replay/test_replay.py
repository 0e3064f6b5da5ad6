import re

import pytest
from playwright.sync_api import Route, expect

from games.core.models import Game
from games.play.endings import resign
from games.replay.game_files import game_file, game_record
from tests.browser.visitors import PHONE, Visitors
from tests.makers import make_user, play_on, started_game

pytestmark = pytest.mark.browser

END = 6


def short_game() -> Game:
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options={"rugs": "1/1/1"}))


def test_a_replay_is_watched_by_buttons_slider_keys_and_by_itself(visit: Visitors) -> None:
    game = short_game()
    page = visit(None, f"/t/{game.code}/replay/", viewport={"width": 1280, "height": 320})  # the list has to scroll
    where, caption, log = page.locator("[data-where]"), page.locator(".replay-text"), page.locator("[data-log]")
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text("Turn 1 of 2, step 1 of 6")
    expect(page).to_have_url(re.compile(r"\?ply=1$"))
    expect(caption).to_contain_text("Amina")
    page.keyboard.press("Shift+ArrowRight")
    expect(where).to_have_text("Turn 1 of 2, step 3 of 6")
    expect(log.locator("[aria-current]")).to_have_attribute("data-ply-of", "3")
    expect(page.locator("[data-cursor]").first).to_have_attribute("x1", "3")
    slider = page.get_by_role("slider", name="Step")
    slider.fill("5")
    expect(where).to_have_text("Turn 2 of 2, step 5 of 6")
    slider.press("Shift+ArrowLeft")
    expect(where).to_have_text("Turn 1 of 2, step 3 of 6")
    slider.fill("5")
    expect(page.get_by_role("link", name="Sign in to play on against robots")).to_have_attribute(
        "href", f"/t/{game.code}/branch/?ply=5"
    )
    page.keyboard.press("+")
    expect(page.get_by_label("Speed")).to_have_value("2")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(where).to_have_text("Turn 2 of 2, step 6 of 6")
    log.scroll_into_view_if_needed()
    expect(log.locator("[aria-current]")).to_be_in_viewport()
    expect(page.locator("#prompt")).to_contain_text("the game is over")


def test_a_step_pressed_in_the_log_brings_the_board_into_sight(visit: Visitors) -> None:
    page = visit(None, f"/t/{short_game().code}/replay/", viewport={"width": 390, "height": 844})
    step, board = page.locator('[data-log] [data-ply-text][data-ply-of="4"]'), page.locator(".play__board")
    top = "board => Math.round(board.getBoundingClientRect().top)"
    page.locator("[data-log]").evaluate("log => log.scrollIntoView()")
    assert board.evaluate(top) < -300
    step.click()
    expect(page.locator("[data-where]")).to_contain_text("step 4")
    expect(board).to_be_in_viewport(ratio=0.95)
    page.evaluate("scrollTo(0, document.querySelector('.play__board').getBoundingClientRect().top + scrollY - 20)")
    page.locator('[data-log] [data-ply-text][data-ply-of="5"]').dispatch_event("click")
    expect(page.locator("[data-where]")).to_contain_text("step 5")
    assert board.evaluate(top) == 20  # a board in sight stays


def test_steps_that_are_asked_for_while_the_frames_load_all_count(visit: Visitors) -> None:
    game = short_game()
    page = visit()
    held: list[Route] = []
    page.route("**/frames/**", lambda route: held.append(route))
    page.goto(f"/t/{game.code}/replay/")
    for key in ("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft", "ArrowRight"):
        page.keyboard.press(key)
    held.pop().continue_()
    expect(page.locator("[data-where]")).to_contain_text("step 3")


def test_a_film_is_ordered_at_the_step_of_the_page(visit: Visitors) -> None:
    game = short_game()
    page = visit(game.seats.get(number=0).user, f"/t/{game.code}/replay/")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    expect(page.locator("[data-where]")).to_contain_text("step 4")
    page.get_by_role("button", name="Make a GIF").click()
    expect(page).to_have_url(re.compile(r"\?ply=4"))
    expect(page.locator("[data-where]")).to_contain_text("step 4")
    expect(page.get_by_label("Link to this position")).to_have_value(re.compile(r"ply=4$"))


def test_every_step_of_a_replay_is_a_link_without_scripts_and_the_board_of_a_phone_stays(visit: Visitors) -> None:
    player = make_user("Amina")
    game = resign(play_on(started_game(player, make_user("Brahim")), 3).pk, player)
    viewport = {"width": 390, "height": 844}
    page = visit(None, f"/t/{game.code}/replay/?ply=2", java_script_enabled=False, viewport=viewport)
    top = page.locator("svg.board").evaluate("board => board.getBoundingClientRect().top + scrollY")
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("#prompt")).to_have_text("Turn 1: Amina")
    page.get_by_role("link", name="Last position").click()
    expect(page.locator("#prompt")).to_contain_text("Amina resigned.")
    assert page.locator("svg.board").evaluate("board => board.getBoundingClientRect().top + scrollY") == top


def test_a_game_file_is_replayed_in_place_on_a_phone(visit: Visitors) -> None:
    game = short_game()
    page = visit(None, "/replay/", viewport={"width": 390, "height": 844})
    page.get_by_label("Or paste its text").fill(game_file(game, game_record(game)))
    page.get_by_role("button", name="Show the game").click()
    where, log = page.locator("[data-where]"), page.locator("[data-log]")
    expect(where).to_have_text("2 turns")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("End")
    expect(where).to_have_text("Turn 2 of 2, step 6 of 6")
    expect(page.locator("#prompt")).to_contain_text("the game is over")

    def place() -> list[object]:
        """Return how far the page is scrolled, and where on the screen the board and a button are."""
        parts = page.locator("svg.board"), page.locator("[data-go=previous]")
        return [page.evaluate("scrollY"), *(part.bounding_box() for part in parts)]

    before = place()
    assert before[0] == 0
    expect(page.locator("[data-go=previous]")).to_be_in_viewport(ratio=1)
    for step in (5, 4, 3):
        page.get_by_role("button", name="Previous step").click()
        expect(where).to_have_text(f"Turn {2 if step > 3 else 1} of 2, step {step} of 6")
        assert place() == before
        expect(page.locator(".replay-text")).to_be_in_viewport(ratio=1)
    page.keyboard.press("ArrowRight")
    expect(where).to_have_text("Turn 2 of 2, step 4 of 6")
    expect(page.locator("#now")).to_contain_text("Turn 2: Brahim")  # from the page of this step
    expect(log.locator("[aria-current]")).to_have_attribute("data-ply-of", "4")
    log.get_by_role("button", name="Turn 1", exact=True).click()
    expect(where).to_have_text("Turn 1 of 2, step 3 of 6")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(where).to_have_text("Turn 2 of 2, step 6 of 6")
    expect(page).to_have_url(re.compile("/replay/$"))


def test_a_tapped_square_is_read_above_the_game_on_a_phone(visit: Visitors) -> None:
    page = visit(None, f"/t/{short_game().code}/replay/", viewport={"width": 390, "height": 844}, has_touch=True)
    says = page.locator("#play .board-says")
    parts = [page.locator(part) for part in (".board-frame", ".replay-text", ".stepper", ".replay-controls__slide")]
    before = [part.bounding_box() for part in parts]
    expect(says).to_be_hidden()
    page.locator("#play [role=gridcell][data-cell=a1]").tap()
    expect(says).to_contain_text("a1")
    shown, board = says.bounding_box(), before[0]
    assert shown
    assert board
    assert shown["y"] + shown["height"] <= board["y"]
    assert [part.bounding_box() for part in parts] == before
    page.locator("#play [role=gridcell][data-cell=a1]").tap()
    expect(says).to_be_hidden()
    page.locator("#play [role=gridcell][data-cell=a1]").tap()
    expect(says).to_be_visible()
    page.get_by_role("link", name="Next step").tap()
    expect(says).to_be_hidden()
    page.locator("#play [role=gridcell][data-cell=a1]").tap()
    expect(says).to_be_visible()
    page.get_by_role("slider", name="Step").evaluate("one => { one.value = 1; one.dispatchEvent(new Event('input')); }")
    expect(says).to_be_hidden()


TILES = """() => {
  const { left, right, top, bottom } = document.querySelector("[data-big]").getBoundingClientRect();
  return Object.fromEntries([...document.querySelectorAll(".b-lying [href*='/p.']")].map((tile) => {
    const box = tile.getBoundingClientRect();
    const isSeen = box.left > left - 4 && box.right < right + 4 && box.top > top - 4 && box.bottom < bottom + 4;
    return [`${tile.getAttribute("x")} ${tile.getAttribute("y")}`, isSeen];
  }));
}"""


def test_a_board_that_grows_in_a_replay_is_whole_until_it_is_enlarged_and_then_shows_what_was_played(
    visit: Visitors,
) -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 60)
    page = visit(None, f"/t/{game.code}/replay/", **PHONE)
    size = "() => Math.round(document.querySelector(\".b-lying [href*='/p.']\").getBoundingClientRect().width)"
    slider, where = page.get_by_role("slider", name="Step"), page.locator("[data-where]")

    def tiles_at(ply: int) -> dict[str, bool]:
        """Return the places of the tiles, and which of them are in sight."""
        slider.fill(str(ply))
        expect(where).to_contain_text(re.compile(f"[ –]{ply} of"))
        return dict(page.evaluate(TILES))

    for ply in (20, 40, 60):
        assert all(tiles_at(ply).values())
    for _ in range(2):
        page.get_by_role("button", name="Larger").click()
    large, before = page.evaluate(size), tiles_at(20)
    for ply in range(21, 61):
        tiles = tiles_at(ply)
        assert page.evaluate(size) == large
        assert all(tiles[place] for place in tiles if place not in before)
        before = tiles
    assert not all(before.values())  # the board is larger than its frame
    page.get_by_role("button", name="Whole board").click()
    assert all((tiles_at(20) | tiles_at(60)).values())


def test_space_plays_a_replay_after_a_step_was_clicked(visit: Visitors) -> None:
    page = visit(None, f"/t/{short_game().code}/replay/")
    page.get_by_role("link", name="Next step").click()
    expect(page.locator("[data-where]")).to_contain_text("step 1 of")
    page.keyboard.press("Space")
    expect(page.locator("[data-go=play] [data-word]")).to_have_text("Pause")
    assert page.evaluate("scrollY") == 0


def test_a_position_of_a_board_that_grows_looks_the_same_however_one_comes_to_it(visit: Visitors) -> None:
    game = play_on(started_game(title="marram", ruleset="classic-long"), 60)
    address, size = f"/t/{game.code}/replay/?ply=", {"width": 1280, "height": 800}
    boxes = """() => [...document.querySelectorAll(".b-lying [href*='/p.']")].map((tile) => {
      const { x, y, width } = tile.getBoundingClientRect();
      return [x, y, width].map(Math.round);
    })"""
    by_address = {ply: visit(None, f"{address}{ply}", viewport=size).evaluate(boxes) for ply in (14, 60)}
    page = visit(None, f"{address}0", viewport=size)
    slider, where = page.get_by_role("slider", name="Step"), page.locator("[data-where]")
    for ply in (60, 14, 60):
        slider.fill(str(ply))
        expect(where).to_contain_text(re.compile(f"[ –]{ply} of"))
        assert page.evaluate(boxes) == by_address[ply]


def game_of_four() -> Game:
    return play_on(started_game(*map(make_user, ("Amina", "Brahim", "Chama", "Driss")), options={"rugs": "1/1/1"}))


@pytest.mark.parametrize("width", [360, 1280])
def test_long_names_fit_the_replay_of_a_game_file(visit: Visitors, width: int) -> None:
    game = game_of_four()
    page = visit(None, "/replay/", viewport={"width": width, "height": 800})
    text = game_file(game, game_record(game)).replace("Brahim", "Wolfeschlegelsteinhausenberger")
    page.get_by_label("Or paste its text").fill(text)
    page.get_by_role("button", name="Show the game").click()
    log = page.locator("[data-log]")
    expect(log).to_contain_text("Wolfeschlegelsteinhausenberger")
    assert log.evaluate("log => log.scrollWidth <= log.clientWidth")
    names = page.locator(".seat__name:not(:has(> *)), .seat__name > *")
    cut = names.evaluate_all("""names => names.filter((name) => name.scrollWidth > name.clientWidth)
      .map((name) => getComputedStyle(name)).map(({display, textOverflow}) => `${display} ${textOverflow}`)""")
    assert set(cut) == ({"block ellipsis"} if width < 1000 else set())  # in a flexible box, text ends without dots


def test_the_text_of_each_step_is_seen_in_the_log(visit: Visitors) -> None:
    page = visit(None, f"/t/{game_of_four().code}/replay/", viewport={"width": 360, "height": 500})
    log = page.locator("[data-log]")
    for step in range(1, 13):
        page.keyboard.press("ArrowRight")
        expect(page.locator("[data-where]")).to_contain_text(f"step {step} ")
        above, below = log.evaluate("""log => {
          const [box, text] = [log, log.querySelector("[aria-current]")].map((part) => part.getBoundingClientRect());
          return [text.top - box.top, box.bottom - text.bottom - 3 * parseFloat(getComputedStyle(log).lineHeight)];
        }""")
        assert above >= -1
        assert below >= -1 or above <= 1  # further down the text fades; one that is too long is read from its beginning


def test_the_last_turns_are_seen_in_the_log_of_a_desk(visit: Visitors) -> None:
    players = map(make_user, ("Amina", "Brahim", "Chama"))
    game = play_on(started_game(*players, title="marram", ruleset="classic-short"))
    page = visit(None, f"/t/{game.code}/replay/?ply={game.ply}", viewport={"width": 1280, "height": 800})
    is_seen = """log => {
      const [box, text] = [log, log.querySelector("[aria-current]")].map((part) => part.getBoundingClientRect());
      return text.bottom <= innerHeight || text.top <= box.top + 1; // one that is too long is read from its beginning
    }"""
    for _step in range(12):
        where = page.locator("[data-where]").inner_text()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("[data-where]")).not_to_have_text(where)
        assert page.locator("[data-log]").evaluate(is_seen)


def test_what_stands_below_the_players_of_a_desk_stays_at_every_step(visit: Visitors) -> None:
    page = visit(None, f"/t/{game_of_four().code}/replay/", viewport={"width": 1280, "height": 800})

    def places() -> list[object]:
        """Return where the text of the step and the seats are."""
        box = "part => [part.getBoundingClientRect().top + scrollY, part.offsetHeight]"
        return [page.locator(part).first.evaluate(box) for part in ("#now", "#seats")]

    before = places()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-where]")).to_contain_text("step 1")
    page.locator(".seat__number dd").evaluate_all("numbers => { for (const one of numbers) one.textContent = '10' }")
    assert places() == before


def test_a_game_file_is_stepped_through_without_scripts(visit: Visitors) -> None:
    game = short_game()
    page = visit(None, "/replay/", java_script_enabled=False)
    page.get_by_label("Or paste its text").fill(game_file(game, game_record(game)))
    page.get_by_role("button", name="Show the game").click()
    page.get_by_role("button", name="Last position").click()
    page.get_by_role("button", name="Previous step").click()
    expect(page.locator("[data-where]")).to_have_text("Turn 2 of 2, step 5 of 6")
    page.locator("[data-log]").get_by_role("button", name="Turn 1", exact=True).click()
    expect(page.locator("[data-where]")).to_have_text("Turn 1 of 2, step 3 of 6")
