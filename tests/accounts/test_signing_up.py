import datetime as dt
import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.errors import NameTaken
from accounts.models import Profile, User
from accounts.selectors import person_by_address, unconfirmed_address
from accounts.services import create_robot, register
from tests.accounts.conftest import is_signed_in, link_in_last_mail, make_person, sign_in, sign_up

pytestmark = pytest.mark.one_database


def test_signing_up_creates_user_and_profile(client: Client) -> None:
    sign_up(client, time_zone="Africa/Casablanca")
    profile = Profile.objects.get(user__username="Amina")
    assert (profile.time_zone, profile.language) == ("Africa/Casablanca", "en")
    assert unconfirmed_address(profile.user) == "amina@example.org"


def test_a_refused_sign_up_focuses_the_first_wrong_field(client: Client) -> None:
    page = sign_up(client, password1="tea").content.decode()

    focused = [tag for tag in re.findall("<input[^>]*>", page) if "autofocus" in tag]
    assert ['name="password1"' in tag for tag in focused] == [True]
    assert "must contain at least 8 characters" in client.get("/accounts/signup/").content.decode()


def test_signing_up_without_a_known_time_zone_sets_utc(client: Client) -> None:
    sign_up(client)
    assert Profile.objects.get(user__username="Amina").time_zone == "UTC"


def test_signing_up_ignores_a_time_zone_that_does_not_exist(client: Client) -> None:
    sign_up(client, time_zone="Mars/Base")
    assert Profile.objects.get(user__username="Amina").time_zone == "UTC"


def test_signing_up_keeps_the_language_of_the_page(client: Client) -> None:
    client.cookies["django_language"] = "fr"
    sign_up(client)
    assert Profile.objects.get(user__username="Amina").language == "fr"


def test_signing_up_signs_in_at_once(client: Client) -> None:
    assert sign_up(client).headers["Location"] == "/"
    assert is_signed_in(client)


def test_an_unconfirmed_address_belongs_to_no_one(client: Client) -> None:
    sign_up(client)
    assert User.objects.get().email == ""
    assert not User.objects.get().is_confirmed
    assert person_by_address("amina@example.org") is None


def test_opening_the_confirmation_link_changes_nothing(client: Client) -> None:
    sign_up(client)
    assert b"Confirm" in client.get(link_in_last_mail()).content
    assert not EmailAddress.objects.get(email="amina@example.org").verified


def test_the_button_behind_the_link_confirms_the_address(client: Client) -> None:
    sign_up(client)
    assert client.post(link_in_last_mail()).headers["Location"] == "/"
    assert User.objects.get().email == EmailAddress.objects.get(verified=True).email == "amina@example.org"
    assert is_signed_in(client)


def test_confirming_an_address_does_not_sign_in_another_browser(client: Client) -> None:
    sign_up(client)
    elsewhere = Client()
    assert elsewhere.post(link_in_last_mail()).headers["Location"] == "/accounts/login/"
    assert EmailAddress.objects.get(email="amina@example.org").verified
    assert not is_signed_in(elsewhere)


def test_signing_up_to_play_a_robot_that_does_not_exist_works(client: Client) -> None:
    assert sign_up(client, next="/play/nobody/").headers["Location"] == "/play/nobody/"
    assert is_signed_in(client)


def test_a_used_confirmation_link_says_so(client: Client) -> None:
    sign_up(client)
    link = link_in_last_mail()
    client.post(link)
    stranger, owner = (who.get(link).content.decode() for who in (Client(), client))
    assert "already been used or has expired" in stranger
    assert "we will send you a new link" in stranger
    assert "we will send you a new link" not in owner  # she is signed in


def test_an_invited_stranger_lands_at_the_invitation(client: Client) -> None:
    assert sign_up(client, next="/i/abc123/").headers["Location"] == "/i/abc123/"


def test_the_confirmation_link_leads_an_invited_stranger_back_to_the_invitation(client: Client) -> None:
    sign_up(client, next="/i/abc123/")
    link = link_in_last_mail()
    assert link.endswith("/?next=/accounts/login/%3Fnext=/i/abc123/")
    goal = client.get(link).context["redirect_field_value"]
    response = client.post(link.partition("?")[0], {"next": goal}, follow=True)
    assert response.redirect_chain[-1][0] == "/i/abc123/"


def test_an_invited_stranger_with_another_browser_signs_in_and_lands_at_the_invitation(client: Client) -> None:
    sign_up(client, next="/i/abc123/")
    elsewhere = Client()
    link = link_in_last_mail()
    page = elsewhere.get(link)
    goal = page.context["redirect_field_value"]
    response = elsewhere.post(link.partition("?")[0], {"next": goal})
    assert response.headers["Location"] == "/accounts/login/?next=/i/abc123/"
    response = elsewhere.post(
        "/accounts/login/", {"login": "Amina", "password": "carpets-and-coins", "next": "/i/abc123/"}
    )
    assert response.headers["Location"] == "/i/abc123/"


