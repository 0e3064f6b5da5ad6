import random
import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.dice import NewShare
from games.core.models import Game, Seat
from games.engine.dice import V2, share_commitment
from games.engine.registry import get_title
from games.lobby.invitations import invite_player, rematch
from games.lobby.tables import join_table
from games.play.endings import resign
from games.play.robots import robots_for
from tests.browser.visitors import Visitors
from tests.helpers.full_runs import full_only
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = pytest.mark.browser

KEPT = "() => Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith('share:')))"


def kept(page: Page) -> dict[str, str]:
    """Return the shares that the browser keeps, by commitment."""
    found: dict[str, str] = page.evaluate(KEPT)
    return {key.removeprefix("share:"): value.split(" ")[0] for key, value in found.items()}


def seat_of(game: Game, name: str) -> Seat:
    return Seat.objects.get(game=game, user__username=name)


def test_a_share_of_the_dice_stays_in_the_browser_until_the_game_has_started(
    visit: Visitors, transactional_db: None
) -> None:
    bob = make_user("bob")
    game = make_table(make_user("ann"), seat_count=3)
    page = visit(bob, f"/t/{game.code}/")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
    seat = seat_of(game, "bob")
    share = kept(page)[seat.share_commitment]
    assert (seat.share_source, seat.entropy) == ("device", "")
    assert re.fullmatch("[0-9a-f]{64}", share)
    join_table(game.pk, make_user("cy"), share=NewShare())
    with page.expect_response(f"**/t/{game.code}/share/") as opened:
        page.goto(f"/t/{game.code}/")
    assert opened.value.status == 200
    assert seat_of(game, "bob").entropy == share


def way_to_join(way: str, ann: User, bob: User) -> tuple[str, str]:
    """Return the page and the button of a way to take a seat at a table of Ann's."""
    if way == "rematch":
        over = resign(started_game(ann, bob).pk, ann)
        rematch(over.pk, ann)
        return over.get_absolute_url(), "Play the rematch"
    game = make_table(ann, seat_count=3)
    if way == "lobby":
        return "/lobby/", "Join"
    code = invite_player(game.pk, ann, "bob").code
    return ("/", "Accept") if way == "dashboard" else (f"/i/{code}/", "Accept and join")


def way_to_create(way: str, bob: User) -> tuple[str, str]:
    """Return the page and the button of a way to get a new table."""
    if way == "rematch":
        return resign(started_game(bob, make_user("ann")).pk, bob).get_absolute_url(), "Rematch"
    if way == "branch":
        over = resign(play_on(started_game(bob, make_user("ann")), 4).pk, bob)
        return f"/t/{over.code}/branch/?ply=4", "Start the game"
    paths = {"first game": ("/", "Play your first game"), "robot": ("/play/greedy/", "Start the game")}
    robot = robots_for(get_title("marrakech"), ["greedy"])[0]
    paths |= {"player": (f"/players/{robot.username}/", "Play against"), "preset": ("/tables/new/", "Start")}
    return paths[way]


def assert_bound(page: Page, seat: Seat) -> None:
    """The browser keeps the share of the seat, and its commitment is bound to the table."""
    share = kept(page)[seat.share_commitment]
    assert seat.share_source == "device"
    assert seat.share_commitment == share_commitment(bytes.fromhex(share), seat.game.code)


@pytest.mark.parametrize("way", ["lobby", full_only("invitation"), full_only("dashboard"), "rematch"])
def test_every_button_that_takes_a_seat_binds_the_commitment_to_the_table(
    visit: Visitors, transactional_db: None, way: str
) -> None:
    ann, bob = make_user("ann"), make_user("bob")
    path, button = way_to_join(way, ann, bob)
    page = visit(bob, path)
    page.route("**/share/", lambda route: route.abort())
    page.get_by_role("button", name=button).first.click()
    page.wait_for_url("**/t/*/")
    assert_bound(page, Seat.objects.filter(user=bob).latest("pk"))


@pytest.mark.parametrize(
    "way", [full_only("rematch"), full_only("branch"), "first game", "robot", full_only("player"), full_only("preset")]
)
def test_every_button_that_creates_a_table_binds_the_commitment_to_it(
    visit: Visitors, transactional_db: None, way: str
) -> None:
    bob = make_user("bob")
    path, button = way_to_create(way, bob)
    page = visit(bob, path)
    page.route("**/share/", lambda route: route.abort())
    before = page.url
    page.get_by_role("button", name=button).first.click()
    page.wait_for_url(lambda url: "/t/" in url and url != before)
    assert_bound(page, Seat.objects.filter(user=bob).latest("pk"))


def test_a_form_that_has_just_come_to_the_page_sends_a_commitment_too(visit: Visitors, transactional_db: None) -> None:
    bob = make_user("bob")
    page = visit(bob, "/")
    page.route("**/share/", lambda route: route.abort())
    page.evaluate(
        """async () => {
          const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
          document.getElementById("main").replaceChildren(...page.getElementById("main").childNodes);
          document.querySelector("[data-takes-seat] button").click();
        }"""
    )
    page.wait_for_url("**/t/*/")
    assert_bound(page, Seat.objects.get(user=bob))


