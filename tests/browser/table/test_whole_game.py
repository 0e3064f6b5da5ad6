import random
import re
from collections import Counter
from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Entry, Game
from tests.browser.tables import Table, post
from tests.browser.visitors import Visitors
from tests.makers import make_user

pytestmark = pytest.mark.browser


def open_table(page: Page, name: str, *, rugs: str = "") -> str:
    """Open a table for two by the form; return its invite link."""
    page.goto("/tables/new/")
    page.locator(".own-table > summary").click()
    page.get_by_label("Table name").fill(name)
    if rugs:
        page.get_by_text("Customise the rules").click()
        page.locator("[name=option_rugs]").fill(rugs)
    page.get_by_role("button", name="Open the table").click()
    return page.locator("#invite-link").input_value()


def begin(visit: Visitors, amina: User, brahim: User, *, rugs: str = "") -> list[Table]:
    """Let one open a table and the other sit down by its link; return the table as both see it."""
    host, guest = visit(amina), visit(brahim)
    link = open_table(host, "The Saffron Gate", rugs=rugs)
    guest.goto(link)
    guest.get_by_role("button", name="Join").click()
    expect(guest.locator(".board")).to_be_visible()
    host.evaluate("htmx.trigger('#poll', 'wake')")
    expect(host.locator(".board")).to_be_visible()
    return [Table(host), Table(guest)]


def play_to_the_end(tables: list[Table]) -> Counter[str]:
    """Play: board and list in turn, each by whom the page asks. Return how many mails of each kind each got."""
    chooser, mails, actions = random.Random(3), Counter[str](), 0
    mails.update(_kinds())
    while not tables[0].is_over:
        mine, other = tables if tables[0].is_mine else reversed(tables)
        assert not other.is_mine
        mine.take(chooser.choice(mine.offers()), on_board=actions % 2 == 0)
        actions += 1
        other.look(mine.ply)
        mails.update(_kinds())
    return mails


def _kinds() -> list[str]:
    return [re.split(r"[<.]", message.extra_headers["Message-ID"])[1] + " to " + message.to[0] for message in post()]


@pytest.fixture
def players() -> tuple[User, User]:
    return make_user("Amina"), make_user("Brahim")


def turns_of(game: Game) -> Counter[int | None]:
    return Counter(entry.seat for entry in Entry.objects.filter(game=game, notation__in=["L", "F", "R"]))


def test_a_game_is_played_to_its_end_with_one_email_for_every_turn(
    visit: Visitors, players: tuple[User, User], monkeypatch: pytest.MonkeyPatch
) -> None:
    # A player who has the table open gets no email: let no presence count, not even one of this very moment.
    monkeypatch.setattr("games.delivery.pacing.PRESENCE_LASTS", timedelta(days=-1))
    tables = begin(visit, *players, rugs="2/2/2")
    mails = play_to_the_end(tables)
    game = Game.objects.get()
    assert (game.is_over, turns_of(game)) == (True, {0: 2, 1: 2})
    for seat in game.seats.all():
        assert seat.user
        address = seat.user.email
        assert [mails[f"{kind} to {address}"] for kind in ("turn", "over")] == [2, 1]
        # The first player learns of the start from the email about the first turn; who has seen it gets no email.
        assert mails[f"started to {address}"] <= (seat.number or 0)
    for table, player in zip(tables, players, strict=True):
        sees_the_end(table.page, player, game)


def sees_the_end(page: Page, player: User, game: Game) -> None:
    """See that a player finds places, opened dice, and the game in their history."""
    expect(page.locator(".seat__place")).to_have_count(2)
    page.locator("#dice a").first.click()
    expect(page.locator("#verdict")).to_contain_text(re.compile(r"Verified: all \d+ results match\."))
    expect(page.locator("main")).to_contain_text(game.commitment)
    page.goto(f"/players/{player.username}/games/?show=finished")
    expect(page.locator("main tbody tr")).to_have_count(1)
    expect(page.locator("main tbody")).to_contain_text("The Saffron Gate")
