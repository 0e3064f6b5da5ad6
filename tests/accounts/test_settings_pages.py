from collections.abc import Iterator

import pytest
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.test import Client
from django.utils.translation import override

from accounts.errors import LastAdmin
from accounts.models import ApiToken, Profile, User
from accounts.selectors import display_name, get_profile, person_by_address, person_by_name
from accounts.services import create_token, create_user, deactivate, delete_account, update_profile
from accounts.signals import account_deleting
from accounts.time_zones import zone_choices
from tests.helpers.page_client import squeezed

from .conftest import PASSWORD, is_signed_in, make_person, sign_in

pytestmark = pytest.mark.one_database

PROFILE = {"display_name": "Leïla B.", "time_zone": "Africa/Casablanca", "language": "fr", "colour": "c", "about": "Hi"}


def test_the_settings_page_stores_the_profile(signed_in: Client, leila: User) -> None:
    assert signed_in.post("/settings/", PROFILE).headers["Location"] == "/settings/"
    profile = Profile.objects.get(user=leila)
    assert {field: getattr(profile, field) for field in PROFILE} == PROFILE


def test_every_page_shows_a_new_display_name_at_once_and_never_a_refused_one(signed_in: Client) -> None:
    signed_in.post("/settings/", PROFILE)
    refused = signed_in.post("/settings/", {**PROFILE, "display_name": "Nobody", "colour": "z"})
    for answer in (signed_in.get("/rules/"), refused):
        assert '<span class="menu__name">Leïla B.</span>' in squeezed(answer.content.decode())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("time_zone", "Mars/Base"),
        ("language", "xx"),
        ("colour", "z"),
        ("display_name", "x" * 41),
        ("about", "x" * 1001),
    ],
)
def test_the_settings_page_refuses_unknown_values(signed_in: Client, leila: User, field: str, value: str) -> None:
    assert field in signed_in.post("/settings/", {**PROFILE, field: value}).context["form"].errors
    assert Profile.objects.get(user=leila).display_name == ""


def test_another_users_name_is_refused_as_a_display_name(signed_in: Client, leila: User) -> None:
    make_person("omar")
    response = signed_in.post("/settings/", {**PROFILE, "display_name": "Omar"})
    assert "display_name" in response.context["form"].errors
    assert Profile.objects.get(user=leila).display_name == ""


def test_the_name_of_the_site_is_refused_as_a_display_name(signed_in: Client) -> None:
    response = signed_in.post("/settings/", {**PROFILE, "display_name": "Administrator"})
    assert "display_name" in response.context["form"].errors


def test_ones_own_name_is_accepted_as_a_display_name(signed_in: Client, leila: User) -> None:
    signed_in.post("/settings/", {**PROFILE, "display_name": "LEILA"})
    assert Profile.objects.get(user=leila).display_name == "LEILA"


def test_invisible_characters_are_refused_in_a_display_name(signed_in: Client, leila: User) -> None:
    answer = signed_in.post("/settings/", {**PROFILE, "display_name": "Lei\u202ela\u200b"})
    assert "no one can see" in str(answer.context["form"].errors["display_name"])
    assert Profile.objects.get(user=leila).display_name == ""


def test_the_settings_page_keeps_a_time_zone_that_is_not_on_the_list(signed_in: Client, leila: User) -> None:
    update_profile(leila, time_zone="Etc/GMT-1")
    assert b'<option value="Etc/GMT-1" selected>' in signed_in.get("/settings/").content


def test_time_zones_are_offered_by_region_with_their_city(signed_in: Client) -> None:
    html = squeezed(signed_in.get("/settings/").content.decode())
    assert '<optgroup label="Africa">' in html
    assert '<option value="America/Argentina/Buenos_Aires">Buenos Aires, Argentina</option>' in html
    assert html.count("<option") < 450
    assert "Asmera" not in html  # the older name of Asmara


def test_places_of_time_zones_have_their_names_in_the_language_of_the_page() -> None:
    with override("fr"):
        groups = {str(region): zones for region, zones in zone_choices(())}
        cities = groups["Europe"]
    assert not isinstance(cities, str)
    labels = [label for _name, label in cities]
    assert {"Londres", "Varsovie", "Oslo"} <= set(labels)
    assert labels.index("Lisbonne") < labels.index("Londres") < labels.index("Vienne")


def test_an_older_name_of_a_time_zone_is_stored_too(signed_in: Client, leila: User) -> None:
    signed_in.post("/settings/", {**PROFILE, "time_zone": "Asia/Calcutta"})
    assert Profile.objects.get(user=leila).time_zone == "Asia/Calcutta"


def test_a_missing_profile_breaks_no_page_and_is_made_when_saved(signed_in: Client, leila: User) -> None:
    Profile.objects.all().delete()
    assert signed_in.get("/settings/").status_code == 200
    signed_in.post("/settings/", PROFILE)
    assert Profile.objects.get(user=leila).time_zone == "Africa/Casablanca"