def test_an_invited_stranger_who_confirms_late_signs_in_and_lands_at_the_invitation(client: Client) -> None:
    sign_up(client, next="/i/abc123/")
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(hours=20), tick=False):
        link = link_in_last_mail()
        goal = client.get(link).context["redirect_field_value"]
        response = client.post(link.partition("?")[0], {"next": goal})
    assert response.headers["Location"] == "/accounts/login/?next=/i/abc123/"


def test_a_confirmation_link_expires_after_three_days(client: Client) -> None:
    sign_up(client)
    with time_machine.travel(dt.datetime.now(dt.UTC) + dt.timedelta(days=4), tick=False):
        assert client.post(link_in_last_mail()).status_code == 404
    assert not EmailAddress.objects.get(email="amina@example.org").verified


def test_the_sign_up_page_hands_the_invitation_on(client: Client) -> None:
    assert b'name="next" value="/i/abc123/"' in client.get("/accounts/signup/?next=/i/abc123/").content


def test_signing_up_follows_no_link_to_another_site(client: Client) -> None:
    sign_up(client, next="https://elsewhere.example/")
    assert "elsewhere" not in link_in_last_mail()
    assert client.post(link_in_last_mail()).headers["Location"] == "/"


@pytest.mark.parametrize("name", ["leila", "LEILA", "Leila"])
def test_signing_up_refuses_a_name_in_use_in_any_case(client: Client, leila: User, name: str) -> None:
    assert "username" in sign_up(client, username=name).context["form"].errors
    assert User.objects.count() == 1


@pytest.mark.parametrize("name", ["a", "x" * 31, "-ab", "ab.", "a b", "é-ab", "a/b", "a@b", "admin", "Me", "NEW", ".."])
def test_signing_up_refuses_a_name_that_fits_no_url(client: Client, name: str) -> None:
    assert "username" in sign_up(client, username=name).context["form"].errors
    assert not User.objects.exists()


@pytest.mark.parametrize("name", ["ab", "x" * 30, "a-b_c.d", "0x", "Zoe"])
def test_signing_up_accepts_a_name_that_fits_a_url(client: Client, name: str) -> None:
    sign_up(client, username=name)
    assert User.objects.get().username == name


@pytest.mark.parametrize("address", ["leila@example.org", "Leila@Example.org"])
def test_signing_up_does_not_reveal_that_an_address_has_an_account(client: Client, leila: User, address: str) -> None:
    assert sign_up(client, email=address).headers["Location"] == "/"
    assert is_signed_in(client)
    assert mail.outbox[-1].subject.endswith("You already have an account")
    assert mail.outbox[-1].to == ["leila@example.org"]


def test_signing_in_by_address_does_not_reveal_that_it_has_an_account(client: Client, leila: User) -> None:
    other = {"password1": "another-password"}
    sign_up(client, email="leila@example.org", **other)
    sign_up(Client(), username="Zoe", email="free@example.org", **other)
    assert not is_signed_in(sign_in("leila@example.org", "another-password"))
    assert not is_signed_in(sign_in("free@example.org", "another-password"))


def test_several_users_may_have_an_unconfirmed_address_and_the_first_to_confirm_gets_it(client: Client) -> None:
    elsewhere = Client()
    sign_up(client)
    first = link_in_last_mail()
    sign_up(elsewhere, username="Zoe")
    assert elsewhere.post(first).status_code == 403  # there, Zoe is signed in
    Client().post(first)
    assert User.objects.get(email="amina@example.org").username == "Amina"
    assert not User.objects.get(username="Zoe").is_confirmed


def test_signing_up_stores_addresses_in_lower_case(client: Client) -> None:
    sign_up(client, email="Amina@Example.ORG")
    assert unconfirmed_address(User.objects.get()) == "amina@example.org"


def test_signing_up_refuses_a_weak_password(client: Client) -> None:
    answer = sign_up(client, password1="12345678")
    assert "password1" in answer.context["form"].errors
    focused = re.findall(r'<input[^>]* name="(\w+)"[^>]* autofocus', answer.content.decode())
    assert focused == ["password1"]
    assert not User.objects.exists()


def test_the_second_of_two_simultaneous_sign_ups_with_one_name_is_refused(leila: User) -> None:
    with pytest.raises(NameTaken):
        register(User(username="LEILA"), "other@example.org", language="en", time_zone="")
    assert User.objects.count() == Profile.objects.count() == 1


def test_a_race_for_a_name_gets_an_error_message(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    make_person("amina2")
    monkeypatch.setattr("accounts.adapters.AccountAdapter.clean_username", lambda self, name, shallow=False: name)
    monkeypatch.setattr("accounts.forms.has_lookalike", lambda name: False)
    assert sign_up(client, username="AMINA2").status_code == 409
    assert User.objects.count() == 1


def test_an_unconfirmed_user_signs_in_by_name() -> None:
    make_person("omar", verified=False)
    assert is_signed_in(sign_in("omar"))


def test_no_robot_signs_in() -> None:
    create_robot("greedy", "Greedy", "Greedy")
    assert not is_signed_in(sign_in("Greedy", ""))
    assert not is_signed_in(sign_in("Greedy", "!"))


def test_sign_in_and_sign_up_pages_send_signed_in_players_home(signed_in: Client) -> None:
    assert signed_in.get("/accounts/signup/").headers["Location"] == "/"
