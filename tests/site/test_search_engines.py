"""What search engines may list, and what they and services that show links read about a page."""

import json
import re

import pytest
from django.core.cache import caches
from django.test import Client
from pytest_django import Settings

from accounts.models import QuietMode
from accounts.services import update_profile
from games.core.models import Game
from games.core.selectors import may_be_listed, seats_of
from games.site import search_engines
from games.site.search_engines import LISTED, game_parts, games_of_part, site_pages
from tests.helpers.page_client import signed_in, text_at
from tests.makers import finished_game, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture(autouse=True)
def _no_stored_parts() -> None:
    caches["games"].clear()


def listed_games() -> set[str]:
    return {page.path for part in game_parts() for page in games_of_part(part)}


def robots_of(path: str, client: Client | None = None) -> str:
    response = (client or Client()).get(path)
    assert response.status_code == 200
    return str(response.get("X-Robots-Tag", ""))


def test_only_finished_public_games_without_anyone_in_quiet_mode_are_listed() -> None:
    ann, ben, child = make_user(), make_user(), make_user()
    public, quiet, private = finished_game(ann, ben), finished_game(ann, child), finished_game(ann, ben)
    running = started_game(ann, ben)
    update_profile(child, quiet=QuietMode.OWN)
    Game.objects.filter(pk=private.pk).update(is_private=True)
    assert listed_games() == {f"/t/{public.code}/replay/"}
    for game, expected in ((public, True), (quiet, False), (private, False), (running, False)):
        stored = Game.objects.get(pk=game.pk)
        assert may_be_listed(stored, seats_of(stored)) == expected
    for game in (quiet, running):
        assert robots_of(f"/t/{game.code}/replay/") == "noindex"
    assert robots_of(f"/t/{public.code}/replay/") == ""
    assert robots_of(f"/t/{private.code}/replay/", signed_in(ann)) == "noindex"


def test_the_parts_of_games_are_bounded_by_their_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, ben = make_user(), make_user()
    games = [finished_game(ann, ben) for _number in range(3)]
    monkeypatch.setattr(search_engines, "GAMES_IN_PART", 2)
    assert list(game_parts()) == sorted({game.pk // 2 for game in games})
    assert listed_games() == {f"/t/{game.code}/replay/" for game in games}
    index = text_at(Client(), "/sitemap.xml")
    addresses = re.findall(r"<loc>http://testserver(/sitemap-games-\d+\.xml)</loc>", index)
    assert len(addresses) == len(game_parts())
    found = "".join(text_at(Client(), address) for address in addresses)
    assert all(f"<loc>http://testserver/t/{game.code}/replay/</loc><lastmod>2" in found for game in games)


def test_pages_in_the_sitemap_may_be_listed_and_say_what_they_are_about() -> None:
    assert "http://testserver/sitemap.xml" in text_at(Client(), "/robots.txt")
    found = text_at(Client(), "/sitemap-pages.xml")
    pages = [page.path for page in site_pages()]
    assert len(pages) == len(set(pages)) > len(LISTED) - 3
    assert all(f"<loc>http://testserver{path}</loc>" in found for path in pages)
    for path in ("/rules/marram/", "/privacy/", "/clocks/"):
        page = text_at(Client(), path)
        assert robots_of(path) == ""
        assert f'<link rel="canonical" href="http://testserver{path}">' in page
        for name in ('name="description"', 'property="og:title"', 'property="og:description"'):
            assert re.search(rf"<meta {name} content=\"[^\"]{{4,}}\">", page), (path, name)


@pytest.mark.parametrize("path", ["/lobby/", "/accounts/login/", "/players/{name}/", "/t/{code}/"])
def test_what_is_about_people_and_tables_in_play_is_not_listed(path: str) -> None:
    user = make_user()
    game = started_game(user, make_user())
    assert robots_of(path.format(name=user.username, code=game.code)) == "noindex"


def test_rules_say_in_the_words_of_schema_org_what_the_game_is(settings: Settings) -> None:
    settings.SITE_NAME = "Rugs & </script> tea"
    page = text_at(Client(), "/rules/marram/")
    script = re.search(r'<script type="application/ld\+json">(.*?)</script>', page, re.DOTALL)
    assert script
    game, way = json.loads(script[1])["@graph"]
    assert (game["@type"], game["name"]) == ("Game", "Marram")
    assert game["url"] == "http://testserver/rules/marram/"
    assert way["itemListElement"][1]["item"] == game["url"]
    assert game["isPartOf"]["name"] == settings.SITE_NAME
    assert '<link rel="canonical" href="http://testserver/rules/marrakech/">' in text_at(Client(), "/rules/")


def test_old_browsers_find_the_icon() -> None:
    assert Client().get("/favicon.ico")["Location"] == "/static/img/favicon.ico"
