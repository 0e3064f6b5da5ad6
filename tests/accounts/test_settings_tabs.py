"""Tests of the tabs of the settings, and of password forms that tell their rules only when they are broken."""

import re

import pytest
from django.test import Client

from tests.accounts.conftest import PASSWORD, reauthenticate

pytestmark = pytest.mark.django_db
TABS = ["Account", "Other players", "Your time", "Notifications", "Sign-in"]


def links_of(client: Client, address: str, css_class: str) -> list[tuple[str, str]]:
    """Return text and ``aria-current`` of the links in one list of the navigation."""
    page = client.get(address).content.decode()
    found = re.search(rf'<ul class="{css_class}">(.*?)</ul>', page, re.S)
    links = re.findall(r"<a([^>]*)>(.*?)</a>", found[1], re.S) if found else []
    return [(text.strip(), (re.findall('aria-current="(.*?)"', attributes) or [""])[0]) for attributes, text in links]


@pytest.mark.parametrize(
    ("address", "tab"),
    [
        ("/settings/", "Account"),
        ("/settings/data/", "Account"),
        ("/settings/delete/", "Account"),
        ("/settings/blocks/", "Other players"),
        ("/time/", "Your time"),
        ("/deputy/", "Your time"),
        ("/mail/settings/", "Notifications"),
        ("/notifications/", "Notifications"),
        ("/accounts/email/", "Sign-in"),
        ("/accounts/password/change/", "Sign-in"),
        ("/accounts/2fa/", "Sign-in"),
        ("/accounts/sessions/", "Sign-in"),
        ("/settings/tokens/", "Sign-in"),
    ],
)
def test_every_page_of_the_settings_is_under_one_of_five_tabs(signed_in: Client, address: str, tab: str) -> None:
    reauthenticate(signed_in)
    tabs = links_of(signed_in, address, "tabs")
    assert [text for text, _current in tabs] == TABS
    assert [text for text, current in tabs if current] == [tab]


def test_a_tab_of_several_pages_names_them_and_marks_the_present_one(signed_in: Client) -> None:
    assert links_of(signed_in, "/deputy/", "settings-nav__pages") == [("Hours and holidays", ""), ("Deputy", "page")]


@pytest.mark.parametrize("address", ["/accounts/2fa/", "/accounts/sessions/", "/settings/tokens/"])
def test_the_heading_of_a_page_is_its_name_among_the_tabs(signed_in: Client, address: str) -> None:
    reauthenticate(signed_in)
    [label] = [text for text, now in links_of(signed_in, address, "settings-nav__pages") if now]
    page = signed_in.get(address).content.decode()
    assert f"<h1>{label}</h1>" in page
    assert f"<title>{label}" in " ".join(page.split()).replace("<title> ", "<title>")


def test_only_the_length_of_passwords_is_shown_before_a_rule_is_broken(signed_in: Client) -> None:
    page = signed_in.get("/accounts/password/change/").content.decode()
    assert "at least 8 characters" in page
    assert "numeric" not in page


def test_a_broken_rule_of_passwords_is_shown_alone(signed_in: Client) -> None:
    data = {"oldpassword": PASSWORD, "password1": "q7!zK", "password2": "q7!zK"}
    page = signed_in.post("/accounts/password/change/", data).content.decode()
    assert "too short" in page
    assert "too similar" not in page
    assert "entirely numeric" not in page
