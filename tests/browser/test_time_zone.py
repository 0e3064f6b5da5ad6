"""Tests of times in the reader's time zone."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import expect

from accounts.models import Profile
from games.models import Game
from tests.makers import make_user, started_game

from .visitors import Visitors

pytestmark = pytest.mark.browser

ZONES = {"UTC": "22:30", "Asia/Kolkata": "04:00", "America/St_Johns": "20:00"}


@pytest.mark.parametrize("zone", ZONES)
def test_the_deadline_stands_in_the_players_own_time(visit: Visitors, zone: str) -> None:
    amina = make_user("Amina")
    Profile.objects.filter(user=amina).update(time_zone=zone)
    game = started_game(amina, make_user("Brahim"))
    Game.objects.filter(pk=game.pk).update(deadline=datetime(2031, 6, 9, 22, 30, tzinfo=UTC))
    page = visit(amina, game.get_absolute_url())
    expect(page.locator(".table-bar__status")).to_contain_text(ZONES[zone])
    page.goto("/")
    expect(page.locator("main")).to_contain_text(ZONES[zone])


def test_a_table_is_read_in_french_by_who_chose_french(visit: Visitors) -> None:
    amina = make_user("Amina")
    Profile.objects.filter(user=amina).update(language="fr")
    page = visit(amina, started_game(amina, make_user("Brahim")).get_absolute_url())
    assert page.locator("html").get_attribute("lang") == "fr"
