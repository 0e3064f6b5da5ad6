"""What an open page says and keeps when its session has ended, or belongs to someone else now."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings
from django.utils import timezone
from playwright.sync_api import Page, expect

from accounts.models import User
from games.chat.models import ChatMessage
from games.clocks.models import TimeGift, Turn
from games.core.models import Entry, Game
from tests.browser.tables import WAKE, Table, open_chat, unfold
from tests.browser.visitors import PHONE, Visitors, session_of
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser
PASSWORD = "seven camels in the sand"
NOTICE = "[data-session]"
KEPT = "Object.keys(localStorage).filter((name) => name.startsWith('draft:'))"


@pytest.fixture
def game(transactional_db: None) -> Game:
    users = [make_user("Amina"), make_user("Brahim")]
    for user in users:
        user.set_password(PASSWORD)
        user.save()
    return play_on(started_game(*users), 8)


def sign_out_in_another_tab(page: Page) -> None:
    tab = page.context.new_page()
    tab.goto("/accounts/logout/")
    tab.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(tab.get_by_role("link", name="Sign in").first).to_be_visible()
    tab.close()


def delete_cookies(page: Page) -> None:
    page.context.clear_cookies()


def sign_in(page: Page, user: User) -> None:
    page.get_by_label("Name or email").or_(page.locator("[name=login]")).first.fill(user.username)
    page.locator("[name=password]").fill(PASSWORD)
    page.get_by_role("main").get_by_role("button", name="Sign in").click()


def choose(page: Page) -> str:
    """Choose the second action of the list, which is not chosen from the beginning. Return its notation."""
    notation = Table(page).offers()[1]
    unfold(page)
    page.locator(f'#ask input[value="{notation}"]').check()
    return notation


@pytest.mark.parametrize("end_session", [sign_out_in_another_tab, delete_cookies])
def test_a_chosen_action_and_a_message_survive_the_end_of_the_session(
    visit: Visitors, game: Game, end_session: Callable[[Page], None]
) -> None:
    user = acting_user(game)
    page = visit(user, game.get_absolute_url())
    notation, entries = choose(page), Entry.objects.count()
    open_chat(page)
    page.locator("#chat-text").fill("Mint tea, anyone?")
    end_session(page)
    page.locator("#ask button").click()
    expect(page.locator(NOTICE)).to_contain_text("You are signed out. Nothing was sent.")
    page.locator("#chat-form button").click()
    expect(page.locator(f"{NOTICE} a")).to_be_focused()
    expect(page.locator(f'#ask input[value="{notation}"]')).to_be_checked()
    expect(page.locator("#chat-text")).to_have_value("Mint tea, anyone?")
    assert (Entry.objects.count(), ChatMessage.objects.count()) == (entries, 0)
    page.locator(f"{NOTICE} a").click()
    sign_in(page, user)
    page.wait_for_url(f"**{game.get_absolute_url()}")
    expect(page.locator(f'#ask input[value="{notation}"]')).to_be_checked()
    expect(page.locator("#chat-text")).to_have_value("Mint tea, anyone?")
    assert page.evaluate(KEPT) == []
    Table(page).confirm()
    page.locator("#chat-form button").click()
    expect(page.locator("#chat")).to_contain_text("Mint tea, anyone?")
    expect(page.locator("#chat-text")).to_have_value("")


def test_time_is_not_given_without_a_session(visit: Visitors, game: Game) -> None:
    Turn.objects.update(deadline=timezone.now() + timedelta(days=2), notified_at=timezone.now(), notified_by="email")
    other = make_user("Brahim" if acting_user(game).username == "Amina" else "Amina")
    page = visit(other, game.get_absolute_url())
    delete_cookies(page)
    page.locator("details.give summary").first.click()
    page.locator("details.give button").first.click()
    expect(page.locator(NOTICE)).to_contain_text("You are signed out")
    expect(page.locator("#chat-form")).to_be_attached()
    assert not TimeGift.objects.exists()


def test_a_resignation_without_a_session_says_that_nothing_was_sent(visit: Visitors, game: Game) -> None:
    user = acting_user(game)
    page = visit(user, f"{game.get_absolute_url()}resign/")
    delete_cookies(page)
    page.get_by_role("button", name="Yes, I resign").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are signed out")
    page.get_by_role("link", name="Sign in and come back").click()
    sign_in(page, user)
    page.wait_for_url("**/resign/")
    game.refresh_from_db()
    assert game.status == "running"


def test_the_poll_of_an_ended_session_changes_nothing_on_the_page(visit: Visitors, game: Game) -> None:
    user = acting_user(game)
    page = visit(user, game.get_absolute_url(), **PHONE)
    notation = choose(page)
    page.context.clear_cookies()
    game.version += 1
    game.save(update_fields=["version"])
    page.evaluate(WAKE)
    expect(page.locator(NOTICE)).to_be_visible()
    expect(page.locator(f'#ask input[value="{notation}"]')).to_be_checked()
    page.context.add_cookies([cookie_of(user, page)])
    page.evaluate(WAKE)
    expect(page.locator(NOTICE)).to_have_count(0)
    assert page.evaluate(KEPT) == []


def cookie_of(user: User, page: Page) -> Any:
    return {"name": settings.SESSION_COOKIE_NAME, "value": session_of(user), "url": page.evaluate("location.origin")}


def test_nothing_is_played_for_somebody_who_has_signed_in_meanwhile(visit: Visitors, game: Game) -> None:
    mine = acting_user(game)
    other = make_user("Brahim" if mine.username == "Amina" else "Amina")
    page = visit(mine, game.get_absolute_url())
    open_chat(page)
    page.locator("#chat-text").fill("A secret of mine")
    page.context.add_cookies([cookie_of(other, page)])
    page.locator("#chat-form button").click()
    expect(page.locator(NOTICE)).to_contain_text(f"You are signed in as {other.username} now")
    assert not ChatMessage.objects.exists()
    page.locator(f"{NOTICE} a").click()
    expect(page.locator("#chat-text")).to_have_value("")
    page.context.add_cookies([cookie_of(mine, page)])
    page.reload()
    expect(page.locator("#chat-text")).to_have_value("A secret of mine")


def test_after_signing_in_again_in_another_tab_the_page_asks_to_be_loaded(visit: Visitors, game: Game) -> None:
    user = acting_user(game)
    page = visit(user, game.get_absolute_url())
    page.route("**/poll/*", lambda route: route.fulfill(status=204))  # an update would bring the new form
    sign_out_in_another_tab(page)
    tab = page.context.new_page()
    tab.goto("/accounts/login/")
    sign_in(tab, user)
    expect(tab.locator("details.menu").first).to_be_visible()
    open_chat(page)
    page.locator("#chat-text").fill("Still here?")
    page.locator("#chat-form button").click()
    expect(page.locator(NOTICE)).to_contain_text("You have signed in again")
    page.locator(f"{NOTICE} a").click()
    expect(page.locator("#chat-text")).to_have_value("Still here?")
    page.locator("#chat-form button").click()
    expect(page.locator("#chat")).to_contain_text("Still here?")


def test_a_form_without_htmx_is_filled_in_again_after_signing_in(visit: Visitors, game: Game) -> None:
    user = acting_user(game)
    page = visit(user, "/settings/")
    page.locator("[name=about]").fill("I like saffron.")
    page.context.clear_cookies()
    page.locator("main form:has([name=about]) [type=submit]").click()
    expect(page.locator("[data-sent-texts] textarea")).to_have_value("I like saffron.")
    page.get_by_role("link", name="Sign in and come back").click()
    sign_in(page, user)
    expect(page.locator("[name=about]")).to_have_value("I like saffron.")
    page.locator("main form:has([name=about]) [type=submit]").click()
    page.wait_for_url("**/settings/")
    assert page.evaluate(KEPT) == []


def test_signing_out_deletes_what_was_kept_of_this_user_only(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), "/rules/")
    person = page.locator("meta[name=person]").get_attribute("content")
    for key in (f"draft:{person}:/t/x/", "draft:other:/t/x/"):
        page.evaluate("key => localStorage.setItem(key, '{}')", key)
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()
    assert page.evaluate(KEPT) == ["draft:other:/t/x/"]


def test_without_scripts_the_text_stands_on_the_page_that_refuses_it(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url(), java_script_enabled=False)
    open_chat(page)
    page.locator("#chat-text").fill("Mint tea?")
    page.context.clear_cookies(name=settings.SESSION_COOKIE_NAME)
    page.locator("#chat-form button").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("You are signed out")
    expect(page.locator("[data-sent-texts] textarea")).to_have_value("Mint tea?")


def test_the_dashboard_of_an_ended_session_stays(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), "/")
    page.context.clear_cookies()
    page.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(page.locator(NOTICE)).to_be_visible()
    expect(page.locator("#main")).to_contain_text(game.name)
