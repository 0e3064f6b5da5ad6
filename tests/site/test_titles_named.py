"""Wherever a table is named, its title is named too: on all pages, in emails, feeds and admin lists."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.models import User
from games.core.models import Game, Seat
from games.engine.registry import TITLES
from games.lobby.forms import LobbyForm
from games.lobby.invitations import invite_player
from games.mail.compose import compose
from games.notifications.models import Feed, FeedKind
from games.people.forms import HistoryForm
from games.play.endings import resign
from tests.helpers.notifications import KINDS_WITH_MAIL, html_of, reader, row_of, text_of
from tests.helpers.page_client import signed_in
from tests.helpers.table_addresses import table_addresses
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]

MARRAM = {"title": "marram", "ruleset": "classic-short"}
NAMES = ("Alpha Dune", "Beta Dune", "Gamma Dune", "Delta Dune", "Epsilon Dune", "Zeta Dune")


@pytest.fixture
def player() -> User:
    """A player with tables of Marram in every list."""
    ada, bo, cy = make_user("Ada", is_staff=True, is_superuser=True), make_user("Bo"), make_user("Cy")
    play_on(started_game(ada, bo, name=NAMES[0], **MARRAM), 4)
    make_table(ada, name=NAMES[1], **MARRAM)
    resign(play_on(started_game(ada, bo, name=NAMES[2], **MARRAM), 4).pk, ada)
    invite_player(make_table(bo, name=NAMES[3], **MARRAM).pk, bo, "Ada")
    offered = started_game(bo, cy, name=NAMES[4], **MARRAM)
    Seat.objects.filter(game=offered, user=cy).update(offered_at=timezone.now())
    make_table(cy, name=NAMES[5], **MARRAM)
    Feed.objects.create(user=ada, kind=FeedKind.TABLE, game=Game.objects.get(name=NAMES[0]))
    return ada


def routes(resolver: URLResolver, before: str = "/") -> list[str]:
    found = []
    for one in resolver.url_patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            found += routes(one, route)
        elif isinstance(one, URLPattern):
            found.append(route.replace("<str:name>", "Ada"))
    return found


def pages_of_site() -> list[str]:
    listed = [route for route in routes(get_resolver()) if not re.search(r"[<(^]|/api/|logout|/dev/", route)]
    return [*listed, "/players/Bo/", "/admin/games/game/", "/admin/games/invitation/"]


def nameless(html: str) -> list[str]:
    """Return the names of tables in a page that stand nowhere near their title."""
    text = " ".join(unescape(re.sub(r"<head>.*?</head>|<script.*?</script>|<[^>]*>", " ", html, flags=re.S)).split())
    return [
        name
        for name in NAMES
        if name in text and not re.search(rf"Marram · .{{0,160}}{name}|{name}.{{0,160}}Marram · ", text)
    ]


def test_every_page_that_names_a_table_names_its_title(player: User) -> None:
    client, found, seen = signed_in(player), {}, set()
    tables = [address for game in Game.objects.filter(name__in=NAMES[:3]) for address in table_addresses(game)]
    for address in [*pages_of_site(), *(address for address in tables if "/api/" not in address)]:
        answer = client.get(address, follow=False)
        if answer.status_code != 200 or "text/html" not in answer["Content-Type"] or answer.streaming:
            continue
        html = answer.content.decode()
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
    assert f"{title} · Classic" in text_of(mail)
    assert f"{title} · Classic" in " ".join(html_of(mail).split())


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
