"""Tests of the whole site with time zones that the data of the system have lost."""

import pytest
from django.test import Client, override_settings

from accounts.models import Profile, User
from games.clocks.models import PlannedHoliday, WakingHours
from games.notifications.recipient import recipient_from
from tests.helpers.late_games import DAY, game_of_ada
from tests.helpers.moving_time import MovingTime
from tests.makers import make_user

from .access_data import AccessData, make_access_data
from .register import ADDRESSES

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
LOST = "Mars/Base"


def lose_zones(name: str = LOST) -> None:
    """Give everyone a time zone that does not exist, also in the history of their hours and holidays."""
    for model, column in ((Profile, "time_zone"), (WakingHours, "zone"), (PlannedHoliday, "zone")):
        assert model._default_manager.update(**{column: name})


@pytest.mark.full  # every address is asked: the tests below show pages and the sweep
@pytest.mark.parametrize("name", [LOST, ""])
def test_no_address_fails_without_the_time_zones_of_its_players(name: str) -> None:
    world: AccessData = make_access_data()
    lose_zones(name)
    failed = []
    for address in ADDRESSES:
        viewer = "admin" if address.section == "admin" else "player"
        if world.ask(viewer, "get", address.path, {}).status_code == 500:
            failed.append(f"GET {address.path}")
        if address.on_post != "405" and world.ask(viewer, "post", address.path, address.sent).status_code == 500:
            failed.append(f"POST {address.path}")
    assert failed == []


@override_settings(TIME_ZONE="Asia/Tokyo")
def test_a_lost_time_zone_is_read_as_that_of_the_site_with_a_notice(client: Client) -> None:
    user = make_user("nora")
    Profile.objects.filter(user=user).update(time_zone=LOST)
    client.force_login(user, "accounts.backends.NameOrAddress")
    html = client.get("/").content.decode()
    assert "Your time zone Mars/Base no longer exists." in html
    assert "All times are in Asia/Tokyo until you choose another." in html
    form = client.get("/settings/").context["form"]
    assert form["time_zone"].value() == "Asia/Tokyo"
    assert LOST not in dict(form.fields["time_zone"].choices)
    assert client.get("/api/v1/me/").json()["time_zone"] == "Asia/Tokyo"
    assert client.get("/api/v1/me/hours/").json()["zone"] == "Asia/Tokyo"
    assert recipient_from(User.objects.get(pk=user.pk), "", "").zone == "Asia/Tokyo"


def test_a_player_with_a_time_zone_that_exists_gets_no_notice(client: Client) -> None:
    client.force_login(make_user("nora"), "accounts.backends.NameOrAddress")
    assert "no longer exists" not in client.get("/").content.decode()


def test_holidays_and_hours_are_stored_in_the_zone_that_is_used(client: Client) -> None:
    user = make_user("nora")
    Profile.objects.filter(user=user).update(time_zone=LOST)
    client.force_login(user, "accounts.backends.NameOrAddress")
    week = [["08:00", "22:00"]] * 7
    assert client.post("/api/v1/me/hours/", {"days": week}, "application/json").status_code < 300
    assert WakingHours.objects.get(user=user).zone == "UTC"


def test_the_sweep_handles_a_time_out_of_a_player_whose_time_zone_is_lost(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    PlannedHoliday.objects.create(
        user=make_user("Ada"), saved_at=moving.now, first=moving.now.date(), last=moving.now.date(), zone=""
    )
    Profile.objects.update(time_zone=LOST)
    before = game.ply
    moving.pass_by(10 * DAY)
    game.refresh_from_db()
    assert game.ply > before
    assert not game.turns.exclude(failed_at=None).exists()
