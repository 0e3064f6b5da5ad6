import re

import pytest
from django.test import Client

from tests.helpers.page_client import signed_in, squeezed, text_at
from tests.makers import make_user

pytestmark = pytest.mark.django_db
CURRENT = re.compile(r'<a href="([^"]*)" aria-current="page"')


def test_the_navigation_marks_the_current_page() -> None:
    for path in ("/lobby/", "/rules/"):
        assert CURRENT.findall(squeezed(text_at(Client(), path)).split("</nav>")[0]) == [path]


def test_the_navigation_is_in_the_language_of_the_reader() -> None:
    assert ">Accueil</a>" in squeezed(text_at(Client(headers={"accept-language": "fr"}), "/lobby/"))
    assert ">Home</a>" in squeezed(text_at(Client(), "/lobby/"))


def test_only_players_have_game_links_in_the_navigation_and_an_offline_notice() -> None:
    player, visitor = text_at(signed_in(make_user()), "/lobby/"), text_at(Client(), "/lobby/")
    for words in ("My games", "offline-notice"):
        assert words in player
        assert words not in visitor
