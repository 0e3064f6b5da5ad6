"""Emails as their readers see them: narrow and wide, light and dark, without anything from other hosts.

Their pictures are in the tests' output folder (test-results), one for each email, width and theme.
"""

from collections.abc import Callable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Browser, Page
from pytest_django import Settings

from accounts.models import Profile
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from marrakech_site.mailbox import MailboxMessage
from tests.helpers.advanced_games import far_too_long, late_game, turn_row
from tests.helpers.notifications import latest, reader, row_of
from tests.makers import make_user

from .devices.test_every_page import SIDEWAYS

pytestmark = [pytest.mark.django_db, pytest.mark.browser, pytest.mark.pictures]
BARRIERS = """async (only) => {
  const found = await axe.run(document, {runOnly: only});
  return found.violations.flatMap(({id, nodes}) => nodes.map(
    (node) => `${id}: ${node.html.slice(0, 120)} ${node.any.map((any) => any.message)}`));
}"""
RULES = {"light": ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"], "dark": ["color-contrast"]}
TEXT = ["color-contrast-enhanced"]  # 7 to 1 for all text
BLURRED = """[...document.images].filter((one) => !one.complete || one.naturalWidth < 2 * one.width || !one.alt)
  .map((one) => one.outerHTML.slice(0, 80))"""


def _far_too_long() -> Notification:
    user = reader("fr", "America/Argentina/Buenos_Aires", display_name="Maximilienne de la Tour-d’Auvergne-Roux")
    Profile.objects.filter(user=user).update(plays_by_reply=True)
    return far_too_long(user)


def _after_the_roll() -> Notification:
    user = reader(display_name="Zoë")
    return turn_row(late_game(user, make_user("Amina"), turn=17, kind="place", name="The Blue Table"), user)


def _over() -> Notification:
    user = reader()
    row_of(Kind.OVER, user)
    return latest(Kind.OVER, user)


MAILS = {"turn": _far_too_long, "rug": _after_the_roll, "over": _over}


def _page_of(row: Notification) -> str:
    """Return the HTML part as an email program shows it, from the message that would be sent."""
    sent = message_from_bytes(compose(row).message().as_bytes(), _class=EmailMessage, policy=policy.default)
    return MailboxMessage("", sent).html


@pytest.mark.parametrize("name", MAILS)
def test_a_mail_is_legible_everywhere(name: str, browser: Browser, output_path: str, settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@example.org"
    make: Callable[[], Notification] = MAILS[name]
    asked: list[str] = []
    context = browser.new_context()
    context.on("request", lambda request: asked.append(request.url))
    page = context.new_page()
    page.set_content(_page_of(make()))
    faults = [fault for scheme in ("light", "dark") for fault in _faults(page, scheme, Path(output_path))]
    assert page.locator(".preheader").is_hidden()
    context.close()
    assert [url for url in asked if not url.startswith("data:")] == []
    assert not faults, "\n".join(faults)


def _faults(page: Page, scheme: str, folder: Path) -> list[str]:
    """Check an email in every width; return its faults."""
    faults = []
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for width in (320, 390, 700):
        page.set_viewport_size({"width": width, "height": 900})
        if by := page.evaluate(SIDEWAYS):
            faults.append(f"{scheme} {width}: {by} pixels too wide")
        faults += [f"{scheme} {width}: blurred {picture}" for picture in page.evaluate(BLURRED)]
        if width != 320:
            page.screenshot(path=folder / f"{scheme}-{width}.png", full_page=True)
    page.evaluate(AXE_SCRIPT)
    barriers = page.evaluate(BARRIERS, RULES[scheme]) + page.evaluate(BARRIERS, TEXT)
    return faults + [f"{scheme}: {barrier}" for barrier in barriers]
