"""A site that does not keep its word about an opened share: what the player's browser shows, keeps and holds back."""

import json
import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from playwright.sync_api import Dialog, Page, Route, expect

from accounts.models import User
from games.core.lock import game_for_update
from games.core.models import Entry, Game, Seat
from games.core.receipts import new_receipt
from games.engine.dice import share_commitment
from games.play.actions import play_action
from games.play.undo import go_back
from tests.browser.tables import unfold
from tests.browser.visitors import Visitors
from tests.makers import fresh, make_table, make_user

pytestmark = pytest.mark.browser

NAMES = "(prefix) => Object.keys(localStorage).filter((name) => name.startsWith(prefix))"
STORE_RECEIPT = """(receipt) => { const name = `receipt:${receipt.commitment}`;
    const row = JSON.parse(localStorage.getItem(name));
    localStorage.setItem(name, JSON.stringify({ ...row, receipt })); }"""
MISSING = "Your share in the results is not in the log."
DIFFERS = "not in the log as the site’s receipt says"
PAGE = "**/t/*/"


def kept(page: Page, prefix: str) -> list[str]:
    """Return the commitments for which the browser keeps something: a "share:" or a "receipt:"."""
    names: list[str] = page.evaluate(NAMES, prefix)
    return [name.removeprefix(prefix) for name in names]


def wait_for(page: Page, prefix: str, count: int) -> None:
    page.wait_for_function(f"([prefix, count]) => ({NAMES})(prefix).length === count", arg=[prefix, count])


@pytest.fixture
def player(visit: Visitors, transactional_db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Page]:
    """Return a function that opens the table of bob, who has joined Ann's with his browser and has the first turn.

    Until then, ``before`` may change what the site answers.
    """

    def open_table(before: Callable[[Page], object] | None = None) -> Page:
        monkeypatch.setattr(random.SystemRandom, "shuffle", lambda _self, seats: seats.reverse())
        game = make_table(make_user("ann"), seat_order="random")
        page = visit(make_user("bob"), f"/t/{game.code}/")
        if before:
            before(page)
        page.get_by_role("button", name="Join", exact=True).click()
        expect(page.locator("#ask")).to_be_visible()
        page.wait_for_load_state()  # with its scripts
        return page

    return open_table


def bobs_seat() -> Seat:
    return Seat.objects.get(user__username="bob")


def answer_nothing(page: Page) -> None:
    page.route("**/share/", lambda route: route.fulfill(status=204))


def answer_no_poll(page: Page) -> None:
    page.route("**/poll/*", lambda route: route.fulfill(status=204))


def act(page: Page) -> None:
    unfold(page)
    page.locator("#ask input[name=action]").first.check(force=True)
    page.locator("#ask button[type=submit]").last.click()


def change_answer(change: Callable[[dict[str, Any]], object]) -> Callable[[Route], None]:
    """Return a handler that changes the site's true answer to an opening."""

    def handle(route: Route) -> None:
        answer = route.fetch()
        told = answer.json()
        change(told)
        route.fulfill(response=answer, body=json.dumps(told))

    return handle


def change_page(page: Page, old: str, new: str) -> None:
    """Let the site show something else on the table page."""

    def handle(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace(old, new))

    page.route(PAGE, handle)


def test_an_honest_opening_leaves_a_receipt_and_the_share_goes_when_it_stands_in_the_page(
    player: Callable[..., Page],
) -> None:
    page = player(answer_no_poll)
    wait_for(page, "receipt:", 1)
    seat = bobs_seat()
    assert kept(page, "receipt:") == kept(page, "share:") == [seat.share_commitment]
    page.reload()
    wait_for(page, "share:", 0)
    assert kept(page, "receipt:") == [seat.share_commitment]
    expect(page.locator("#dice-notice")).to_have_count(0)
    with page.expect_response("**/act/"):
        act(page)
    assert Entry.objects.filter(game=seat.game, seat=seat.number).exists()
    expect(page.locator("#dice-notice")).to_have_count(0)


def test_an_opening_that_is_answered_with_nothing_is_shown_in_red_and_the_share_is_kept(
    player: Callable[..., Page],
) -> None:
    page = player(answer_nothing)
    notice = page.locator("#dice-notice")
    expect(notice.locator(".notice--error")).to_contain_text(MISSING)
    seat = bobs_seat()
    assert seat.opening_number is None
    assert kept(page, "share:") == [seat.share_commitment]
    assert kept(page, "receipt:") == []
    page.reload()
    expect(notice).to_contain_text(MISSING)
    assert kept(page, "share:") == [seat.share_commitment]


