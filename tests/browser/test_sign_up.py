from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game
from tests.makers import make_user

from .tables import link_in, post
from .visitors import Visitors

pytestmark = pytest.mark.browser

GUEST = "guest@example.net"


def test_a_stranger_signs_up_from_an_invitation_and_sits_at_the_table(visit: Visitors) -> None:
    host = visit(make_user("Amina"), "/tables/new/")
    host.locator(".own-table > summary").click()
    host.get_by_label("private").check()
    host.get_by_role("button", name="Open the table").click()
    host.get_by_label("Anyone, by email address").fill(GUEST)
    host.locator("#invite form", has=host.locator("[name=email]")).get_by_role("button", name="Invite").click()
    expect(host.locator(".place--reserved")).to_contain_text(GUEST)

    (invitation,) = [sent for sent in post() if sent.to == [GUEST]]
    guest = visit(timezone_id="Africa/Casablanca")
    guest.goto(link_in(invitation, "/i/"))
    expect(guest.get_by_role("heading", level=1)).to_contain_text("Amina invites you")
    guest.get_by_role("button", name="Sign up and join").click()
    expect(guest.get_by_label("Email address")).to_have_value(GUEST)  # which the link of the email confirms
    guest.get_by_label("Name").fill("Brahim")
    guest.get_by_label("Password", exact=True).fill("a camel and two goats")
    guest.get_by_role("button", name="Sign up").click()
    game = Game.objects.get()
    expect(guest.locator(".board")).to_be_visible()
    assert urlsplit(guest.url).path == game.get_absolute_url()
    assert (game.status, game.seats.count()) == (Status.RUNNING, 2)
    assert User.objects.get(username="Brahim").profile.time_zone == "Africa/Casablanca"


def test_a_player_signs_in_by_name_and_out_again(visit: Visitors) -> None:
    make_user("Amina")
    page = visit(path="/accounts/login/?next=/tables/new/")
    page.get_by_label("Name or email address").fill("amina")
    page.get_by_label("Password", exact=True).fill("carpets-and-coins")
    page.locator("main").get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    page.locator(".site-account summary").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
