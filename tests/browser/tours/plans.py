"""Stops at the pages behind links in emails, and at the pages for whole turns and orders in advance."""

from django.urls import reverse
from playwright.sync_api import Page, expect

from games.core.models import Game
from games.notifications.links import TurnToken, turn_link_token
from games.play.orders import add_order, withdraw_order
from tests.browser.tables import unfold
from tests.makers import acting_user, make_user, play_on, started_game

from .stops import Stop, send, translated


def link_of(game: Game, choice: str = "") -> str:
    """Return the address of a link in an email to the acting player."""
    return reverse("games:turn_link", args=[turn_link_token(TurnToken.of(acting_user(game), game), choice)])


def plans() -> list[Stop]:
    """Return turns by link, plans of whole turns, and orders in advance."""
    amina, brahim, salma = make_user("Amina"), make_user("Brahim"), make_user("Salma")
    game = play_on(started_game(amina, brahim, salma, name="The Copper Kettle"), 24)
    laying = play_on(started_game(amina, brahim, name="The Saffron Scales"), 21)
    hidden = play_on(started_game(amina, brahim, name="Behind the curtain", is_private=True), 6)
    gone = link_of(hidden, "L")
    play_on(hidden, 2)
    actor = acting_user(game)
    waiter = next(user for user in (amina, brahim, salma) if user != actor)
    for turn in "LFR":
        add_order(game.pk, waiter, "", turn)
    withdraw_order(game.pk, waiter, 3)
    orders = reverse("games:orders", args=[game.code])
    return [
        Stop("link, choice", link_of(game, "L")),
        Stop("link, question", link_of(laying)),
        Stop("link, plan", link_of(game, "plan")),
        Stop("link, over", gone),
        Stop("link, told", link_of(laying), None, _lay),
        Stop("plan, enlarged", reverse("games:plan", args=[game.code]) + "#face-2", actor),
        Stop("orders", orders, waiter, _boards),
        Stop("orders, refused", f"{orders}?number=1", waiter, _nonsense),
    ]


def _lay(page: Page) -> None:
    unfold(page)
    page.locator("#ask [name=action]").first.check()
    send("Confirm")(page)


def _boards(page: Page) -> None:
    for field in ("square", "facing"):
        with page.expect_response("**/orders/"):  # the form is drawn again
            page.locator(f"#order-{field}").select_option(index=1)
        expect(page.locator(".htmx-request, .htmx-swapping, .htmx-settling")).to_have_count(0)
    page.locator("[data-face]").first.wait_for()


def _nonsense(page: Page) -> None:
    page.locator(".order-typed summary").click()
    page.locator("[name=typed]").fill("somewhere")
    page.get_by_role("button", name=translated(page, "Save order")).click()  # answered in place
    page.locator(".and-if .field--wrong").wait_for()
