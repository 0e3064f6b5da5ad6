import pytest
from playwright.sync_api import Page, expect

from games.notifications.models import PushDevice
from tests.makers import make_user, started_game

from ..visitors import Visitors

pytestmark = pytest.mark.browser
# Chromium without network has no push service: what the page asks of the browser is played by this.
SUBSCRIBED = """
window.ended = [];
ServiceWorkerContainer.prototype.getRegistration = async () => ({ pushManager: { getSubscription: async () => ({
  endpoint: "https://push.example.org/send/1",
  unsubscribe: async () => { localStorage.ended = "https://push.example.org/send/1"; return true; },
}) } });
"""


def sign_out(page: Page) -> None:
    page.locator(".site-account summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()


def test_back_shows_nothing_of_the_player_who_has_signed_out(visit: Visitors) -> None:
    amina = make_user("Amina")
    game = started_game(amina, make_user("Brahim"), name="Behind the curtain", is_private=True)
    page = visit(amina, game.get_absolute_url())
    page.goto("/")
    sign_out(page)
    for _step in range(2):
        page.go_back()
        expect(page.get_by_text("Behind the curtain")).to_have_count(0)
        expect(page.locator("body")).to_be_visible()
    visit.watch.problems.clear()  # the private table is not found


def test_a_page_kept_by_the_browser_is_loaded_again_when_the_player_has_changed(visit: Visitors) -> None:
    page = visit(make_user("Amina"), "/rules/")
    page.evaluate("window.isOld = true")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    assert page.evaluate("window.isOld")  # the same player
    page.evaluate("localStorage.setItem('person', '')")
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    page.wait_for_function("!window.isOld && !document.body.hidden")


def test_signing_out_ends_the_subscription_of_this_browser(visit: Visitors) -> None:
    amina = make_user("Amina")
    values = {"p256dh": "p", "auth": "a", "name": "Chromium"}
    PushDevice.objects.create(user=amina, endpoint="https://push.example.org/send/1", **values)
    page = visit(amina, "/rules/")
    page.evaluate(SUBSCRIBED)
    sign_out(page)
    assert page.evaluate("localStorage.ended") == "https://push.example.org/send/1"
    assert not PushDevice.objects.exists()
