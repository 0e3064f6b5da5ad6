"""Tests of the parts of pages that are rendered once for everyone."""

import pytest
from django.test import Client
from django.utils import translation
from pytest_django import Settings

from games.templatetags.page_parts import fixed_part
from tests.makers import make_user

NAV = "parts/_main_nav.html"


def nav(view_name: str = "", is_player: bool = False) -> str:
    return fixed_part(NAV, view_name=view_name, is_player=is_player)


def test_a_part_is_rendered_once() -> None:
    assert nav() is nav()


def test_a_part_is_rendered_for_each_language_and_value() -> None:
    with translation.override("fr"):
        french = nav()
    assert "Home" in nav()
    assert "Accueil" in french
    assert "My games" in nav(is_player=True)
    assert "aria-current" in nav("games:lobby")
    assert "aria-current" not in nav()


def test_a_part_is_rendered_again_while_templates_are_edited(settings: Settings) -> None:
    settings.DEBUG = True
    assert nav() == nav()
    assert nav() is not nav()


@pytest.mark.django_db
def test_the_page_of_a_player_has_nothing_of_a_visitor_before(client: Client) -> None:
    visitor = client.get("/lobby/").content.decode()
    client.force_login(make_user("Ann"))
    player = client.get("/lobby/").content.decode()
    assert "offline-notice" in player
    assert "offline-notice" not in visitor
    assert "My games" in player
    assert "My games" not in visitor
