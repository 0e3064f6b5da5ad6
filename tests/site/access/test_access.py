"""Tests of the access of each role to every address of the site.

A new address fails the first test until it has its entry in the register.
"""

import re
from collections.abc import Iterator, Sequence

import pytest
from django.db import transaction
from django.urls import resolve
from pytest_django import DjangoDbBlocker

from .access_data import UNKNOWN_CODE, VIEWERS, AccessData, Answer, make_access_data, routes
from .register import ADDRESSES, CSRF_EXEMPT, HOUSEKEEPING, SECTIONS, Address

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]

METHODS = ("get", "post")
PRIVATE = re.compile(r"\{(private|open|over)\}")


@pytest.fixture(scope="module")
def world(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[AccessData]:
    """One world for all tests: each request is undone, and what several tests ask is asked once."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield make_access_data()
        transaction.set_rollback(True)


def addresses(*sections: str) -> list[Address]:
    return [address for address in ADDRESSES if address.section in sections]


def answers(world: AccessData, address: Address, method: str) -> dict[str, Answer]:
    """Return the answers by viewer, without those who are alike.

    Where the rule is one for all, a stranger, a player and the administrator ask for all; the player alone where the
    method is refused, which is decided before anyone looks who asks; and to the administration all players are alike.
    """
    rule = address.on_get if method == "get" else address.on_post
    alike = set(VIEWERS) - {"stranger", "player", "admin"} if rule.isdecimal() else set[str]()
    if rule == "405":
        alike = set(VIEWERS) - {"player"}
    if address.section == "admin":
        alike = {"invited", "opponent", "player"}
    return {
        viewer: world.answer(viewer, method, address.path, address.sent) for viewer in VIEWERS if viewer not in alike
    }


def statuses(found: dict[str, Answer]) -> str:
    """Return the statuses for all viewers, one word when they are the same."""
    words = {viewer: str(answer.status) for viewer, answer in found.items()}
    if len(set(words.values())) == 1:
        return next(iter(words.values()))
    return " ".join(words.get(viewer, words.get("other", "")) for viewer in VIEWERS)


SIGN_OF_LIFE = 'UPDATE "accounts_user" SET "seen_at"'  # the clocks of a player need it


def written(statements: Sequence[str], address: str) -> set[str]:
    """Return the tables that these statements change, but for those that the address may, and for activity."""
    changing = (statement for statement in statements if not statement.startswith(SIGN_OF_LIFE))
    return {statement.split('"')[1] for statement in changing} - HOUSEKEEPING.get(address, set())


def test_every_address_has_an_access_rule(world: AccessData) -> None:
    ruled = {resolve(address.path.format(**world.names).partition("?")[0]).route for address in ADDRESSES}
    if missing := sorted(set(routes()) - ruled):
        advice = "Say in tests/site/access/register.py who gets which status, and what is sent, at:"
        pytest.fail("\n".join([advice, *missing]), pytrace=False)


@pytest.mark.parametrize("section", SECTIONS)
def test_every_viewer_gets_the_registered_response_and_reading_changes_nothing(world: AccessData, section: str) -> None:
    wrong, changed = {}, {}
    for address in addresses(section):
        found = {"get": answers(world, address, "get"), "post": answers(world, address, "post")}
        statements = [statement for answer in found["get"].values() for statement in answer.statements]
        if tables := written(statements, address.path):
            changed[address.path] = tables
        for method, rule in (("get", address.on_get), ("post", address.on_post)):
            if (seen := statuses(found[method])) != rule:
                wrong[f"{method} {address.path}"] = f"{seen} instead of {rule}"
    if wrong:
        pytest.fail("\n".join(f"{address}: {difference}" for address, difference in wrong.items()), pytrace=False)
    assert changed == {}


@pytest.mark.parametrize("viewer", ["stranger", "other"])
def test_a_private_table_looks_like_an_unknown_one_to_outsiders(world: AccessData, viewer: str) -> None:
    different = []
    for address in addresses("pages", "api"):
        if "{key}" in address.path or not PRIVATE.search(address.path):
            continue
        nowhere = PRIVATE.sub(UNKNOWN_CODE, address.path)
        for method in METHODS:
            there = world.answer(viewer, method, address.path, address.sent)
            if there.shown != world.answer(viewer, method, nowhere, address.sent).shown:
                different.append(f"{method} {address.path}")
    assert different == []


@pytest.mark.parametrize("viewer", ["stranger", "player"])
def test_every_response_says_who_may_keep_it_and_who_may_load_it(world: AccessData, viewer: str) -> None:
    wrong = {}
    for address in addresses("site", "pages", "api", "accounts"):
        answer = world.answer(viewer, "get", address.path)
        kept = set(answer.headers.get("Cache-Control", "").split(", "))
        is_public = "public" in kept
        loaded = "cross-origin" if is_public or answer.is_framed else "same-origin"
        is_secret = bool(PRIVATE.search(address.path)) or address.section == "accounts"
        is_own = viewer == "player" and address.section == "api" and "no-store" not in kept
        if not kept & {"public", "private", "no-cache"} or (is_public and is_secret) or is_own:
            wrong[address.path] = ", ".join(kept)
        elif answer.headers["Cross-Origin-Resource-Policy"] != loaded:
            wrong[address.path] = answer.headers["Cross-Origin-Resource-Policy"]
    assert wrong == {}


def test_only_drawings_of_what_their_address_names_are_kept_for_more_than_an_hour(world: AccessData) -> None:
    """Pictures of public tables have tests of their own, in tests/play/test_undo.py."""
    kept = set()
    for address in addresses("site", "pages", "api", "accounts"):
        path = address.path.format(**world.names)
        cached = world.answer("stranger", "get", address.path).headers.get("Cache-Control", "")
        if int((re.findall(r"max-age=(\d+)", cached) or [0])[0]) > 3600:
            kept.add(resolve(path.partition("?")[0]).view_name)
    assert kept == {"games:art", "accounts:avatar"}


@pytest.mark.parametrize("viewer", ["stranger", "other"])
def test_no_page_betrays_a_private_table_to_outsiders(world: AccessData, viewer: str) -> None:
    betrayed = {}
    for address in (address.path for address in addresses("site", "pages", "api", "accounts")):
        if "{key}" in address or "{invitation}" in address or "{guest}" in address:
            continue  # these addresses contain an invitation code
        if told := world.answer(viewer, "get", PRIVATE.sub(UNKNOWN_CODE, address)).told:
            betrayed[address] = told
    assert betrayed == {}


@pytest.mark.parametrize("section", SECTIONS)
def test_no_post_is_accepted_without_its_csrf_token(world: AccessData, section: str) -> None:
    passed = {}
    for address in addresses(section):
        if address.path in CSRF_EXEMPT:
            continue
        viewer = "admin" if section == "admin" else "player"
        answer = world.ask(viewer, "post", address.path, address.sent, enforce_csrf_checks=True)
        if answer.status_code != 403:
            passed[f"{viewer} {address.path}"] = answer.status_code
    assert passed == {}


@pytest.mark.parametrize("path", ["/dev/mailbox/", "/dev/style-guide/"])
def test_pages_for_development_do_not_exist_elsewhere(world: AccessData, path: str) -> None:
    assert statuses(answers(world, Address("development", path, "404", "404"), "get")) == "404"


def test_an_address_for_the_other_method_explains_itself(world: AccessData) -> None:
    refused = [
        (address.path, method)
        for address in ADDRESSES
        for method, rule in (("get", address.on_get), ("post", address.on_post))
        if rule == "405" and address.section not in {"api", "admin"}
    ]
    wordless = []
    for address, method in refused:
        response = world.ask("player", method, address, {})
        if "can’t be opened like this" not in response.content.decode() or not response.headers.get("Allow"):
            wordless.append(f"{method} {address}")
    assert refused
    assert wordless == []
