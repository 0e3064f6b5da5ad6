"""Stops at the dice of games in every stage, and at game files."""

from playwright.sync_api import Page

from games.replay.game_files import game_file, game_record
from tests.makers import make_table, make_user, play_on, started_game

from .stops import Stop, fill

FEW_RUGS = {"rugs": "4/4/4"}


def dice_and_files() -> list[Stop]:
    """Return the pages of the dice in every stage, and of uploaded game files."""
    amina, brahim = make_user("Amina"), make_user("Brahim")
    played = play_on(started_game(amina, brahim, options=FEW_RUGS, name="Played to the end"))
    running = play_on(started_game(amina, brahim, name="Under way"), 9)
    text = game_file(played, game_record(played))
    return [
        Stop("dice, before", f"/t/{make_table(amina).code}/dice/"),
        Stop("dice, sealed", f"/t/{running.code}/dice/", amina, _judged),
        Stop("dice, opened", f"/t/{played.code}/dice/", None, _judged),
        Stop("game file", "/replay/"),
        Stop("game file, shown", "/replay/", None, fill(text=text)),
        Stop("game file, wrong", "/replay/", None, fill(text=text.replace("\n3. ", "\n5. "))),
        Stop("game files, several", "/replay/", None, fill(text=text + text)),
    ]


def _judged(page: Page) -> None:
    page.locator("#verdict:not(.notice--plain)[class*=notice--]").wait_for()
