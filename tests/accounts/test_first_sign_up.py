"""Someone signs up first with a newcomer's address: the newcomer still gets, and confirms, an account of their own."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client

from accounts.models import User
from tests.accounts.conftest import is_signed_in, link_in_last_mail, make_person, sign_in, sign_up
from tests.helpers.attackers import from_many_addresses, networks

pytestmark = pytest.mark.one_database


def confirmations(address: str = "amina@example.org") -> list[mail.EmailMessage]:
    return [sent for sent in mail.outbox if sent.to == [address] and "/confirm-email/" in str(sent.body)]


def thief() -> str:
    """Sign up with Amina's address before her; return the link that her mailbox gets."""
    sign_up(Client(REMOTE_ADDR="198.51.100.1"), username="Mallory")
    return link_in_last_mail()


def test_a_newcomer_gets_a_confirmation_although_someone_signed_up_first_with_the_address() -> None:
    thief()
    sign_up(Client(REMOTE_ADDR="203.0.113.1"))
    assert len(confirmations()) == 2
    assert "Amina" in str(mail.outbox[-1].body)


def test_a_newcomer_gets_a_confirmation_after_many_accounts_with_the_address() -> None:
    names = iter(range(100))

    def take(client: Client) -> None:
        sign_up(client, username=f"Mallory{next(names)}")

    list(from_many_addresses(take, 20))
    sign_up(Client(REMOTE_ADDR="203.0.113.1"))
    assert "Amina" in str(confirmations()[-1].body)


def test_one_place_sends_few_confirmations_to_an_address() -> None:
    for number in range(9):
        sign_up(Client(REMOTE_ADDR=f"2001:db8:1:1::{number + 1:x}"), username=f"Mallory{number}")
    assert len(confirmations()) == 5


def test_an_address_gets_a_limited_number_of_confirmations_from_many_places() -> None:
    for number, address in enumerate(networks(60)):
        sign_up(Client(REMOTE_ADDR=address), username=f"Mallory{number}")
    assert len(confirmations()) == 50


def test_an_account_asks_for_a_limited_number_of_confirmations_from_many_places() -> None:
    client = Client()
    sign_up(client)
    for number, address in enumerate(networks(30)):
        client.post("/accounts/email/", {"action_add": "", "email": f"a{number}@example.org"}, REMOTE_ADDR=address)
        client.post("/accounts/email/", {"action_send": "", "email": "amina@example.org"}, REMOTE_ADDR=address)
    assert len([sent for sent in mail.outbox if "/confirm-email/" in str(sent.body)]) <= 5


def test_an_email_that_was_not_sent_again_is_not_said_to_be_sent() -> None:
    client = Client()
    sign_up(client)
    client.get("/accounts/email/")
    page = client.post("/accounts/email/", {"action_send": "", "email": "amina@example.org"}, follow=True)
    assert len(confirmations()) == 1
    assert not list(page.context["messages"])


def test_the_owner_of_an_address_is_reminded_once_of_the_account() -> None:
    make_person("amina")
    for number, address in enumerate(networks(5)):
        sign_up(Client(REMOTE_ADDR=address), username=f"Mallory{number}")
    assert len(mail.outbox) == 1
    assert not confirmations()


def test_the_email_and_the_page_say_whose_account_is_confirmed() -> None:
    link = thief()
    body = str(mail.outbox[-1].body)
    assert "Are you not Mallory? Then someone else entered your address." in " ".join(body.split())
    page = Client().get(link).content.decode()
    assert "<strong>Mallory</strong>" in page
    assert "Is Mallory not your account?" in page


def test_the_link_for_another_account_confirms_nothing_while_signed_in() -> None:
    link = thief()
    newcomer = Client(REMOTE_ADDR="203.0.113.1")
    sign_up(newcomer)
    page = newcomer.get(link)
    assert "but you are signed in as" in page.content.decode()
    assert f'action="{link}"' not in page.content.decode()
    assert newcomer.post(link).status_code == 403
    assert not EmailAddress.objects.filter(verified=True).exists()
    assert is_signed_in(newcomer)
    newcomer.post(link_in_last_mail())
    assert User.objects.get(username="Amina").email == "amina@example.org"
    assert User.objects.get(username="Mallory").email == ""


def test_the_own_link_still_confirms_while_signed_in() -> None:
    client = Client()
    sign_up(client)
    assert client.post(link_in_last_mail()).status_code == 302
    assert User.objects.get(username="Amina").email == "amina@example.org"


def test_a_confirmation_in_the_browser_of_another_player_signs_nobody_out() -> None:
    link = thief()
    make_person("omar")
    omar = sign_in("omar")
    omar.get(link)
    omar.post(link)
    assert is_signed_in(omar)
    assert User.objects.get(username="Mallory").email == ""
