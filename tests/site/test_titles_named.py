"""Wherever a table is named, its title is named too: on all pages, in emails, feeds and admin lists."""

import re
from html import unescape

import pytest
from django.test import Client

from accounts.models import User
from games.core.models import Game
from games.engine.registry import TITLES
from games.lobby.forms import LobbyForm
from games.mail.compose import compose
from games.notifications.models import Feed, Kind
from games.people.forms import HistoryForm
from tests.helpers.named_tables import NAMES, pages_with_tables, player_with_tables
from tests.helpers.notifications import KINDS_WITH_MAIL, html_of, reader, row_of, text_of
from tests.helpers.page_client import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture
def player() -> User:
    return player_with_tables()


def nameless(html: str) -> list[str]:
    """Return the names of tables in a page that stand nowhere near their title."""
    text = " ".join(unescape(re.sub(r"<head>.*?</head>|<script.*?</script>|<[^>]*>", " ", html, flags=re.S)).split())
    return [
        name
        for name in NAMES
        if name in text and not re.search(rf"Marram · .{{0,160}}{name}|{name}.{{0,160}}Marram · ", text)
    ]


def test_every_page_that_names_a_table_names_its_title(player: User) -> None:
    found, seen = {}, set()
    for address, html in pages_with_tables(signed_in(player)):
        seen |= {name for name in NAMES if name in html}
        if missing := nameless(html):
            found[address] = missing
    assert found == {}
    assert seen == set(NAMES)


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_every_email_about_a_table_names_its_title_and_ruleset(kind: str) -> None:
    row = row_of(kind, reader())
    mail = compose(row)
    title = "Marrakech"
    assert title in mail.subject
    assert mail.subject.startswith(f"{title} · ") or kind == Kind.TABLES  # which may be about several titles
    assert f"{title} · Classic" in text_of(mail)
    assert f"{title} · Classic" in " ".join(html_of(mail).split())


def test_an_invitation_says_what_kind_of_game_it_is() -> None:
    mail = compose(row_of(Kind.INVITATION, reader()))
    assert mail.subject == "Marrakech · Amina invites you to The Blue Table"
    for text in (text_of(mail), " ".join(html_of(mail).split())):
        assert "A game of rugs and dice for 2 players, by email. A seat is reserved for you." in " ".join(text.split())


@pytest.mark.parametrize("page", ["propose", "notes", "studies", "study", "dice"])
def test_the_pages_of_a_table_name_its_title_first(player: User, page: str) -> None:
    game = Game.objects.get(name=NAMES[6])
    html = signed_in(player).get(f"/t/{game.code}/{page}/").content.decode()
    text = " ".join(re.sub(r"<head>.*?</head>|<[^>]*>", " ", html, flags=re.S).split())
    assert f"Marram · Classic, short · {game.name}" in text


def test_a_feed_names_the_title(player: User) -> None:
    table = Feed.objects.get(game__isnull=False)
    assert "Marram · Alpha Dune" in Client().get(f"/feeds/{table.code}.atom").content.decode()


@pytest.mark.parametrize("form", [LobbyForm, HistoryForm])
def test_filters_of_rules_begin_with_the_title(form: type[LobbyForm | HistoryForm]) -> None:
    field = form({}).fields["ruleset"]
    labels = [str(label) for value, label in field.choices if value]  # type: ignore[attr-defined]
    names = tuple(f"{title.name} · " for title in TITLES.values())
    assert labels
    assert all(label.startswith(names) for label in labels)
