"""The standing rule: every limit is tried from many addresses, every echo with every kind of text."""

import ast
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from django.conf import settings as site
from django.test import Client
from rest_framework.throttling import SimpleRateThrottle

from accounts.models import User
from accounts.rate_limits import network_of
from accounts.services import create_user
from games.common.rate_limits import RATES
from tests.helpers.attackers import TEXTS, from_many_addresses, mapped, networks, one_network
from tests.helpers.page_client import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
Addresses = Callable[[int], list[str]]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("unknown", "unknown"),
        ("", ""),
    ],
)
def test_a_limit_counts_an_ipv6_network_as_one(address: str, counted: str) -> None:
    assert network_of(address) == counted


def played_as_a_guest(client: Client) -> bool:
    return client.post("/play/greedy/").status_code == 302


def read_the_api(client: Client) -> bool:
    return client.get("/api/v1/titles/").status_code != 429


def guessed_a_password(client: Client) -> bool:
    answer = client.post("/accounts/login/", {"login": "leila", "password": "wrong"})
    return answer.status_code == 200 and "Too many failed attempts" not in answer.content.decode()


def signed_up(client: Client) -> bool:
    count = User.objects.count()
    client.post("/accounts/signup/", {"username": f"p{count}", "email": f"p{count}@example.org", "password1": "x" * 30})
    return User.objects.count() > count


Response = Any  # of Django's test client

# Each limit of visitors, and how many requests pass from one address.
VISITORS: dict[Callable[[Client], bool], int] = {
    played_as_a_guest: RATES["guest"].burst,
    read_the_api: 4,
    guessed_a_password: 5,
    signed_up: 10,
}


@pytest.fixture(autouse=True)
def few_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": "4/min", "user": None, "write": None})


@pytest.mark.parametrize("addresses", [one_network, mapped])
@pytest.mark.parametrize("attempt", VISITORS)
def test_a_visitor_with_many_addresses_has_one_limit(attempt: Callable[[Client], bool], addresses: Addresses) -> None:
    create_user("leila", "leila@example.org", "carpets-and-coins")
    allowed = VISITORS[attempt]
    assert sum(from_many_addresses(attempt, allowed + 3, addresses)) == allowed


@pytest.mark.parametrize("attempt", VISITORS)
def test_visitors_of_different_networks_have_limits_of_their_own(attempt: Callable[[Client], bool]) -> None:
    create_user("leila", "leila@example.org", "carpets-and-coins")
    assert all(from_many_addresses(attempt, VISITORS[attempt] + 3, networks))


def test_every_other_limit_counts_players_not_addresses() -> None:
    """A player who changes the address gains nothing: see what each call counts."""
    counted = dict[str, set[str]]()
    for path in Path(site.BASE_DIR, "games").rglob("*.py"):
        names = {"rate_limits.count", "count"} if path.name == "rate_limits.py" else {"rate_limits.count"}
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in names:
                action, actor = node.args
                counted.setdefault(ast.literal_eval(action), set()).add(ast.unparse(actor))
    assert counted.keys() == RATES.keys()
    by_visitor = {name: actors for name, actors in counted.items() if not all(one.endswith(".pk") for one in actors)}
    of_pairs = {"recipient": {"f'{actor.pk}:{recipient}'"}}
    of_visitors = {"feedback": {"viewer.pk if isinstance(viewer, User) else visitor_of(request)"}}
    assert by_visitor == {"guest": {"visitor_of(request)"}, "picture": {"who"}} | of_pairs | of_visitors


def enter_name(client: Client, text: str) -> Response:
    return client.post("/accounts/login/", {"login": text, "password": "wrong"})


def sign_up(client: Client, text: str) -> Response:
    return client.post("/accounts/signup/", {"username": text, "email": text, "password1": text})


def ask_for_reset(client: Client, text: str) -> Response:
    return client.post("/accounts/password/reset/", {"email": text})


def visit(client: Client, text: str) -> Response:
    return client.get(f"/nowhere/{quote(text)}/")


def come_from(client: Client, text: str) -> Response:
    return client.get(f"/accounts/login/?next={quote(text)}")


def visit_player(client: Client, text: str) -> Response:
    return client.get(f"/players/{quote(text, safe='')}/")


def open_link(client: Client, text: str) -> Response:
    return client.get(f"/m/{quote(text, safe='')}/")


def read_missing_game(client: Client, text: str) -> Response:
    return client.get(f"/api/v1/games/{quote(text, safe='')}/")


def name_self(client: Client, text: str) -> Response:
    user = User.objects.filter(username="amina").first() or create_user("amina", "", "carpets-and-coins")
    own = signed_in(user)
    return own.post(
        "/settings/", {"display_name": text, "time_zone": "UTC", "language": "en", "about": text, "colour": ""}
    )


ECHOES = [enter_name, sign_up, ask_for_reset, visit, come_from, visit_player, open_link, read_missing_game, name_self]
FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Markup(HTMLParser):
    """Notes what a text could add to a page: scripts, handlers and links that run something."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = {name: value or "" for name, value in attrs}
        if tag == "script" and not named.get("src") and named.get("type") != "application/json":
            self.found.append("script")
        self.found += [name for name in named if name.startswith("on")]
        links = (named.get(name, "").strip().lower() for name in ("href", "src", "action"))
        self.found += [link for link in links if link.startswith(("javascript:", "//", "https://evil"))]


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("echo", ECHOES)
def test_every_echo_bears_every_kind_of_text(echo: Callable[[Client, str], Response], text: str) -> None:
    answer = echo(Client(), text)
    assert answer.status_code < 500
    assert not [value for _name, value in answer.items() if "\n" in value or "\r" in value]
    assert "evil.example" not in answer.headers.get("Location", "")
    page = answer.content.decode()
    if answer.headers["Content-Type"].startswith("text/html"):
        markup = Markup()
        markup.feed(page)
        assert not markup.found
        assert not FORBIDDEN.search(page) or "\x01" in text
