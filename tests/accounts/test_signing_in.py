import pytest
from allauth.usersessions.models import UserSession
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in_last_mail, make_person, sign_in

pytestmark = pytest.mark.one_database


@pytest.mark.parametrize("login", ["leila", "LEILA", "leila@example.org", "Leila@Example.Org", " leila "])
def test_signing_in_accepts_name_or_address_in_any_case(leila: User, login: str) -> None:
    assert is_signed_in(sign_in(login))


@pytest.mark.parametrize("login", ["leila", "leila@example.org", "nobody", "nobody@example.org"])
def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(leila: User, login: str) -> None:
    client = Client()
    response = client.post("/accounts/login/", {"login": login, "password": "wrong"})
    (error,) = response.context["form"].non_field_errors()
    assert "Wrong name, email address or password." in error
    assert not is_signed_in(client)


def test_signing_in_is_locked_after_five_wrong_passwords(leila: User) -> None:
    for _attempt in range(5):
        sign_in("leila", "wrong")
    assert not is_signed_in(sign_in("leila"))


def test_a_closed_account_cannot_sign_in(leila: User) -> None:
    User.objects.update(is_active=False)
    client = Client()
    response = client.post("/accounts/login/", {"login": "leila", "password": PASSWORD}, follow=True)
    assert b"This account is closed" in response.content
    assert not is_signed_in(client)


def test_signing_in_leads_to_the_page_the_player_wanted(leila: User) -> None:
    response = Client().post("/accounts/login/", {"login": "leila", "password": PASSWORD, "next": "/settings/"})
    assert response.headers["Location"] == "/settings/"


def test_signing_in_never_redirects_to_another_site(leila: User) -> None:
    response = Client().post("/accounts/login/", {"login": "leila", "password": PASSWORD, "next": "//evil.example/"})
    assert response.headers["Location"] == "/"


def test_a_page_for_players_asks_to_sign_in(client: Client) -> None:
    assert client.get("/settings/").headers["Location"] == "/accounts/login/?next=/settings/"


def test_opening_the_sign_out_page_does_not_sign_out(signed_in: Client) -> None:
    assert b"Do you want to sign out?" in signed_in.get("/accounts/logout/").content
    assert is_signed_in(signed_in)


def test_the_sign_out_button_signs_out(signed_in: Client) -> None:
    signed_in.post("/accounts/logout/")
    assert not is_signed_in(signed_in)


def test_a_forgotten_password_is_replaced_by_a_link(leila: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "leila@example.org"})
    form = client.get(link_in_last_mail(), follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "oranges-and-mint", "password2": "oranges-and-mint"})
    assert is_signed_in(sign_in("leila", "oranges-and-mint"))
    assert not is_signed_in(sign_in("leila"))


def test_a_password_reset_link_works_once(leila: User) -> None:
    client = Client()
    client.post("/accounts/password/reset/", {"email": "leila@example.org"})
    link = link_in_last_mail()
    form = client.get(link, follow=True)
    client.post(form.redirect_chain[-1][0], {"password1": "oranges-and-mint", "password2": "oranges-and-mint"})
    assert b"already been used or has expired" in Client().get(link, follow=True).content


def test_a_password_reset_answers_strangers_like_players(leila: User) -> None:
    known = Client().post("/accounts/password/reset/", {"email": "leila@example.org"})
    stranger = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert known.headers["Location"] == stranger.headers["Location"]
    assert mail.outbox[-1].subject.endswith("There is no account with this address")


def test_changing_the_password_asks_for_the_old_one(signed_in: Client) -> None:
    data = {"oldpassword": "wrong", "password1": "oranges-and-mint", "password2": "oranges-and-mint"}
    assert "oldpassword" in signed_in.post("/accounts/password/change/", data).context["form"].errors
    assert is_signed_in(sign_in("leila"))


def test_changing_the_password_signs_out_everywhere_else_and_tells_by_mail(signed_in: Client) -> None:
    elsewhere = sign_in("leila")
    data = {"oldpassword": PASSWORD, "password1": "oranges-and-mint", "password2": "oranges-and-mint"}
    signed_in.post("/accounts/password/change/", data)
    assert is_signed_in(signed_in)
    assert not is_signed_in(elsewhere)
    assert mail.outbox[-1].subject.endswith("Your password has been changed")


def test_sessions_are_listed_with_their_browsers(leila: User) -> None:
    firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
    client = Client(headers={"user-agent": firefox})
    client.post("/accounts/login/", {"login": "leila", "password": PASSWORD})
    page = client.get("/accounts/sessions/").content
    assert b"Firefox, Linux" in page
    assert b"this browser" in page


def test_the_button_for_other_sessions_ends_them(signed_in: Client) -> None:
    elsewhere = sign_in("leila")
    signed_in.post("/accounts/sessions/")
    assert is_signed_in(signed_in)
    assert not is_signed_in(elsewhere)


def test_ending_other_sessions_leaves_those_of_other_users(signed_in: Client) -> None:
    make_person("omar")
    omar = sign_in("omar")
    signed_in.post("/accounts/sessions/")
    assert is_signed_in(omar)
    assert UserSession.objects.count() == 2


def test_too_many_sign_in_attempts_show_the_sites_page(client: Client, settings: object) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"login": "1/m/ip"}  # type: ignore[attr-defined]
    client.post("/accounts/login/", {"login": "leila", "password": "wrong"})
    response = client.post("/accounts/login/", {"login": "leila", "password": "wrong"})
    assert response.status_code == 429
    assert b"Too many attempts" in response.content
