import html
import re
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from games.core.models import Entry, Game, Seat
from games.lobby.models import Invitation
from games.mail.compose import MailWithPictures, compose
from games.notifications.models import MailBlock, MailPreference, Notification
from games.play.models import AdvanceOrder
from tests.helpers.notifications import KINDS_WITH_MAIL, html_of, reader, row_of, text_of

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

ADDRESS = re.compile(r"https?://[^\s<>\"')\]]+")
TABLES = (Entry, Game, Invitation, MailBlock, MailPreference, Notification, Seat, AdvanceOrder)


def links_of(mail: MailWithPictures) -> set[str]:
    """Return the paths of all links to this site in the text, HTML and headers of a mail."""
    message = mail.message()
    parts = [text_of(mail), html.unescape(html_of(mail)), *(str(value) for value in message.values())]
    found = [urlsplit(address.rstrip(".,;")) for part in parts for address in ADDRESS.findall(part)]
    own = urlsplit(settings.SITE_URL).netloc
    assert {link.netloc for link in found} <= {own}
    return {f"{link.path}?{link.query}".rstrip("?") for link in found}


def everything() -> list[object]:
    return [list(model.objects.order_by("pk").values()) for model in TABLES]


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_following_every_link_of_an_email_twice_changes_nothing(kind: str) -> None:
    links = links_of(compose(row_of(kind, reader())))
    before, scanner = everything(), Client()
    for path in sorted(links):
        statuses = {ask(path).status_code for ask in (scanner.head, scanner.get, scanner.get)}
        assert statuses <= {200, 302, 410}, path
    assert everything() == before


def test_the_mail_of_a_turn_has_a_link_for_each_rotation_and_one_for_the_whole_turn() -> None:
    links = links_of(compose(row_of("turn", reader())))
    pages = [Client().get(path).content.decode() for path in links if path.startswith("/m/")]
    wishes = {wish for page in pages for wish in re.findall(r'type="hidden" name="action" value="(\w+)"', page)}
    assert wishes == {"F", "L", "R"}
    assert [page for page in pages if 'name="face-4"' in page]
