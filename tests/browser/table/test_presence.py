import re

import pytest
from playwright.sync_api import expect

from games.notifications.models import Presence
from tests.browser.table.pages import poll
from tests.browser.visitors import Visitors
from tests.makers import make_user, started_game

pytestmark = pytest.mark.browser

# Stands in for a desktop on which the tab is brought to the front and sent away again.
DESKTOP = """
let focus = false, state = "visible";
document.hasFocus = () => focus;
Object.defineProperty(document, "visibilityState", { get: () => state });
window.become = (...now) => { [focus, state] = now; window.dispatchEvent(new Event("focus")); };
"""


def test_a_tab_reports_presence_once_a_minute_while_visible_and_focused(visit: Visitors) -> None:
    user = make_user("Amina")
    game, page, sent = started_game(user, make_user("Brahim")), visit(user), []
    page.on("request", lambda request: sent.append(request.method) if request.url.endswith("/presence/") else None)
    page.add_init_script(DESKTOP)
    page.goto(game.get_absolute_url())
    page.evaluate("become(false, 'visible')")
    page.evaluate("become(true, 'hidden')")
    assert sent == []
    with page.expect_response("**/presence/") as answered:
        page.evaluate("become(true, 'visible')")
    assert answered.value.ok
    page.evaluate("become(true, 'visible')")
    assert sent == ["POST"]
    assert Presence.objects.get().user == user
    poll(page)
    page.evaluate("document.querySelector('#poll').dataset.every = 1")
    for _ in range(2):  # while a robot thinks, a page in sight goes on asking for news without the focus
        with page.expect_response("**/poll/**", timeout=5_000):
            page.evaluate("become(false, 'visible')")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
