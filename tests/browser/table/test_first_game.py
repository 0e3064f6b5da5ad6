import threading
from collections.abc import Iterator

import pytest
from django.db import connections
from playwright.sync_api import Page, expect

from accounts.models import User
from games.management.commands.work import play_robots
from tests.browser.tables import unfold

from ..visitors import Visitors

pytestmark = pytest.mark.browser


@pytest.fixture
def robots(transactional_db: None) -> Iterator[None]:
    """Robots that play as beside the embedded worker."""
    stop = threading.Event()

    def play() -> None:
        play_robots(stop)
        connections.close_all()

    thread = threading.Thread(target=play)
    thread.start()
    yield
    stop.set()
    thread.join()


def act(page: Page) -> None:
    """Choose the first thing that is offered, and confirm it."""
    unfold(page)
    page.locator("#ask input[name=action]").first.check()
    with page.expect_response(lambda answer: answer.url.endswith("/act/")):
        page.locator("#ask button").click()


@pytest.mark.usefixtures("robots")
def test_a_stranger_plays_against_greedy_with_one_click(visit: Visitors) -> None:
    page = visit(path="/")
    page.get_by_role("button", name="Play Marrakech now").click()
    begun = page.locator("#ask input[name=ply]")
    expect(begun).to_be_attached()
    ply = begun.input_value()
    act(page)
    expect(page.locator("#ask.ask--place")).to_be_visible()
    act(page)
    expect(page.locator("#ask.ask--turn")).to_be_visible()  # the robot has answered: our turn again
    assert int(page.locator("#ask input[name=ply]").input_value()) >= int(ply) + 6
    address = page.url
    page.get_by_role("link", name="Sign up", exact=True).click()
    page.get_by_label("Name").fill("Nora")
    page.get_by_label("Email address").fill("nora@example.net")
    page.get_by_label("Password", exact=True).fill("a camel and two goats")
    page.locator("main").get_by_role("button", name="Sign up").click()
    expect(page.get_by_text("Confirm your address to play with other people.")).to_be_visible()
    page.goto(address)
    expect(page.locator("#ask.ask--turn")).to_be_visible()
    assert not User.objects.get(username="Nora").is_confirmed
