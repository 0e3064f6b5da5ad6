import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import Profile, User

pytestmark = pytest.mark.one_database

PROFILE = {"time_zone": "UTC", "language": "en"}


@pytest.fixture
def mail_comes_in(settings: Settings) -> None:
    settings.INBOUND_ADDRESS = "play@play.example.org"


@pytest.mark.usefixtures("mail_comes_in")
def test_playing_by_reply_is_off_until_the_player_switches_it_on(signed_in: Client, leila: User) -> None:
    assert not Profile.objects.get(user=leila).plays_by_reply
    signed_in.post("/settings/", {**PROFILE, "plays_by_reply": "on"})
    assert Profile.objects.get(user=leila).plays_by_reply
    signed_in.post("/settings/", PROFILE)
    assert not Profile.objects.get(user=leila).plays_by_reply


@pytest.mark.usefixtures("mail_comes_in")
def test_the_page_of_playing_by_reply_names_the_risk(signed_in: Client) -> None:
    page = signed_in.get("/settings/").content.decode()
    assert "Anyone who can send email in your name could play for you." in page


def test_a_site_without_incoming_mail_does_not_offer_playing_by_reply(signed_in: Client, leila: User) -> None:
    Profile.objects.filter(user=leila).update(plays_by_reply=True)
    assert "plays_by_reply" not in signed_in.get("/settings/").content.decode()
    signed_in.post("/settings/", PROFILE)
    assert Profile.objects.get(user=leila).plays_by_reply
