import pytest
from django.test import Client

from games.core.choices import Status
from games.core.models import Game
from games.lobby.invitations import invite_address, invite_player
from games.lobby.models import Invitation, InvitationState
from tests.helpers.page_client import form_to, forms_of, signed_in, text_at
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


@pytest.fixture
def table() -> Game:
    return make_table(make_user("Ada"), is_private=True, name="The Blue Table")


def by_mail(table: Game) -> Invitation:
    assert table.host is not None
    return invite_address(table.pk, table.host, "friend@example.org")


def test_a_stranger_sees_who_invites_and_how_to_sign_up(table: Game) -> None:
    invitation = by_mail(table)
    html = text_at(Client(), f"/i/{invitation.code}/")
    assert "Ada invites you to Marrakech" in html
    assert "Ada · 1 of 2 seats taken" in " ".join(html.split())
    answer = Client().post(f"/i/{invitation.code}/", {"sign_up": "on"})
    assert answer["Location"] == f"/accounts/signup/?next=%2Fi%2F{invitation.code}%2F"
    assert f"/accounts/login/?next=/i/{invitation.code}/" in html
    assert table.commitment in html


def test_a_player_accepts_an_invitation_and_gets_a_seat(table: Game) -> None:
    invitation = by_mail(table)
    client = signed_in(make_user())
    assert text_at(client, f"/i/{invitation.code}/").count("Accept and join") == 1
    answer = client.post(f"/i/{invitation.code}/", {"accept": "on", "entropy": "ab" * 20})
    assert answer["Location"] == f"/t/{table.code}/"
    assert Game.objects.get(pk=table.pk).status == Status.RUNNING


def test_opening_an_invitation_accepts_nothing(table: Game) -> None:
    invitation = by_mail(table)
    text_at(signed_in(make_user()), f"/i/{invitation.code}/?accept=on")
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING


def test_a_stranger_may_decline_an_invitation(table: Game) -> None:
    invitation = by_mail(table)
    client = Client()
    assert any(form.action == "" for form in forms_of(text_at(client, f"/i/{invitation.code}/")))
    client.post(f"/i/{invitation.code}/", {"decline": "on"})
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.DECLINED


def test_a_stranger_cannot_accept_an_invitation(table: Game) -> None:
    invitation = by_mail(table)
    assert Client().post(f"/i/{invitation.code}/", {"accept": "on"})["Location"] == f"/i/{invitation.code}/"
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING


def test_an_invitation_to_one_player_is_not_for_another(table: Game) -> None:
    assert table.host is not None
    invitation = invite_player(table.pk, table.host, make_user("Bo").username)
    other = signed_in(make_user())
    assert other.get(f"/i/{invitation.code}/").status_code == 404
    assert other.post(f"/i/{invitation.code}/", {"accept": "on"}).status_code == 404
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING


def test_an_accepted_invitation_leads_to_the_table(table: Game) -> None:
    invitation = by_mail(table)
    client = signed_in(make_user())
    client.post(f"/i/{invitation.code}/", {"accept": "on"})
    assert client.get(f"/i/{invitation.code}/")["Location"] == f"/t/{table.code}/"


def test_an_answered_invitation_says_so(table: Game) -> None:
    invitation = by_mail(table)
    signed_in(make_user()).post(f"/i/{invitation.code}/", {"accept": "on"})
    html = text_at(Client(), f"/i/{invitation.code}/")
    assert "This invitation is no longer valid" in html
    assert "Sign up and join" not in html


def test_a_withdrawn_invitation_tells_strangers_nothing_of_the_table(table: Game) -> None:
    invitation = by_mail(table)
    Invitation.objects.update(state=InvitationState.WITHDRAWN)
    html = text_at(Client(), f"/i/{invitation.code}/")
    assert "This invitation is no longer valid" in html
    assert table.commitment not in html
    assert table.name not in Client().get(f"/i/{invitation.code}/").content.decode()


def test_an_unknown_invitation_is_not_found() -> None:
    assert Client().get("/i/nonsense99/").status_code == 404


def test_an_inviter_is_sent_to_the_table(table: Game) -> None:
    invitation = by_mail(table)
    assert table.host is not None
    client = signed_in(table.host)
    assert client.post(f"/i/{invitation.code}/", {"accept": "on"})["Location"] == f"/t/{table.code}/"
    assert form_to(text_at(client, f"/t/{table.code}/"), "/leave/")
