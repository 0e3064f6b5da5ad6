"""One page of a tour, with the steps before it is viewed."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils import translation
from playwright.sync_api import Page

from accounts.models import User


@dataclass(frozen=True)
class Stop:
    """One page as one person sees it; ``then`` takes the steps before it is viewed.

    A name with a comma ("lobby, nothing fits") is a further state of the page before it ("lobby"), if there is one.
    """

    name: str
    path: str
    user: User | None = None
    then: Callable[[Page], object] = lambda page: None

    @property
    def page_name(self) -> str:
        """The name without the state of the page."""
        return self.name.partition(",")[0]

    def reach(self, page: Page) -> None:
        """Bring a page of this person's browser there."""
        page.goto(self.path)
        self.then(page)


def translated(page: Page, text: str) -> str:
    """Return a text of the site in the language of a page."""
    with translation.override(page.locator("html").get_attribute("lang")):
        return translation.gettext(text)


def send(name: str = "") -> Callable[[Page], object]:
    """Return a step that presses the button of this name (by default the first one) and waits for the response."""

    def press(page: Page) -> None:
        buttons = page.locator("main button[type=submit]")
        with page.expect_navigation():
            (
                page.locator("main").get_by_role("button", name=translated(page, name)).first if name else buttons.first
            ).click()

    return press


def fill(**values: str) -> Callable[[Page], object]:
    """Return a step that fills fields and sends their form without the browser's validation."""

    def act(page: Page) -> None:
        field = page.locator(f"[name={next(iter(values))}]") if values else page.locator("button")
        form = page.locator("main form").filter(has=field).last
        form.evaluate("form => { form.noValidate = true }")
        for name, value in values.items():
            page.locator(f"main [name={name}]").fill(value)
        with page.expect_navigation():
            form.evaluate("form => form.requestSubmit(form.querySelector('[type=submit]'))")

    return act
