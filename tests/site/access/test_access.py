"""Tests of the access of each role to every address of the site.

A new address fails the first test until it has its line in access_table.
"""

import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.urls import resolve

from .access_data import UNKNOWN_CODE, VIEWERS, AccessData, make_access_data, routes, writes
from .access_forms import FORMS
from .access_table import CSRF_EXEMPT, HOUSEKEEPING, SECTIONS

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

METHODS = ("get", "post")
PRIVATE = re.compile(r"\{(private|open|over)\}")
CHANGING = re.compile(r'value="[A-Za-z0-9]{64}"|[0-9a-f]{32}')  # CSRF tokens


@pytest.fixture
def world() -> AccessData:
    """A small site with a user of each role."""
    return make_access_data()


def lines(*sections: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each address of these sections (by default of all) with what it answers to GET and to POST."""
    for section in sections or SECTIONS:
        for line in SECTIONS[section].strip().splitlines():
            address, rules = line.split(maxsplit=1)
            on_get, on_post = rules.split("|")
            yield address, (on_get.strip(), on_post.strip())


def form(address: str, method: str) -> dict[str, str]:
    """Return the form data of a request to this address."""
    return FORMS.get(address, {}) if method == "post" else {}


def answers(world: AccessData, address: str, method: str, rule: str) -> str:
    """Return the statuses for all viewers, one word when they are the same.

    Where the rule is one for all, a stranger, a player and the administrator ask for all; the player alone where the
    method is refused, which is decided before anyone looks who asks; and to the administration all players are alike.
    """
    alike = set(VIEWERS) - {"stranger", "player", "admin"} if rule.isdecimal() else set[str]()
    if rule == "405":
        alike = set(VIEWERS) - {"player"}
    if address.startswith("/admin/"):
        alike = {"invited", "opponent", "player"}
    found = {
        viewer: str(world.ask(viewer, method, address, form(address, method)).status_code)
        for viewer in VIEWERS
        if viewer not in alike
    }
    if len(set(found.values())) == 1:
        return next(iter(found.values()))
    return " ".join(found.get(viewer, found.get("other", "")) for viewer in VIEWERS)


SIGN_OF_LIFE = 'UPDATE "accounts_user" SET "seen_at"'  # the clocks of a player need it


def written(statements: list[str], address: str) -> set[str]:
    """Return the tables that these statements change, but for those that the address may, and for activity."""
    changing = (statement for statement in statements if not statement.startswith(SIGN_OF_LIFE))
    return {statement.split('"')[1] for statement in changing} - HOUSEKEEPING.get(address, set())


def test_every_address_has_a_rule(world: AccessData) -> None:
    ruled = {resolve(address.format(**world.names).partition("?")[0]).route for address, _rules in lines()}
    if missing := sorted(set(routes()) - ruled):
        advice = "Say in tests/site/access/access_table.py (access_admin.py for /admin/) who gets which status at:"
        pytest.fail("\n".join([advice, *missing]), pytrace=False)


@pytest.mark.parametrize("section", SECTIONS)
def test_everyone_gets_the_response_of_the_table_and_reading_changes_nothing(world: AccessData, section: str) -> None:
    wrong, changed = {}, {}
    for address, (on_get, on_post) in lines(section):
        with writes() as statements:
            looked = answers(world, address, "get", on_get)
        if tables := written(statements, address):
            changed[address] = tables
        sent = answers(world, address, "post", on_post)
        for method, found, rule in (("get", looked, on_get), ("post", sent, on_post)):
            if found != rule:
                wrong[f"{method} {address}"] = f"{found} instead of {rule}"
    if wrong:
        pytest.fail("\n".join(f"{address}: {difference}" for address, difference in wrong.items()), pytrace=False)
    assert changed == {}


@pytest.mark.parametrize("viewer", ["stranger", "other"])
def test_a_private_table_looks_to_outsiders_like_none(world: AccessData, viewer: str) -> None:
    different = []
    for address in (address for address, _rules in lines("pages", "api") if PRIVATE.search(address)):
        if "{key}" in address:
            continue
        nowhere = PRIVATE.sub(UNKNOWN_CODE, address)
        for method in METHODS:
            data = form(address, method)
            there = world.ask(viewer, method, address, data)
            if seen(world, there) != seen(world, world.ask(viewer, method, nowhere, data)):
                different.append(f"{method} {address}")
    assert different == []


def seen(world: AccessData, answer: HttpResponse) -> tuple[int, str, str]:
    """Return what a visitor sees of an answer, without the table's code."""
    body, location = answer.content.decode(), answer.headers.get("Location", "")
    for name in ("private", "open", "over"):
        body, location = (text.replace(world.names[name], UNKNOWN_CODE) for text in (body, location))
    return answer.status_code, location, CHANGING.sub("", body)


@pytest.mark.parametrize("viewer", ["stranger", "other"])
def test_no_page_betrays_a_private_table_to_outsiders(world: AccessData, viewer: str) -> None:
    secrets = [world.names[name] for name in ("private", "open", "over", "key", "invitation", "guest")]
    betrayed = {}
    for address, _rules in lines("site", "pages", "api", "accounts"):
        if "{key}" in address or "{invitation}" in address or "{guest}" in address:
            continue  # these addresses contain an invitation code
        answer = world.ask(viewer, "get", PRIVATE.sub(UNKNOWN_CODE, address), {})
        body = answer.content.decode(errors="replace")  # some are pictures
        if leaked := [secret for secret in secrets if secret in body]:
            betrayed[address] = leaked
    assert betrayed == {}


@pytest.mark.parametrize("section", SECTIONS)
def test_no_post_passes_without_its_token(world: AccessData, section: str) -> None:
    passed = {}
    for address, _rules in lines(section):
        if address in CSRF_EXEMPT:
            continue
        viewer = "admin" if section == "admin" else "player"
        answer = world.ask(viewer, "post", address, form(address, "post"), enforce_csrf_checks=True)
        if answer.status_code != 403:
            passed[f"{viewer} {address}"] = answer.status_code
    assert passed == {}


@pytest.mark.parametrize("address", ["/dev/mailbox/", "/dev/style-guide/"])
def test_pages_for_development_do_not_exist_elsewhere(world: AccessData, address: str) -> None:
    assert answers(world, address, "get", "404") == "404"


def test_an_address_for_the_other_method_only_says_so_in_words(world: AccessData) -> None:
    refused = [
        (address, method)
        for address, rules in lines()
        for method, rule in zip(METHODS, rules, strict=True)
        if rule == "405" and not address.startswith(("/api/", "/admin/"))
    ]
    wordless = []
    for address, method in refused:
        response = world.ask("player", method, address, {})
        if "can’t be opened like this" not in response.content.decode() or not response.headers.get("Allow"):
            wordless.append(f"{method} {address}")
    assert refused
    assert wordless == []
