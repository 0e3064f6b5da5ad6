"""Invitations that end in a seat after the sign-up: a held seat, and an address that the email has confirmed."""

import re
from datetime import timedelta
from urllib.parse import parse_qs, quote, urlencode, urlsplit

import pytest
from django.core import mail
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import verify_address
from games.core.choices import Status
from games.core.models import Game
from games.lobby.invitations import (
    decline_invitation,
    hold_seat,
    invite_address,
    invite_player,
    mail_key,
    release_held_seats,
)
from games.lobby.models import Invitation, InvitationState
from games.mail.compose import compose
from games.mail.event_line import line_of
from games.notifications.models import Kind
from tests.helpers.notifications import latest, text_of
from tests.helpers.page_client import signed_in, text_at
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]

FRIEND = "friend@example.org"
PASSWORD = "carpets-and-coins"


@pytest.fixture
def table() -> Game:
    return make_table(make_user("Ada"), seat_count=4, is_private=True, name="The Blue Table")


def link_of(table: Game) -> str:
    return f"/t/{table.code}/?invite={table.invite_code}"


def sign_up(client: Client, name: str, page: str, email: str = "") -> User:
    sent = {"username": name, "email": email or f"{name.lower()}@example.org", "password1": PASSWORD, "next": page}
    assert client.post("/accounts/signup/", sent).status_code == 302
    return User.objects.get(username=name)


def held(table: Game) -> list[str]:
    return [one.user.username for one in table.invitations.filter(state=InvitationState.PENDING) if one.user]


def test_a_sign_up_by_the_link_holds_a_seat_and_joins_at_confirmation(table: Game) -> None:
    friend = sign_up(Client(), "Friend", link_of(table))
    assert held(table) == ["Friend"]
    html = text_at(signed_in(friend), link_of(table))
    assert "A seat is reserved for you" in html
    assert "The seat is held for you until" in " ".join(html.split())
    verify_address(friend)
    assert table.seats.filter(user=friend).count() == 1
    assert held(table) == []


def test_the_header_of_an_invitation_leads_to_a_sign_up_for_its_table(table: Game) -> None:
    header = text_at(Client(), link_of(table)).split("</header>")[0]

    assert f"/accounts/signup/?{urlencode({'next': link_of(table)}, safe='/')}" in header
    assert f"/accounts/login/?{urlencode({'next': link_of(table)}, safe='/')}" in header


def test_the_pages_and_the_email_of_a_sign_up_by_the_link_name_the_table(table: Game) -> None:
    client = Client()
    ways = re.findall(r'href="/accounts/signup/([^"]*)"', text_at(client, link_of(table)))
    assert set(ways) == {f"?next={quote(link_of(table))}"}  # at the top of the page, too
    page = text_at(client, f"/accounts/signup/?{urlencode({'next': link_of(table)})}")
    assert "Marrakech · The Blue Table" in page
    assert "The Blue Table" not in text_at(client, "/accounts/signup/")
    assert "The Blue Table" not in text_at(client, f"/accounts/signup/?next=/t/{table.code}/")  # without its code
    sign_up(client, "Friend", link_of(table))
    text = " ".join(str(mail.outbox[-1].body).split())
    assert "Marrakech · The Blue Table" in text
    assert "The seat is held for you for an hour." in text
    found = re.search(r"/accounts/confirm-email/\S+?/", text)
    assert found
    page = " ".join(text_at(client, found[0]).split())
    assert "open the link in the email" not in page
    assert "is your email address. Turns will then be sent there." in page
    answer = client.post(found[0], follow=True)
    html = answer.content.decode()
    assert "You have joined The Blue Table." in html
    assert "has been confirmed" not in html  # one message is enough
    assert table.seats.filter(user__username="Friend").exists()


def test_the_email_of_a_sign_up_without_a_link_names_no_table() -> None:
    sign_up(Client(), "Friend", "/")
    assert "seat" not in str(mail.outbox[-1].body)


def test_a_held_seat_is_free_after_an_hour(table: Game) -> None:
    sign_up(Client(), "Friend", link_of(table))
    release_held_seats(timezone.now() + timedelta(minutes=59))
    assert held(table) == ["Friend"]
    release_held_seats(timezone.now() + timedelta(minutes=61))
    assert held(table) == []


def test_a_link_holds_one_seat_at_a_time(table: Game) -> None:
    for name in ("One", "Two", "Three"):
        sign_up(Client(), name, link_of(table))
    assert held(table) == ["One"]


@pytest.mark.parametrize("query", ["", "?invite=wrong"])
def test_an_address_without_the_code_of_the_table_holds_no_seat(table: Game, query: str) -> None:
    sign_up(Client(), "Friend", f"/t/{table.code}/{query}")
    assert held(table) == []


def test_the_last_seat_is_not_held_twice() -> None:
    table = make_table(make_user())
    assert hold_seat(table.pk, make_user())
    assert not hold_seat(table.pk, make_user())
    assert not hold_seat(started_game().pk, make_user())


def invited(table: Game) -> Invitation:
    assert table.host is not None
    return invite_address(table.pk, table.host, FRIEND)


def link_in_mail() -> str:
    found = re.search(r"http://testserver(/i/\S+)", text_of(compose(latest(Kind.INVITATION))))
    assert found
    return found[1]


def by_mail(client: Client, table: Game) -> str:
    """Go from the email to the form of the sign-up, and return its address."""
    invitation = invited(table)
    html = text_at(client, link_in_mail())
    key = re.search(r'name="key" value="(\w+)"', html)
    assert key
    answer = client.post(f"/i/{invitation.code}/", {"sign_up": "on", "key": key[1]})
    return str(answer["Location"])


