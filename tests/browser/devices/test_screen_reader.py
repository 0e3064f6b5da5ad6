"""A whole game by ear: four people at keyboards, who know the page by roles and names alone.

No selector, no pointer, no picture. What they press stands in the help sheet.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from games.core.models import Entry
from tests.browser.visitors import Visitors
from tests.makers import make_user, started_game

pytestmark = pytest.mark.browser

NAMES = ("Amina", "Brahim", "Chama", "Driss")
OVER = re.compile("the game is over")


class Player:
    """A user who hears a table and presses keys."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.question = page.get_by_role("main").get_by_role("heading", level=2).first

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def hears(self, words: str) -> None:
        """Wait until the page says this by itself."""
        expect(self.page.get_by_role("status").filter(has_text=re.compile(words)).first).to_be_attached()

    @property
    def chosen(self) -> Locator:
        return self.page.get_by_role("gridcell", selected=True)

    def turns_assam(self, letter: str) -> None:
        """Choose where Assam goes by its letter, hear what that may bring, and let the die roll."""
        self.press("b", letter)
        self.hears("1 in 6: ")
        self.press("c")
        self.hears(r"rolled \d\..* Lay your")

    def lays_a_rug(self) -> None:
        """Go to the next legal place, hear what lies there, and confirm it on its square."""
        self.press("n")
        expect(self.chosen).to_have_count(2)
        self.hears("patch.*Escape cancels")
        expect(self.chosen.first).to_be_visible()
        self.press("Enter")
        self.hears("laid a .* rug on")

    def types_a_turn(self) -> None:
        """Play by the field in which one types."""
        self.press("/")
        field = self.page.get_by_role("textbox", name="An action, a square or a shortcut key")
        expect(field).to_be_focused()
        self.page.keyboard.type("l")
        self.press("Enter")
        self.hears("Left, to the ")
        self.press("Enter")  # once more, as on the board
        self.hears(r"rolled \d\..* Lay your")
        expect(field).to_be_focused()
        self.press("Escape")  # back to the board

    @property
    def waits_for(self) -> str:
        """Who must act, as the question says it: "" when the game is over."""
        text = self.question.text_content() or ""
        found = re.search(r"It’s (\w+)’s turn\.", text)
        return found[1] if found else ""


def test_four_players_play_a_game_to_its_end_by_roles_and_names(visit: Visitors) -> None:
    users = [make_user(name) for name in NAMES]
    game = started_game(*users, options={"rugs": "1/1/1"})
    players = {user.username: Player(visit(user)) for user in users}
    name, turns = NAMES[0], 0
    while name:
        player = players[name]
        player.page.goto(game.get_absolute_url())
        if turns % 4 == 3:
            player.types_a_turn()
        else:
            player.turns_assam("lfr"[turns % 3])
        player.lays_a_rug()
        turns += 1
        name = player.waits_for
    expect(player.question).to_have_text(OVER)
    player.press("p")
    player.hears("(?=.*Amina: )(?=.*Driss )(?=.*Brahim: )")
    game.refresh_from_db()
    assert (game.is_over, turns) == (True, 4)
    assert Entry.objects.filter(game=game, seat__isnull=False).count() == 8
