"""Actions of a player on the page of a table."""

from dataclasses import dataclass

from django.core import mail
from playwright.sync_api import Locator, Page

from games import tasks

WAKE = "htmx.trigger('#poll', 'wake')"


@dataclass
class Table:
    """A table's page in the browser of a player."""

    page: Page

    @property
    def ply(self) -> int:
        """The latest ply on the page."""
        return int(self.page.locator("#poll input[name=seen]").input_value())

    @property
    def is_mine(self) -> bool:
        """True if it is the viewer's turn."""
        return self.page.locator("#ask").count() > 0

    @property
    def is_over(self) -> bool:
        """True if the page shows the end of the game."""
        return self.page.locator(".play--over").count() > 0

    def offers(self) -> list[str]:
        """Return the notations of the choices in the list."""
        radios = self.page.locator("#ask input[name=action]")
        found: list[str] = radios.evaluate_all("radios => radios.map(radio => radio.value)")
        return found

    def choice(self, notation: str) -> Locator:
        return self.page.locator(f'.board [data-choice="{notation}"]')

    def take(self, notation: str, *, on_board: bool) -> None:
        """Choose on the board or in the list, confirm, and wait until the page shows the result."""
        if on_board and self.choice(notation).count():
            self.choice(notation).locator(".b-hit").click()
        else:
            unfold(self.page)
            self.page.locator(f'#ask input[value="{notation}"]').check()
        self.confirm()

    def confirm(self) -> None:
        """Press the button and wait for the position after it."""
        before = self.ply
        self.page.locator("#ask button").click()
        self.arrived(before)

    def arrived(self, before: int) -> None:
        """Wait until the page shows a later ply."""
        self.page.wait_for_function(
            "ply => Number(document.querySelector('#poll input[name=seen]').value) > ply", arg=before
        )

    def look(self, ply: int) -> None:
        """Poll now instead of in some seconds, and wait until the page shows this ply."""
        if self.ply < ply:
            self.page.evaluate(WAKE)
            self.arrived(ply - 1)


def unfold(page: Page) -> None:
    """Open the list of places, if it is folded."""
    fold = page.locator("#ask .places:not([open]) > summary")
    if fold.count():
        fold.click()


def open_chat(page: Page) -> None:
    """Open the drawer of the chat, if it is closed."""
    drawer = page.locator("#chat-drawer:not([open]) > summary")
    if drawer.count():
        drawer.click()


def post() -> list[mail.EmailMultiAlternatives]:
    """Let the worker deliver the waiting emails, and return them."""
    before = len(mail.outbox)
    tasks.drain()
    return mail.outbox[before:]  # type: ignore[return-value]


def link_in(message: mail.EmailMultiAlternatives, part: str) -> str:
    """Return the first link of an email that contains this text. Raises StopIteration if there is none."""
    parts = (part for part in message.message().walk() if part.get_content_type() == "text/plain")
    words = bytes(next(parts).get_payload(decode=True)).decode().split()
    return next(word for word in words if word.startswith("http") and part in word)