def test_the_player_tells_the_table_with_a_message_of_their_own(player: Callable[..., Page]) -> None:
    page = player(answer_nothing)
    page.get_by_role("button", name="Tell the table").click()
    field = page.locator("#chat-text")
    expect(field).to_be_focused()
    game = bobs_seat().game
    assert not game.messages.exists()
    with page.expect_response("**/chat/"):
        page.get_by_role("button", name="Send", exact=True).click()
    assert bobs_seat().share_commitment in game.messages.get().text


def test_no_action_is_sent_before_the_player_has_confirmed_the_warning(player: Callable[..., Page]) -> None:
    page = player(answer_nothing)
    expect(page.locator("#dice-notice")).to_contain_text(MISSING)
    game, sent = bobs_seat().game, []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/act/") else None)
    act(page)
    expect(page.get_by_role("button", name="Play anyway")).to_be_focused()
    assert (sent, Entry.objects.filter(game=game, seat=0).count()) == ([], 0)
    with page.expect_response("**/act/"):
        page.get_by_role("button", name="Play anyway").click()
    assert Entry.objects.filter(game=game, seat=0).count() == 1


def test_a_site_that_does_not_give_the_notice_gets_no_action_without_a_warning(player: Callable[..., Page]) -> None:
    def answer(page: Page) -> None:
        answer_nothing(page)
        page.route("**/dice/", lambda route: route.abort())

    page = player(answer)
    expect(page.locator("#dice-notice .notice--error")).to_have_text(MISSING)
    game = bobs_seat().game
    asked: list[str] = []

    def refuse(dialog: Dialog) -> None:
        asked.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", refuse)
    act(page)
    page.wait_for_timeout(300)
    assert asked == [MISSING]
    assert not Entry.objects.filter(game=game, seat=0).exists()


def test_the_plan_of_a_turn_waits_for_the_confirmation_too(player: Callable[..., Page]) -> None:
    page = player(answer_nothing)
    game = bobs_seat().game
    page.goto(f"/t/{game.code}/plan/")
    expect(page.locator("#dice-notice")).to_contain_text(MISSING)
    page.get_by_role("button", name="Roll and play the whole turn").click()
    expect(page.get_by_role("button", name="Play anyway")).to_be_focused()
    assert not Entry.objects.filter(game=game, seat=0).exists()
    page.get_by_role("button", name="Play anyway").click()
    page.wait_for_url(lambda url: "/plan/" not in url)
    assert Entry.objects.filter(game=game, seat=0).exists()


UNPROVED: list[Callable[[dict[str, Any]], object]] = [
    lambda told: told.update(receipt=None),
    lambda told: told["receipt"].update(mixed="ab" * 32),
    lambda told: told["receipt"].update(results=told["receipt"]["results"] + 1),
    lambda told: told["receipt"].update(step=0 if told["receipt"]["step"] else 1),
    lambda told: told["receipt"].update(commitment="cd" * 32),
    lambda told: told["receipt"].update(table="another"),
    lambda told: told.update(opened=told["opened"][:-1]),
    lambda told: told["opened"][0].update(share="ef" * 32),
    lambda told: told.update(key=told["key"][:-8] + "AAAAAAAA"),
    lambda told: told["receipt"].pop("signature"),
]


def test_a_receipt_that_proves_nothing_is_shown_in_red_and_the_share_is_kept(player: Callable[..., Page]) -> None:
    changes = list(UNPROVED)
    page = player(lambda page: page.route("**/share/", change_answer(lambda told: changes[0](told))))
    while changes:
        expect(page.locator("#dice-notice")).to_contain_text(MISSING)
        assert kept(page, "share:") == [bobs_seat().share_commitment]
        assert kept(page, "receipt:") == []
        changes.pop(0)
        if changes:
            with page.expect_response("**/share/"):
                page.reload()  # without a receipt, the share is sent again