def test_a_guest_plays_a_robot_with_one_click_and_a_share_of_their_own(visit: Visitors, transactional_db: None) -> None:
    page = visit(None, "/")
    page.route("**/share/", lambda route: route.abort())
    page.get_by_role("button", name="Play Marrakech now").click()
    page.wait_for_url("**/t/*/")
    assert_bound(page, Seat.objects.get(user__is_guest=True))


def test_one_click_with_dice_that_have_expired_offers_new_ones(
    visit: Visitors, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    bob = make_user("bob")
    page = visit(bob, "/")
    page.route("**/share/", lambda route: route.abort())
    with monkeypatch.context() as later:
        later.setattr("games.core.dice.DRAFT_LIFETIME", -1)
        page.get_by_role("button", name="Play your first game").click()
        expect(page.get_by_role("alert")).to_contain_text("its secret has expired")
    page.wait_for_load_state()  # with its scripts
    assert not Seat.objects.filter(user=bob).exists()
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*/")
    assert_bound(page, Seat.objects.get(user=bob))


def test_a_table_of_version_2_gets_a_commitment_that_is_not_bound(
    visit: Visitors, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("games.engine.dice.V21", V2)
        game = make_table(make_user("ann"))
    assert game.dice_version == V2
    page = visit(make_user("bob"), f"/t/{game.code}/")
    with page.expect_response(f"**/t/{game.code}/share/") as opened:
        page.get_by_role("button", name="Join", exact=True).click()
    assert opened.value.status == 200
    page.wait_for_function(f"() => !Object.keys(({KEPT})()).length")
    seat = seat_of(game, "bob")
    assert seat.share_commitment == share_commitment(bytes.fromhex(seat.entropy), game.code, V2)
    expect(page.locator("#dice-notice")).to_have_count(0)


def test_a_browser_makes_a_share_for_each_table_in_the_lobby(visit: Visitors, transactional_db: None) -> None:
    ann = make_user("ann")
    make_table(ann, name="First", seat_count=3)
    make_table(ann, name="Second", seat_count=3)
    page = visit(make_user("bob"), "/lobby/")
    page.route("**/join/", lambda route: route.fulfill(status=204))  # the page stays, as one that is gone back to
    for table in ("First", "First", "Second"):
        with page.expect_request("**/join/"):
            page.get_by_role("button", name=f"Join {table}").click()
    assert len(kept(page)) == 2


def test_the_first_action_opens_the_share_of_the_browser(
    visit: Visitors, transactional_db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random.SystemRandom, "shuffle", lambda _self, _seats: None)  # the player has the first turn
    ann = make_user("ann")
    page = visit(ann, "/play/greedy/")
    page.route("**/share/", lambda route: route.abort())
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/t/*/")
    game = Game.objects.get(host=ann)
    seat = seat_of(game, "ann")
    assert (seat.share_source, seat.entropy) == ("device", "")
    share = kept(page)[seat.share_commitment]
    page.locator("#ask input[name=action]").first.check(force=True)
    with page.expect_response("**/act/"):
        page.locator("#ask button[type=submit]").click()
    assert seat_of(game, "ann").entropy == share


def test_a_share_of_words_stays_in_the_browser_too(visit: Visitors, transactional_db: None) -> None:
    game = make_table(make_user("ann"))
    page = visit(make_user("bob"), f"/t/{game.code}/")
    page.locator("#share summary").click()
    page.locator("#entropy").fill("words of my very own")
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.locator("#play")).to_contain_text("Sealed dice")
    page.wait_for_function("() => Object.keys(localStorage).some((name) => name.startsWith('receipt:'))")
    seat = seat_of(game, "bob")
    assert seat.share_source == "words"
    assert bytes.fromhex(seat.entropy)[16:] == b"words of my very own"


def test_the_same_words_make_another_share_each_time(visit: Visitors, transactional_db: None) -> None:
    found = []
    for name in ("bob", "cy"):
        game = make_table(make_user("ann"), seat_count=3)
        page = visit(make_user(name), f"/t/{game.code}/")
        page.locator("#share summary").click()
        page.locator("#entropy").fill("words of my very own")
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.get_by_role("button", name="Leave the table")).to_be_visible()
        found.append(kept(page)[seat_of(game, name).share_commitment])
    assert found[0][32:] == found[1][32:]
    assert found[0][:32] != found[1][:32]


def test_words_that_are_too_long_are_refused_before_they_leave_the_browser(
    visit: Visitors, transactional_db: None
) -> None:
    game = make_table(make_user("ann"), seat_count=3)
    page = visit(make_user("bob"), f"/t/{game.code}/")
    page.locator("#share summary").click()
    field = page.locator("#entropy")
    field.fill("é" * 25)
    page.get_by_role("button", name="Join", exact=True).click()
    assert "48 bytes" in field.evaluate("(field) => field.validationMessage")
    assert game.seats.count() == 1


def test_without_scripts_the_site_draws_the_share(visit: Visitors, transactional_db: None) -> None:
    game = make_table(make_user("ann"), seat_count=3)
    page = visit(make_user("bob"), f"/t/{game.code}/", java_script_enabled=False)
    page.get_by_role("button", name="Join", exact=True).click()
    assert seat_of(game, "bob").share_source == "site"
