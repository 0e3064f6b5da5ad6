import random
import re

import pytest
from playwright.sync_api import Page, expect

from games.core.dice import NewShare
from games.core.models import Game, Seat
from games.lobby.invitations import invite_player, rematch
from games.lobby.tables import join_table
from games.play.endings import resign
from tests.browser.visitors import Visitors
from tests.makers import make_table, make_user, started_game

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
    assert opened.value.status == 204
    assert seat_of(game, "bob").entropy == share
    page.wait_for_function(f"() => !Object.keys(({KEPT})()).length")


@pytest.mark.parametrize("way", ["lobby", "invitation", "dashboard", "rematch", "home"])
def test_every_button_that_takes_a_seat_sends_a_commitment(visit: Visitors, transactional_db: None, way: str) -> None:
    ann, bob = make_user("ann"), make_user("bob")
    if way == "rematch":
        over = resign(started_game(ann, bob).pk, ann)
        game, path, button = rematch(over.pk, ann), over.get_absolute_url(), "Play the rematch"
    elif way == "home":
        game, path, button = None, "/", "Play a robot now"
    else:
        game, path, button = make_table(ann, seat_count=3), "/lobby/", "Join"
    if game and way in {"invitation", "dashboard"}:
        code = invite_player(game.pk, ann, "bob").code
        path, button = ("/", "Accept") if way == "dashboard" else (f"/i/{code}/", "Accept and join")
    page = visit(bob if game else None, path)
    page.get_by_role("button", name=button).first.click()
    page.wait_for_url("**/t/*/")
    seat = Seat.objects.get(game=game, user=bob) if game else Seat.objects.get(user__is_guest=True)
    assert seat.share_source == "device"


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
    seat = seat_of(game, "bob")
    assert seat.share_source == "words"
    page.wait_for_timeout(500)
    seat.refresh_from_db()
    assert bytes.fromhex(seat.entropy) == b"words of my very own"


def test_without_scripts_the_site_draws_the_share(visit: Visitors, transactional_db: None) -> None:
    game = make_table(make_user("ann"), seat_count=3)
    page = visit(make_user("bob"), f"/t/{game.code}/", java_script_enabled=False)
    page.get_by_role("button", name="Join", exact=True).click()
    assert seat_of(game, "bob").share_source == "site"
