from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import expect

from accounts.models import Profile
from games.clocks.models import Turn
from tests.browser.visitors import Visitors
from tests.helpers.full_runs import full_only
from tests.makers import make_user, started_game

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("zone", [full_only("Asia/Kolkata"), "America/St_Johns"])
def test_a_deadline_is_shown_in_the_players_time_zone(visit: Visitors, zone: str) -> None:
    amina = make_user("Amina")
    Profile.objects.filter(user=amina).update(time_zone=zone)
    game = started_game(amina, make_user("Brahim"))
    page = visit(amina, game.get_absolute_url())  # now she has been told, and the clock runs
    page.reload()
    deadline = Turn.objects.get(game=game, ended_at=None).deadline
    assert deadline is not None
    local = f"{deadline.astimezone(ZoneInfo(zone)):%H:%M}"
    expect(page.locator(".table-bar__status")).to_contain_text(local)
    page.goto("/")
    expect(page.locator("main")).to_contain_text(local)


def test_a_player_who_chose_french_reads_the_table_in_french(visit: Visitors) -> None:
    amina = make_user("Amina")
    Profile.objects.filter(user=amina).update(language="fr")
    page = visit(amina, started_game(amina, make_user("Brahim")).get_absolute_url())
    assert page.locator("html").get_attribute("lang") == "fr"
