import pytest
from playwright.sync_api import Page, expect

from tests.makers import make_user, play_on, started_game

from ..visitors import Visitors

pytestmark = pytest.mark.browser

KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    if (name.startsWith("pages-"))
      for (const request of await (await caches.open(name)).keys()) kept.push(new URL(request.url).pathname);
  }
  return kept.sort();
}"""


def wait_for_copies(page: Page, paths: list[str]) -> None:
    page.wait_for_function(f"async (paths) => JSON.stringify(await ({KEPT})()) === JSON.stringify(paths)", arg=paths)


def test_tables_are_kept_for_times_without_a_network(visit: Visitors) -> None:
    amina, brahim = make_user("Amina"), make_user("Brahim")
    game = play_on(started_game(amina, brahim, name="The train", options={"rugs": "3/3/3"}), 2)
    address = game.get_absolute_url()
    page = visit(amina, "/", service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready")
    page.goto(address)
    wait_for_copies(page, ["/offline/", address])

    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_role("status").filter(has_text="You are offline.")).to_contain_text("This page was saved on")
    expect(page.get_by_role("heading", level=1, name="The train")).to_be_visible()
    expect(page.locator('form[method="post"]:not([inert])')).to_have_count(0)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1, name="You are offline")).to_be_visible()
    page.get_by_role("link", name="The train").click()
    expect(page.get_by_text("This page was saved on")).to_be_visible()

    page.context.set_offline(False)  # and the page comes back by itself
    expect(page.get_by_text("This page was saved on")).to_have_count(0)
    page.context.set_offline(True)
    page.goto("/lobby/")
    expect(page.get_by_role("heading", level=1, name="You are offline")).to_be_visible()
    page.context.set_offline(False)
    expect(page.get_by_role("heading", level=1, name="Lobby")).to_be_visible()
    page.locator(".site-account summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url("**/")
    wait_for_copies(page, [])
    unheard = [problem for problem in visit.watch.problems if not problem.startswith("console: htmx:")]
    visit.watch.problems[:] = unheard  # failed requests are expected here
