"""Two strangers from one click each to a block: they meet, play a rated game to its end, and part."""

import re

import pytest
from playwright.sync_api import Page, expect

from games.analysis import analyses
from games.core.log import state_of
from games.core.models import Game
from games.core.selectors import title_of
from games.following.services import follow
from games.ratings.services import rate_waiting
from tests.browser.tables import WAKE, Table
from tests.browser.visitors import Visitors
from tests.makers import acting_user, fresh, make_table, make_user, play_on

pytestmark = pytest.mark.browser


def search(page: Page) -> None:
    """Go to the search for an opponent by the button on the home page."""
    page.goto("/")
    page.get_by_role("main").get_by_role("link", name="Find an opponent").first.click()


def meet(one: Page, other: Page) -> Game:
    """Let the search of each bring the two to one table, whose game is made short before it starts."""
    search(one)
    one.get_by_role("button", name="Find an opponent").click()  # no one waits: the page asks for a choice
    one.get_by_role("button", name="Open the table").click()
    expect(one.get_by_text("Free seat")).to_be_visible()
    Game.objects.update(options={"rugs": "3/3/3"})
    search(other)
    other.get_by_role("button", name="Play with Amina").click()
    expect(other.locator(".board")).to_be_visible()
    one.evaluate(WAKE)
    expect(one.locator(".board")).to_be_visible()
    return Game.objects.get()


def deciding_action(game: Game) -> str:
    """Return the first action after which the game is over and one player has won alone, "" if there is none."""
    title, state = title_of(game), state_of(game)
    for action in title.legal_actions(state):
        outcome = title.outcome(title.apply(state, action))
        if outcome and [standing.place for standing in outcome.standings].count(1) == 1:
            return title.notation(action)
    return ""


def play_to_the_end(game: Game, pages: dict[str, Page]) -> None:
    """Play by the service, and the last action by a click, which decides the game."""
    while not (last := deciding_action(game)):
        game = play_on(game, 1)
        assert not game.is_over
    page = pages[acting_user(game).username]
    Table(page).look(game.ply)
    Table(page).take(last, on_board=False)
    for page in pages.values():
        Table(page).look(fresh(game).ply)
        expect(page.locator(".play--over")).to_be_visible()


def read_the_result(page: Page) -> None:
    """See on the finished table that both ratings have moved, and what average dice would have brought."""
    page.reload()
    changes = page.locator("#rating-changes tbody tr")
    expect(changes).to_have_count(2)
    expect(changes.filter(has_text=re.compile(r"1500\D+\d{4}\D*\+\d"))).to_have_count(1)
    expect(changes.filter(has_text=re.compile(r"1500\D+\d{4}\D*−\d"))).to_have_count(1)
    expect(page.locator("#analysis")).to_contain_text("With average dice")


def shows(page: Page, path: str, text: str, *, is_shown: bool) -> None:
    page.goto(path)
    main = expect(page.get_by_role("main"))
    (main.to_contain_text if is_shown else main.not_to_contain_text)(text)


def meets_amina(page: Page, *, is_met: bool) -> None:
    """Check whether what brings people together shows Amina: lobby, search, news of players."""
    for path in ("/lobby/", "/find/?title=marrakech", "/following/"):
        shows(page, path, "Amina", is_shown=is_met)
    shows(page, "/", "The Saffron Gate", is_shown=is_met)  # the game that they have played together stays there


def block_brahim(page: Page) -> None:
    page.goto("/players/Brahim/")
    page.get_by_role("link", name="Block Brahim").click()
    page.get_by_role("button", name="Block Brahim").click()
    expect(page.get_by_text("You have blocked Brahim.")).to_be_visible()


def challenge_amina(page: Page) -> str:
    """Challenge from the profile, which does not tell of the block. Return the name of the table."""
    page.goto("/players/Amina/")
    page.get_by_text("Challenge", exact=True).first.click()
    page.get_by_role("button", name="Send the challenge").click()
    expect(page.get_by_text("Invitation sent.")).to_be_visible()
    return Game.objects.latest("pk").name


@pytest.mark.usefixtures("transactional_db")
def test_two_strangers_meet_by_one_click_each_play_a_rated_game_and_part_by_a_block(visit: Visitors) -> None:
    amina, brahim = make_user("Amina"), make_user("Brahim")
    one, other = visit(amina), visit(brahim)
    game = meet(one, other)
    assert game.is_rated
    play_to_the_end(game, {"Amina": one, "Brahim": other})
    rate_waiting()
    analyses.compute(fresh(game).analysis.pk)
    for page in (one, other):
        read_the_result(page)

    follow(brahim, amina)
    make_table(amina, name="The Saffron Gate", pace="usual", is_rated=True)
    meets_amina(other, is_met=True)
    block_brahim(one)
    meets_amina(other, is_met=False)
    shows(one, "/", challenge_amina(other), is_shown=False)