def test_the_display_name_is_shown_instead_of_the_name(leila: User) -> None:
    assert display_name(leila) == "leila"
    update_profile(leila, display_name="Leïla B.")
    assert display_name(leila) == str(get_profile(leila)) == "Leïla B."


@pytest.mark.parametrize("name", ["leila", "LEILA", " Leila "])
def test_users_are_found_by_name_in_any_case(leila: User, name: str) -> None:
    assert person_by_name(name) == leila


def test_users_are_found_by_address_in_any_case(leila: User) -> None:
    assert person_by_address("Leila@Example.org ") == leila
    assert person_by_address("other@example.org") is None


def test_closed_accounts_are_not_found(leila: User) -> None:
    deactivate(leila)
    assert person_by_name("leila") is None
    assert person_by_address("leila@example.org") is None


def test_a_new_user_can_be_created_with_a_profile(db: None) -> None:
    assert Profile.objects.get(user=create_user("omar", "omar@example.org", PASSWORD, colour="y")).colour == "y"


@pytest.fixture
def received() -> Iterator[list[tuple[str, bool]]]:
    """Receive ``account_deleting``; collect the users and whether their accounts were open."""
    calls: list[tuple[str, bool]] = []

    def receiver(user: User, **_rest: object) -> None:
        calls.append((user.username, User.objects.get(pk=user.pk).is_active))

    account_deleting.connect(receiver, dispatch_uid="test")
    yield calls
    account_deleting.disconnect(dispatch_uid="test")


def test_closing_an_account_needs_the_password(
    signed_in: Client, leila: User, received: list[tuple[str, bool]]
) -> None:
    assert "password" in signed_in.post("/settings/delete/", {"password": "wrong"}).context["form"].errors
    assert User.objects.filter(pk=leila.pk, is_active=True).exists()
    assert received == []


def test_opening_the_deletion_page_deletes_nothing(signed_in: Client, leila: User) -> None:
    assert signed_in.get("/settings/delete/").status_code == 200
    assert User.objects.filter(pk=leila.pk, is_active=True).exists()


def test_closing_an_account_leads_to_a_page_that_confirms_it(signed_in: Client, leila: User) -> None:
    response = signed_in.post("/settings/delete/", {"password": PASSWORD}, follow=True)
    assert response.redirect_chain == [("/settings/deleted/", 302)]
    assert "Your account is closed" in response.content.decode()


def test_deleting_an_account_removes_only_the_user_and_their_belongings(signed_in: Client, leila: User) -> None:
    omar = make_person("omar")
    create_token(leila, "bot")
    create_token(omar, "bot")
    delete_account(leila)
    assert list(User.objects.all()) == [omar]
    assert [token.user for token in ApiToken.objects.all()] == [omar]
    assert [profile.user for profile in Profile.objects.all()] == [omar]
    assert not is_signed_in(signed_in)


def test_deleting_an_account_ends_its_stored_sessions(signed_in: Client, leila: User) -> None:
    sign_in("leila")
    signed_in.logout()
    assert Session.objects.count() == 1
    delete_account(leila)
    assert not Session.objects.exists()


def test_receivers_run_before_a_closed_account_is_deleted(leila: User, received: list[tuple[str, bool]]) -> None:
    delete_account(leila)
    assert received == [("leila", False)]


def test_a_failing_receiver_of_account_closing_keeps_the_account_open(leila: User) -> None:
    def receiver(**_rest: object) -> None:
        raise RuntimeError

    account_deleting.connect(receiver)
    with pytest.raises(RuntimeError):
        delete_account(leila)
    account_deleting.disconnect(receiver)
    assert User.objects.get().is_active


def test_an_account_that_cannot_be_deleted_is_open_again(leila: User, monkeypatch: pytest.MonkeyPatch) -> None:
    def held_fast(user: User) -> None:
        raise IntegrityError

    monkeypatch.setattr(User, "delete", held_fast)
    with pytest.raises(IntegrityError):
        delete_account(leila)
    assert User.objects.get().is_active


def test_the_only_administrator_cannot_delete_the_account(leila: User) -> None:
    User.objects.update(is_superuser=True)
    leila.refresh_from_db()
    with pytest.raises(LastAdmin):
        delete_account(leila)
    assert User.objects.get().is_active


def test_one_of_two_administrators_can_delete_the_account(leila: User) -> None:
    make_person("omar")
    User.objects.update(is_superuser=True)
    leila.refresh_from_db()
    delete_account(leila)
    assert User.objects.get().username == "omar"


def test_the_only_administrator_is_told_why_the_account_stays(signed_in: Client, leila: User) -> None:
    User.objects.update(is_superuser=True)
    response = signed_in.post("/settings/delete/", {"password": PASSWORD})
    assert response.status_code == 409
    assert b"only administrator" in response.content


def test_the_name_of_a_deleted_account_can_be_taken_again(leila: User) -> None:
    delete_account(leila)
    assert make_person("Leila").username == "Leila"
