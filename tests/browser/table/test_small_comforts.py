import pytest
from playwright.sync_api import expect

from accounts.models import Profile
from games.core.models import Game
from tests.browser.visitors import PHONE, Visitors
from tests.helpers.full_runs import full_only
from tests.makers import acting_user, make_user, play_on, started_game

pytestmark = pytest.mark.browser


@pytest.fixture
def game(transactional_db: None) -> Game:
    """A game in which Amina must turn Assam, and no player has seen the last turns."""
    options = {"rugs": "3/3/3", "two_player_colours": "1"}
    return play_on(started_game(make_user("Amina"), make_user("Brahim"), options=options), 8)


def test_a_message_can_be_closed(visit: Visitors, transactional_db: None) -> None:
    page = visit(make_user("Amina"), "/settings/")
    page.locator("main").get_by_role("button", name="Save").first.click()
    message = page.locator("#messages .notice")
    expect(message).to_be_visible()
    place = page.locator("h1").bounding_box()
    message.locator(".notice__close").click()
    expect(message).to_be_hidden()
    assert page.locator("h1").bounding_box() == place  # it pushed nothing away


def test_a_password_is_shown_on_demand_and_sent_as_a_password(visit: Visitors, transactional_db: None) -> None:
    page = visit(path="/accounts/signup/")
    expect(page.locator("[name=username]")).to_be_focused()
    field = page.locator("[name=password1]")
    field.fill("a camel and two goats")
    box = page.get_by_label("Show the password")
    box.check()
    expect(field).to_have_attribute("type", "text")
    box.uncheck()
    expect(field).to_have_attribute("type", "password")


def test_confirming_without_a_choice_says_in_french_what_to_do(visit: Visitors, game: Game) -> None:
    Profile.objects.update(language="fr")
    page = visit(acting_user(game), game.get_absolute_url())
    page.locator("#ask [type=submit]").first.click()
    expect(page.locator("#ask [role=alert]")).to_have_text("Choisissez d’abord sur le plateau ou dans la liste.")
    assert Game.objects.get(pk=game.pk).ply == game.ply


def test_the_confirm_button_follows_the_choices_and_is_quiet_before_one_is_made(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    button, colour = page.locator("#ask [type=submit]").first, "button => getComputedStyle(button).backgroundColor"
    quiet = button.evaluate(colour)
    names = page.locator("#ask").evaluate("form => [...form.elements].map(one => one.type)")
    assert names.index("submit") > max(place for place, name in enumerate(names) if name == "radio")
    page.locator("#ask input[name=action]").first.check(force=True)
    page.wait_for_function(
        "quiet => getComputedStyle(document.querySelector('#ask [type=submit]')).backgroundColor != quiet", arg=quiet
    )


def test_the_menu_of_a_table_opens_and_closes(visit: Visitors, game: Game) -> None:
    page = visit(acting_user(game), game.get_absolute_url())
    menu, panel = page.locator("#table-menu"), page.locator("#table-menu .menu__panel")
    menu.locator("summary").click()
    expect(panel.get_by_role("link", name="Replay")).to_be_visible()
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    menu.locator("summary").click()
    page.locator("h1").click()
    expect(panel).to_be_hidden()


def test_a_reminder_covers_nothing_on_a_phone(visit: Visitors, transactional_db: None) -> None:
    page = visit(make_user("Amina", verified=False), "/lobby/", **PHONE)
    reminder, head = page.locator(".page__reminder").bounding_box(), page.locator("h1").bounding_box()
    assert reminder
    assert head
    assert reminder["y"] + reminder["height"] <= head["y"]
    header = page.locator(".site-header").bounding_box()
    assert header
    assert header["height"] <= reminder["y"]


@pytest.mark.parametrize("language", [full_only("en-GB"), "fr-FR"])
def test_the_header_of_a_page_has_two_rows_on_a_phone(visit: Visitors, transactional_db: None, language: str) -> None:
    page = visit(path="/", locale=language, **PHONE)
    mark, account = page.locator(".site-mark").bounding_box(), page.locator(".site-account").bounding_box()
    assert mark
    assert account
    assert account["y"] < mark["y"] + mark["height"] / 2