def test_a_receipt_that_no_longer_stands_in_the_page_as_it_was_is_shown_in_red(player: Callable[..., Page]) -> None:
    page = player(answer_no_poll)
    wait_for(page, "receipt:", 1)
    seat, version = bobs_seat(), 99
    honest = dict(seat.receipt)
    for name, value in {"results": 9, "step": 9, "mixed": "ab" * 32, "seat": 1, "signature": "AAAA"}.items():
        seat.receipt = {**honest, name: value}
        seat.save()
        Game.objects.filter(pk=seat.game_id).update(version=version)
        version += 1
        page.reload()
        expect(page.locator("#dice-notice")).to_contain_text(DIFFERS)
        assert kept(page, "receipt:") == kept(page, "share:") == [seat.share_commitment]
    act(page)
    expect(page.get_by_role("button", name="Play anyway")).to_be_focused()
    page.get_by_role("button", name="Tell the table").click()
    assert "signature: " in page.locator("#chat-text").input_value()
    seat.opening_ply = honest["step"] + 9  # a true receipt for a step that the game has not reached
    seat.receipt = new_receipt(seat.game, seat, honest["results"] + 3)
    seat.save()
    page.evaluate(STORE_RECEIPT, seat.receipt)
    Game.objects.filter(pk=seat.game_id).update(version=version)
    page.reload()
    expect(page.locator("#dice-notice")).to_contain_text(DIFFERS)
    Game.objects.filter(pk=seat.game_id).update(version=version + 1, undone=1)
    page.reload()
    wait_for(page, "share:", 0)


def test_an_opening_that_disappears_from_the_page_is_shown_in_red_long_after(player: Callable[..., Page]) -> None:
    page = player()
    wait_for(page, "receipt:", 1)
    page.reload()
    wait_for(page, "share:", 0)
    Seat.objects.filter(user__username="bob").update(receipt={}, opening_number=None, entropy="")
    Game.objects.update(version=99)
    page.reload()
    expect(page.locator("#dice-notice")).to_contain_text(DIFFERS)


def test_an_old_copy_of_the_page_raises_no_alarm(player: Callable[..., Page]) -> None:
    page = player()
    wait_for(page, "receipt:", 1)
    page.evaluate("() => document.getElementById('poll').setAttribute('data-receipts', '[]')")
    page.evaluate("() => document.dispatchEvent(new Event('htmx:afterSettle'))")
    wait_for(page, "share:", 0)
    expect(page.locator("#dice-notice")).to_have_count(0)


def test_a_lost_answer_is_asked_for_again(player: Callable[..., Page]) -> None:
    def lose(route: Route) -> None:
        route.fetch()
        route.abort()

    page = player(lambda page: page.route("**/share/", lose))
    if bobs_seat().opening_number is None:
        page.wait_for_event("requestfailed")
    seat = bobs_seat()
    assert seat.opening_number is not None
    assert kept(page, "share:") == [seat.share_commitment]
    assert kept(page, "receipt:") == []
    page.unroute("**/share/")
    page.reload()
    wait_for(page, "receipt:", 1)
    assert bobs_seat().receipt == seat.receipt
    expect(page.locator("#dice-notice")).to_have_count(0)


def test_a_share_that_goes_with_an_action_and_is_dropped_is_shown_in_red(player: Callable[..., Page]) -> None:
    def drop_share(route: Route) -> None:
        body = route.request.post_data or ""
        fields = [field for field in body.split("&") if not field.startswith("share=")]
        route.continue_(post_data="&".join([*fields, "without_share=on"]))

    page = player(lambda page: page.route("**/share/", lambda route: route.fulfill(status=409)))
    page.route("**/act/", drop_share)
    with page.expect_response("**/act/"):
        act(page)
    expect(page.locator("#dice-notice")).to_be_visible()
    assert kept(page, "share:") == [bobs_seat().share_commitment]


def test_a_page_that_says_that_nothing_is_due_without_a_receipt_is_shown_in_red(player: Callable[..., Page]) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.fulfill(status=409)))
    expect(page.locator("#dice-notice")).to_have_count(0)
    change_page(page, "data-share-due=", "data-nothing-due=")
    page.reload()
    expect(page.locator("#dice-notice")).to_contain_text(MISSING)
    assert kept(page, "share:") == [bobs_seat().share_commitment]


