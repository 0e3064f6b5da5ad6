import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.core.models import Game
from games.lobby.robot_games import start_robot_game
from games.play.robots import play_one
from tests.browser.tables import open_chat, unfold
from tests.browser.visitors import Visitors
from tests.makers import acting_user, any_action, make_user, play_on, started_game

pytestmark = pytest.mark.browser


def sit(visit: Visitors, game: Game, user: User) -> Page:
    return visit(user, game.get_absolute_url(), java_script_enabled=False)


def confirm(page: Page) -> None:
    page.locator("#ask button").click()


def test_a_turn_is_played_without_scripts(visit: Visitors) -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 4)
    actor = acting_user(game)
    page = sit(visit, game, actor)
    page.locator('.board [data-choice="L"] .b-hit').click()
    expect(page.locator('#ask input[value="L"]')).to_be_checked()
    expect(page.locator(".board .b-standing")).to_have_css("opacity", "0")
    turned, before = (page.locator(f".board {of}").bounding_box() for of in (".b-chosen .b-figure", ".b-standing"))
    assert turned, "Assam turns on his square"
    assert before
    assert all(abs(turned[side] - before[side]) < 15 for side in ("x", "y"))
    confirm(page)
    expect(page.locator("#prompt")).to_contain_text("Lay your")
    unfold(page)
    page.locator("#ask input[name=action]").first.check()
    confirm(page)
    expect(page.locator("#ask")).to_have_count(0)
    game.refresh_from_db()
    assert acting_user(game) != actor


def test_an_action_is_typed_without_scripts(visit: Visitors) -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 1)
    page = sit(visit, game, acting_user(game))
    page.get_by_text("Type your choice").click()
    page.locator("#typed-text").fill("a1a2")
    page.get_by_role("button", name="Go").click()
    expect(page.locator("#why")).to_contain_text("Too far from Assam")
    page.locator("#typed-text").fill(any_action(game).upper())
    page.get_by_role("button", name="Go").click()
    expect(page.locator(f"#ask input[value={any_action(game)}]")).to_be_checked()
    page.get_by_role("link", name="Undo", exact=True).click()
    expect(page.locator("#ask input:checked")).to_have_count(0)


def test_the_answer_of_a_robot_comes_without_scripts(visit: Visitors) -> None:
    player = make_user()
    game = start_robot_game(player, "greedy")
    while acting_user(game) == player:
        play_on(game, 1)
        game.refresh_from_db()
    page = sit(visit, game, player)
    page.goto(f"{game.get_absolute_url()}#play")  # where every turn leads
    expect(page.locator("#prompt")).to_contain_text("Greedy is thinking.")
    while play_one(game.pk):
        pass
    expect(page.locator("#ask")).to_be_visible()


def test_confirming_without_a_choice_sends_nothing(visit: Visitors) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    page = sit(visit, game, acting_user(game))
    confirm(page)
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_a_stale_submission_without_scripts_shows_the_fresh_table(visit: Visitors) -> None:
    game = play_on(started_game(make_user("Amina"), make_user("Brahim")), 4)
    actor = acting_user(game)
    old, new = sit(visit, game, actor), sit(visit, game, actor)
    new.locator('#ask input[value="F"]').check()
    confirm(new)
    expect(new.locator("#prompt")).to_contain_text("Lay your")
    old.locator('#ask input[value="L"]').check()
    with old.expect_response("**/act/") as answer:
        confirm(old)
    assert answer.value.status == 409
    expect(old.get_by_role("alert")).to_contain_text("You rolled")
    expect(old.locator("#prompt")).to_contain_text("Lay your")
    assert Game.objects.get(pk=game.pk).ply == int(old.locator("#ask input[name=ply]").input_value())


def test_a_chat_message_is_sent_without_scripts(visit: Visitors) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    page = sit(visit, game, acting_user(game))
    open_chat(page)
    page.locator("#chat-text").fill("Mint tea?")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#chat")).to_contain_text("Mint tea?")
