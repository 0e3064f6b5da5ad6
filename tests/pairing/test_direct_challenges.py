"""Tests of a challenge to one player: from the profile to the answer by the link in its email."""

import re

import pytest
from django.test import Client

from games.core.choices import Status
from games.core.models import Game
from games.lobby.invitations import invite_player, withdraw_invitation
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.pairing.selectors import invitation_token
from tests.helpers.page_client import signed_in
from tests.makers import fresh, make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_a_challenge_from_a_profile_is_answered_by_the_link_in_its_email(answer: str) -> None:
    user, other = make_user("Amina"), make_user("Omar")
    client = signed_in(user)
    assert 'action="/players/Omar/challenge/"' in client.get("/players/Omar/").content.decode()
    client.post("/players/Omar/challenge/", {"ruleset": "marram:classic-short", "pace": "brisk", "rated": "on"})
    game = Game.objects.get()
    assert (game.title, game.ruleset, game.pace) == ("marram", "classic-short", "brisk")
    assert (game.seat_count, game.is_rated) == (2, True)
    email = compose(Notification.objects.get(user=other, kind=Kind.INVITATION))
    (address,) = set(re.findall(r"/m/invitation/[^/]+/", str(email.body)))
    client = Client()
    page = client.get(address).content.decode()
    assert "Amina invites you." in page
    assert "· rated" in " ".join(page.split())
    page = client.post(address, {"answer": answer}, follow=True).content.decode()
    assert fresh(game).status == (Status.RUNNING if answer == "yes" else Status.OPEN)
    assert game.invitations.get().state == ("accepted" if answer == "yes" else "declined")
    assert ("You have a seat at this table." in page) == (answer == "yes")


def test_the_link_of_a_withdrawn_invitation_takes_no_seat() -> None:
    user, other = make_user(), make_user()
    table = make_table(user)
    invitation = invite_player(table.pk, user, other.username)
    withdraw_invitation(invitation.code, user)
    address = f"/m/invitation/{invitation_token(invitation, other)}/"
    assert 'name="answer"' not in Client().get(address).content.decode()
    assert Client().post(address, {"answer": "yes"}).status_code == 409
    assert table.seats.count() == 1
