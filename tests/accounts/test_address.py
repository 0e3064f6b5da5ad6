import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from accounts.services import verify_address
from tests.accounts.conftest import PASSWORD, is_signed_in, link_in_last_mail, make_person, reauthenticate, sign_in

pytestmark = pytest.mark.one_database


def change_to(client: Client, address: str) -> None:
    reauthenticate(client)
    client.post("/accounts/email/", {"action_add": "", "email": address})


def test_the_old_address_counts_until_the_new_one_is_confirmed(signed_in: Client, leila: User) -> None:
    change_to(signed_in, "new@example.org")
    leila.refresh_from_db()
    assert leila.email == "leila@example.org"
    assert mail.outbox[-1].to == ["new@example.org"]
    assert b"is not confirmed yet" in signed_in.get("/accounts/email/").content


def test_the_address_page_says_how_often_the_link_is_sent(signed_in: Client) -> None:
    change_to(signed_in, "new@example.org")
    signed_in.post("/accounts/email/", {"action_send": "", "email": "new@example.org"})
    assert b"at most once every three minutes" in signed_in.get("/accounts/email/").content


def test_confirming_leaves_one_address_and_tells_the_old_one(signed_in: Client, leila: User) -> None:
    change_to(signed_in, "new@example.org")
    signed_in.post(link_in_last_mail())
    leila.refresh_from_db()
    address = EmailAddress.objects.get(user=leila)
    assert (leila.email, address.email, address.primary, address.verified) == (
        "new@example.org",
        "new@example.org",
        True,
        True,
    )
    assert (mail.outbox[-1].to, mail.outbox[-1].subject.endswith("Your email address has been changed")) == (
        ["leila@example.org"],
        True,
    )
    assert is_signed_in(sign_in("new@example.org"))


def test_a_pending_change_of_address_can_be_cancelled(signed_in: Client, leila: User) -> None:
    change_to(signed_in, "new@example.org")
    signed_in.post("/accounts/email/", {"action_remove": "", "email": "new@example.org"})
    assert EmailAddress.objects.get(user=leila).email == "leila@example.org"


def test_the_address_of_the_account_cannot_be_removed(signed_in: Client, leila: User) -> None:
    signed_in.post("/accounts/email/", {"action_remove": "", "email": "leila@example.org"})
    leila.refresh_from_db()
    assert leila.email == EmailAddress.objects.get(user=leila).email == "leila@example.org"


def test_the_address_of_another_account_is_not_taken(signed_in: Client, leila: User) -> None:
    omar = make_person("omar", verified=False)
    change_to(signed_in, "omar@example.org")
    link = link_in_last_mail()
    verify_address(omar)
    signed_in.post(link)
    assert b"belongs to another account" in signed_in.get("/settings/").content
    assert b"belongs to another account" in signed_in.get(link).content
    leila.refresh_from_db()
    assert leila.email == "leila@example.org"
    assert EmailAddress.objects.get(email="omar@example.org", verified=True).user == omar


def test_an_address_goes_to_the_user_who_reads_its_mail(signed_in: Client, leila: User) -> None:
    mistyped = make_person("mistyped", verified=False)
    change_to(signed_in, "mistyped@example.org")
    signed_in.post(link_in_last_mail())
    leila.refresh_from_db()
    mistyped.refresh_from_db()
    assert (leila.email, mistyped.email) == ("mistyped@example.org", "")


def test_the_owner_of_an_address_is_warned_when_another_user_requests_it(signed_in: Client) -> None:
    make_person("omar")
    change_to(signed_in, "omar@example.org")
    assert mail.outbox[-1].to == ["omar@example.org"]
    assert mail.outbox[-1].subject.endswith("You already have an account")


def test_a_mistyped_address_can_be_corrected_before_it_is_confirmed() -> None:
    omar = make_person("omar", verified=False)
    client = sign_in("omar")
    change_to(client, "right@example.org")
    client.post(link_in_last_mail())
    omar.refresh_from_db()
    assert omar.email == EmailAddress.objects.get(user=omar).email == "right@example.org"


def test_changing_the_address_asks_for_the_password_first_and_then_goes_on(signed_in: Client, leila: User) -> None:
    response = signed_in.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    assert response.headers["Location"].startswith("/accounts/reauthenticate/")
    assert not EmailAddress.objects.filter(email="new@example.org").exists()
    assert "Confirm it’s you" in signed_in.get(response.headers["Location"]).content.decode()
    signed_in.post(response.headers["Location"], {"password": PASSWORD})
    assert EmailAddress.objects.filter(email="new@example.org").exists()
