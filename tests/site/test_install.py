"""The site as an app: what a device is told that installs it, and whose the pages are that it keeps."""

from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image

from marrakech_site.middleware import SESSIONLESS_PREFIX
from tests.makers import make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def manifest(language: str = "en") -> dict[str, Any]:
    found: dict[str, Any] = Client(headers={"Accept-Language": language}).get("/manifest.webmanifest").json()
    return found


def test_every_icon_is_as_large_as_the_manifest_says() -> None:
    for icon in manifest()["icons"][1:]:
        with Image.open(str(finders.find(icon["src"].removeprefix("/static/")))) as picture:
            assert "x".join(map(str, picture.size)) == icon["sizes"]


def test_there_are_icons_for_every_launcher() -> None:
    found = {(icon["sizes"], icon["purpose"]) for icon in manifest()["icons"]}
    assert found >= {(f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")}


def test_an_icon_that_may_be_cut_has_colour_up_to_its_edge() -> None:
    with Image.open(str(finders.find("img/mark-maskable-192.png"))) as picture:
        faintest = min(picture.convert("RGBA").getchannel("A").tobytes())
    assert faintest == 255


def test_the_app_is_told_in_the_language_of_the_browser() -> None:
    assert [manifest(language)["shortcuts"][0]["name"] for language in ("en", "fr")] == ["My games", "Mes parties"]


def test_every_shortcut_leads_somewhere() -> None:
    client = Client()
    client.force_login(make_user())
    assert [client.get(shortcut["url"]).status_code for shortcut in manifest()["shortcuts"]] == [200, 200, 200]


def test_a_page_says_whose_it_is_without_telling_who() -> None:
    signs = []
    for name in ("Amina", "Brahim"):
        client = Client()
        client.force_login(make_user(name))
        signs.append({client.get(path)["X-Person"] for path in ("/", "/rules/", "/no-such-page/")})
    assert [len(sign) for sign in signs] == [1, 1]
    assert signs[0] != signs[1]


def test_a_strangers_page_is_nobodys() -> None:
    assert "X-Person" not in Client().get("/")


def test_only_players_keep_tables_on_their_device() -> None:
    client = Client()
    assert "data-worker" not in client.get("/").content.decode()
    client.force_login(make_user())
    assert 'data-worker="/sw.js"' in client.get("/").content.decode()


def test_a_page_for_other_sites_which_is_nobodys_takes_no_copies_away() -> None:
    assert f'const FRAMED = "{SESSIONLESS_PREFIX}"' in Client().get("/sw.js").content.decode()
