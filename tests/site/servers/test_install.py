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


def test_the_manifest_has_icons_for_every_launcher() -> None:
    found = {(icon["sizes"], icon["purpose"]) for icon in manifest()["icons"]}
    assert found >= {(f"{size}x{size}", purpose) for size in (192, 512) for purpose in ("any", "maskable")}


def test_a_maskable_icon_has_colour_up_to_its_edge() -> None:
    with Image.open(str(finders.find("img/mark-maskable-192.png"))) as picture:
        faintest = min(picture.convert("RGBA").getchannel("A").tobytes())
    assert faintest == 255


def test_the_manifest_is_in_the_language_of_the_browser() -> None:
    names = {"en": "My games", "fr": "Mes parties", "de": "Meine Partien"}
    assert {language: manifest(language)["shortcuts"][0]["name"] for language in names} == names


def test_every_shortcut_of_the_manifest_leads_to_a_page() -> None:
    client = Client()
    client.force_login(make_user())
    assert [client.get(shortcut["url"]).status_code for shortcut in manifest()["shortcuts"]] == [200, 200, 200]


def test_a_page_identifies_its_user_without_a_name() -> None:
    signs = []
    for name in ("Amina", "Brahim"):
        client = Client()
        client.force_login(make_user(name))
        signs.append({client.get(path)["X-Person"] for path in ("/", "/rules/", "/no-such-page/")})
    assert [len(sign) for sign in signs] == [1, 1]
    assert signs[0] != signs[1]


def test_a_visitors_page_has_no_user() -> None:
    assert "X-Person" not in Client().get("/")


def test_only_pages_of_players_are_saved_for_offline_use() -> None:
    client = Client()
    assert "data-worker" not in client.get("/").content.decode()
    client.force_login(make_user())
    assert 'data-worker="/sw.js"' in client.get("/").content.decode()


def test_a_page_for_other_sites_does_not_clear_saved_pages() -> None:
    assert f'const FRAMED = "{SESSIONLESS_PREFIX}"' in Client().get("/sw.js").content.decode()