def test_the_address_of_an_invited_person_is_filled_in(table: Game) -> None:
    client = Client()
    page = by_mail(client, table)
    assert f'value="{FRIEND}"' in text_at(client, page)


def test_who_came_by_the_email_sits_after_the_sign_up(table: Game) -> None:
    client = Client()
    page = parse_qs(urlsplit(by_mail(client, table)).query)["next"][0]
    mail.outbox.clear()
    friend = sign_up(client, "Friend", page, FRIEND)
    assert friend.is_confirmed
    assert table.seats.filter(user=friend).count() == 1
    assert mail.outbox == []
    assert client.get(page)["Location"] == f"/t/{table.code}/"


def test_the_code_alone_neither_fills_in_nor_confirms_the_address(table: Game) -> None:
    invitation, client = invited(table), Client()
    answer = client.post(f"/i/{invitation.code}/", {"sign_up": "on", "key": invitation.code})
    assert answer["Location"] == f"/accounts/signup/?next=%2Fi%2F{invitation.code}%2F"
    assert not sign_up(client, "Friend", f"/i/{invitation.code}/", FRIEND).is_confirmed


def test_another_address_must_be_confirmed(table: Game) -> None:
    client = Client()
    page = parse_qs(urlsplit(by_mail(client, table)).query)["next"][0]
    friend = sign_up(client, "Friend", page, "other@example.org")
    assert not friend.is_confirmed
    assert table.seats.count() == 1


def test_another_browser_must_confirm_the_address(table: Game) -> None:
    page = parse_qs(urlsplit(by_mail(Client(), table)).query)["next"][0]
    assert not sign_up(Client(), "Friend", page, FRIEND).is_confirmed


def test_opening_the_link_confirms_nothing(table: Game) -> None:
    client, invitation = Client(), invited(table)
    text_at(client, link_in_mail())
    assert not sign_up(client, "Friend", f"/i/{invitation.code}/", FRIEND).is_confirmed


def test_a_key_works_once(table: Game) -> None:
    client = Client()
    page = parse_qs(urlsplit(by_mail(client, table)).query)["next"][0]
    invitation = table.invitations.get()
    sign_up(client, "Friend", page, FRIEND)
    second = Client()
    assert second.post(page, {"sign_up": "on", "key": mail_key(invitation)}).status_code in {302, 404}
    assert not sign_up(second, "Second", page, FRIEND).is_confirmed


def test_a_key_of_a_declined_invitation_confirms_nothing(table: Game) -> None:
    client = Client()
    page = parse_qs(urlsplit(by_mail(client, table)).query)["next"][0]
    decline_invitation(table.invitations.get().code, None)
    assert not sign_up(client, "Friend", page, FRIEND).is_confirmed


def test_a_guest_with_games_confirms_the_address_in_the_usual_way(table: Game) -> None:
    client = Client()
    page = parse_qs(urlsplit(by_mail(client, table)).query)["next"][0]
    client.post("/play/random/")
    assert not sign_up(client, "Friend", page, FRIEND).is_confirmed


def test_a_signed_in_person_does_not_use_the_key(table: Game) -> None:
    invitation = invited(table)
    client = signed_in(make_user("Eve"))
    assert text_at(client, link_in_mail()).count("Accept and join") == 1
    client.post(f"/i/{invitation.code}/", {"sign_up": "on", "key": mail_key(invitation)})
    assert "invited_by_mail" not in client.session


def test_the_inviter_does_not_see_the_key(table: Game) -> None:
    invitation = invited(table)
    assert table.host is not None
    client = signed_in(table.host)
    seen = [text_at(client, address) for address in (f"/t/{table.code}/", f"/i/{invitation.code}/", "/")]
    seen.append(text_at(client, f"/api/v1/games/{table.code}/"))
    assert all(mail_key(invitation) not in html for html in seen)


def test_an_email_to_an_account_has_no_key(table: Game) -> None:
    assert table.host is not None
    invite_player(table.pk, table.host, make_user("Bo").username)
    assert "key=" not in text_of(compose(latest(Kind.INVITATION)))
    invite_address(table.pk, table.host, make_user("Cy").email)
    assert "key=" not in text_of(compose(latest(Kind.INVITATION)))
    assert "key=" not in line_of(latest(Kind.INVITATION)).url


def test_the_page_says_what_one_is_invited_to_and_the_button_comes_before_the_facts(table: Game) -> None:
    html = text_at(Client(), f"/i/{invited(table).code}/")
    assert "Ada invites you to Marrakech" in html
    assert "A game of rugs and dice for 4 players, by email." in html
    assert html.index("Sign up and join") < html.index("<summary>Seal</summary>")


def test_names_are_offered_of_people_one_has_played_with_and_of_no_one_else() -> None:
    ann = make_user("Ann")
    play_on(started_game(ann, make_user("Bob")), 2)
    make_user("Stranger")
    table = make_table(ann, seat_count=3, is_private=True)
    html = text_at(signed_in(ann), f"/t/{table.code}/")
    assert re.findall(r'<option value="(\w+)"></option>', html) == ["Bob"]
    assert 'list="invite-names"' in html


def test_a_full_table_joins_nobody_twice() -> None:
    table = make_table(make_user(), is_private=True)
    friend = sign_up(Client(), "Friend", link_of(table))
    verify_address(friend)
    assert Game.objects.get(pk=table.pk).status == Status.RUNNING