def test_the_device_that_has_the_share_sends_it_instead_of_playing_without(player: Callable[..., Page]) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.abort()))
    page.evaluate("() => document.querySelector('#ask').removeAttribute('data-acts')")
    act(page)
    button = page.get_by_role("button", name="Play without it")
    expect(button).to_be_visible()
    assert bobs_seat().opening_number is None
    page.unroute("**/share/")
    button.click()
    wait_for(page, "receipt:", 1)
    assert (bobs_seat().share_given_up, bobs_seat().opening_number) == ("", 1)


def test_another_device_says_beside_confirm_that_it_plays_without_the_share(
    player: Callable[..., Page], visit: Visitors
) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.abort()))
    expect(page.locator("[data-no-share]")).to_be_hidden()
    seat = bobs_seat()
    other = visit(seat.user, f"/t/{seat.game.code}/")
    expect(other.locator("[data-no-share]")).to_contain_text("in another browser")
    act(other)
    expect(other.locator("#log")).to_contain_text("You played without adding your share")
    assert bobs_seat().share_given_up == "player"


def test_a_share_that_was_given_up_elsewhere_is_shown_in_amber_once(
    player: Callable[..., Page],
) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.abort()))
    seat, bob = bobs_seat(), User.objects.get(username="bob")
    play_action(seat.game_id, bob, "F", seat.game.ply, without_share=True)
    page.unroute("**/share/")
    page.reload()
    expect(page.locator("#dice-notice .notice--warning")).to_contain_text("without this device’s share")
    page.reload()
    page.wait_for_load_state()
    expect(page.locator("#dice-notice")).to_have_count(0)


def test_the_page_names_devices_that_have_not_opened_their_shares_and_no_roll_waits(
    player: Callable[..., Page], visit: Visitors
) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.abort()))
    seat = bobs_seat()
    ann = visit(User.objects.get(username="ann"), f"/t/{seat.game.code}/")
    late = "bob’s device has not opened its share in the results yet."
    expect(ann.locator("#play")).to_contain_text(late)
    expect(page.locator("#play")).not_to_contain_text(late)
    page.unroute("**/share/")
    page.reload()
    wait_for(page, "receipt:", 1)
    ann.reload()
    expect(ann.locator("#play")).not_to_contain_text("has not opened its share")


def test_the_first_action_opens_the_share_and_brings_the_receipt(player: Callable[..., Page]) -> None:
    page = player(lambda page: page.route("**/share/", lambda route: route.abort()))
    page.unroute("**/share/")
    act(page)
    wait_for(page, "receipt:", 1)
    seat = bobs_seat()
    assert seat.opening_ply == 2
    page.reload()
    wait_for(page, "share:", 0)


def test_a_seat_with_another_share_than_the_one_of_this_device_is_shown_in_amber(
    player: Callable[..., Page],
) -> None:
    page = player(answer_nothing)
    seat = bobs_seat()
    seat.share_commitment = share_commitment(b"the share of somebody else", seat.game.code)
    seat.save()
    page.reload()
    expect(page.locator("#dice-notice .notice--warning")).to_contain_text("another share in the results")


def test_a_game_that_an_operator_took_back_behind_the_opening_is_shown_in_amber(player: Callable[..., Page]) -> None:
    page = player()
    wait_for(page, "receipt:", 1)
    game = bobs_seat().game
    Entry.objects.filter(game=game, ply=1).update(state_hash="damaged")
    with transaction.atomic():
        go_back(game_for_update(game.pk), 1, timezone.now(), "The log was damaged.")
    page.reload()
    expect(page.locator("#dice-notice .notice--warning")).to_contain_text("The game was taken back")
    wait_for(page, "share:", 0)
    with page.expect_response("**/act/"):
        act(page)


def test_a_receipt_of_the_page_for_fewer_results_is_shown_in_amber(player: Callable[..., Page]) -> None:
    page = player()
    wait_for(page, "receipt:", 1)
    key = kept(page, "receipt:")[0]
    page.evaluate(
        """(name) => { const row = JSON.parse(localStorage.getItem(name));
        row.receipt.results += 3; row.receipt.step += 9; localStorage.setItem(name, JSON.stringify(row)); }""",
        f"receipt:{key}",
    )
    page.reload()
    expect(page.locator("#dice-notice .notice--warning")).to_contain_text("taken back")
    act(page)
    page.wait_for_timeout(300)
    assert fresh(bobs_seat().game).ply > 0
