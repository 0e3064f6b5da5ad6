"""Passkeys in Chromium, with an authenticator of its own: added, used alone, used after the password, removed."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.makers import make_user

from .visitors import Visitors

pytestmark = pytest.mark.browser
PASSWORD = "carpets-and-coins"
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


def give_authenticator(page: Page) -> None:
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})


def add_passkey(page: Page, *, alone: bool = True) -> None:
    page.goto("/accounts/2fa/webauthn/add/")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.get_by_label("Name of this passkey").fill("My phone")
    page.get_by_label("Sign in with it alone").set_checked(alone)
    page.locator("main").get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The passkey has been added.")).to_be_visible()
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def sign_out(page: Page) -> None:
    page.goto("/accounts/logout/")
    page.locator("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()


@pytest.fixture
def amina(visit: Visitors) -> tuple[User, Page]:
    user = make_user("Amina")
    page = visit(user, "/accounts/2fa/")
    give_authenticator(page)
    return user, page


def test_a_passkey_signs_in_alone_and_is_removed(amina: tuple[User, Page]) -> None:
    _user, page = amina
    add_passkey(page)
    sign_out(page)
    page.goto("/accounts/login/?next=/tables/new/")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    page.goto("/accounts/2fa/webauthn/")
    expect(page.get_by_role("heading", name="My phone")).to_be_visible()
    page.get_by_role("link", name="Remove").click()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    page.locator("main").get_by_role("button", name="Remove").click()
    expect(page.get_by_text("You have no passkeys.")).to_be_visible()
    assert not Authenticator.objects.exists()


def test_a_passkey_is_the_second_factor_after_the_password(amina: tuple[User, Page]) -> None:
    _user, page = amina
    add_passkey(page, alone=False)
    sign_out(page)
    page.goto("/accounts/login/")
    page.get_by_label("Name or email address").fill("Amina")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Two-factor authentication")).to_be_visible()
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_have_count(0)
    page.goto("/settings/")
    expect(page.get_by_label("Display name")).to_be_visible()


def test_without_a_passkey_the_page_says_that_it_did_not_work(amina: tuple[User, Page]) -> None:
    _user, page = amina
    sign_out(page)
    page.goto("/accounts/login/")
    page.evaluate("() => { navigator.credentials.get = () => Promise.reject(new Error('none')) }")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_text("That did not work. Try again, or use another way.")).to_be_visible()
