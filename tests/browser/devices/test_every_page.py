"""What holds for every page: no barriers, no sideways scrolling, targets that a thumb can hit, and nothing unused.

That no page complains in the console, breaks its policy or asks another host is seen to by ``visit`` itself.
"""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from pytest_django import Settings

from ..tours.all_tours import TOURS
from ..tours.stops import Stop
from ..visitors import DESK, PHONE, Visitors
from .loads import Loads

pytestmark = pytest.mark.browser

DESIGN = {"design"}  # it shows components out of their place: headings, forms, and ids twice
FOREIGN = {"design", "mail"}  # their links are not laid out here
PLAIN = {"500"}  # its colours are the browser's own, which axe takes to be those of the day
IS_FULL = bool(os.environ.get("FULL"))  # only then: contrasts, which take most of the time, and further states
SMALLEST = 24  # WCAG 2.2, 2.5.8
PROMISED = 44

AXE = """async ({only, rules}) => {
  await new Promise(requestAnimationFrame);
  for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish();  // colours arrive
  // No style sheet here is another site's, and a framed mail runs no scripts that could answer.
  const quickly = {resultTypes: ["violations"], preload: false, iframes: false};
  const found = await axe.run(only ? "main" : document, {...quickly, rules, ...(only ? {runOnly: only} : {})});
  return found.violations.flatMap(({id, nodes}) => nodes.map(
    (node) => `${id}: ${node.target.join(" ")} ${node.html.slice(0, 120)} ${node.any.map((any) => any.message)}`));
}"""

# What can be pressed, with its size. A link inside a sentence may be as small as its words.
TARGETS = """() => [...document.querySelectorAll(
    "main :is(a[href], button, summary, select, textarea, input:not([type=hidden])), header a, header summary, .b-hit")]
  .filter((box) => box.checkVisibility({checkVisibilityCSS: true}) && !box.closest("p, dd, li, td, th, dt, label")
     || box.matches(".button, .b-hit"))
  .filter((box) => !box.matches(".skip-link, [data-choice]"))
  .map((box) => [box, box.getBoundingClientRect()])
  .filter(([box, {width, height}]) => width > 1 && height > 1)
  .map(([box, {width, height}]) => [(box.outerHTML ?? "").slice(0, 110), Math.round(width), Math.round(height)])"""

SETTLED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def bundles() -> None:
    """Serve each file as it is: its name says its subject."""


def walk(visit: Visitors, tour: str, **options: Any) -> Iterator[tuple[Stop, Page]]:
    """Reach each page of a tour, each person in a browser of their own."""
    pages: dict[object, Page] = {}
    for stop in TOURS[tour]():
        page = pages.setdefault(stop.user, visit(stop.user, **options)) if stop.user not in pages else pages[stop.user]
        stop.reach(page)
        yield stop, page


@pytest.fixture(autouse=True)
def every_address(settings: Settings) -> None:
    """Serve the pages that only development has, too, and those that refuse."""
    settings.ROOT_URLCONF = "tests.browser.urls"


@pytest.mark.parametrize("tour", TOURS)
def test_every_page_is_open_to_all_fits_a_thumb_and_loads_nothing_unused(visit: Visitors, tour: str) -> None:
    faults, reached, loads = list[str](), set[str](), Loads()
    for stop, page in walk(visit, tour, has_touch=True):
        page.set_viewport_size(DESK["viewport"])
        loads.note(stop, page)
        is_known = stop.page_name in reached and not IS_FULL
        found = barriers(page, stop) if stop.name not in DESIGN and not is_known else []
        reached.add(stop.name)
        page.set_viewport_size(PHONE["viewport"])
        faults += [f"{stop.name}: {fault}" for fault in [*found, *misfits(page, stop)]]
    faults += loads.faults
    assert not faults, "\n".join(faults)


if IS_FULL:  # the same files as in English by day

    @pytest.mark.parametrize("tour", TOURS)
    def test_every_page_in_french_at_night_loads_nothing_unused(visit: Visitors, tour: str) -> None:
        loads = Loads()
        for stop, page in walk(visit, tour, locale="fr-FR", color_scheme="dark"):
            loads.note(stop, page)
        assert not loads.faults, "\n".join(loads.faults)


def barriers(page: Page, stop: Stop) -> list[str]:
    """Return what axe finds and, in a full run, which colours it cannot tell apart by day and by night."""
    page.evaluate(AXE_SCRIPT)
    found: list[str] = page.evaluate(AXE, {"rules": {"color-contrast": {"enabled": IS_FULL}}})
    if IS_FULL and stop.name not in PLAIN:
        page.emulate_media(color_scheme="dark")
        found += [f"dark {fault}" for fault in page.evaluate(AXE, {"only": ["color-contrast"], "rules": {}})]
        page.emulate_media(color_scheme="light")
    return found


def misfits(page: Page, stop: Stop) -> list[str]:
    """Return what a thumb cannot hit, and by how much the page is wider than a phone."""
    page.evaluate(SETTLED)  # a page that has just become narrow shows it with its next frame
    targets = page.evaluate(TARGETS) if stop.name not in FOREIGN else []
    found = [str(target) for target in targets if _is_small(*target)]
    by = page.evaluate(SIDEWAYS)
    return [*found, f"scrolls sideways by {by} pixels"] if by else found


def _is_small(html: str, width: int, height: int) -> bool:
    is_link = html.startswith("<a ") and 'class="button' not in html
    return min(width, height) < (SMALLEST if is_link else PROMISED)
