"""Stopping mails: from a link in them, and on the page with the switches."""

import re

import pytest
from django.test import Client

from games.mail.compose import compose
from games.mail.tokens import read_stop, stop_token
from games.mail.worth import reason_to_drop
from games.models import Game, Kind, MailChoice, MailRefusal, Notification
from games.services.invitations import invite_address
from tests.mail.rows import guest_row, reader, row_of
from tests.makers import host_of, make_table

pytestmark = pytest.mark.django_db


def _switches() -> list[str]:
    return sorted(MailChoice.objects.values_list("kind", flat=True))


def test_opening_the_link_changes_nothing(client: Client) -> None:
    answer = client.get(f"/mail/unsubscribe/{stop_token(reader(), Kind.TURN)}/")
    assert answer.status_code == 200
    assert "It is my turn" in answer.content.decode()
    assert _switches() == []


def test_the_button_stops_the_mails(client: Client) -> None:
    answer = client.post(f"/mail/unsubscribe/{stop_token(reader(), Kind.TURN)}/")
    assert "These mails are off" in answer.content.decode()
    assert _switches() == ["turn"]


def test_the_button_may_be_pressed_twice(client: Client) -> None:
    address = f"/mail/unsubscribe/{stop_token(reader(), Kind.TURN)}/"
    assert [client.post(address).status_code for _time in range(2)] == [200, 200]
    assert _switches() == ["turn"]


def test_a_mail_program_may_press_it_without_a_cookie() -> None:
    row = row_of(Kind.TURN, reader())
    header = compose(row).extra_headers["List-Unsubscribe"]
    address = re.sub(r"^<http://testserver(.*)>$", r"\1", header)
    answer = Client(enforce_csrf_checks=True).post(address, {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert _switches() == ["turn"]


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("token", ["x", "x:y", "WzEsInR1cm4iXQ:forged", "%00", "é"])
def test_a_bad_link_is_answered_kindly(client: Client, token: str, method: str) -> None:
    assert getattr(client, method)(f"/mail/unsubscribe/{token}/").status_code == 404
    assert _switches() == []


def test_the_link_of_a_deleted_account_is_answered_kindly(client: Client) -> None:
    user = reader()
    token = stop_token(user, Kind.TURN)
    user.delete()
    assert client.post(f"/mail/unsubscribe/{token}/").status_code == 404


def test_a_token_says_who_stops_what() -> None:
    user = reader()
    stop = read_stop(stop_token(user, Kind.OVER))
    assert (stop.user, stop.kind) == (user, Kind.OVER)


def test_somebody_without_an_account_stops_invitations_for_good(client: Client) -> None:
    row = guest_row(reader())
    address = compose(row).extra_headers["List-Unsubscribe"].removeprefix("<http://testserver").removesuffix(">")
    assert "guest@example.net" in client.get(address).content.decode()
    assert not MailRefusal.objects.exists()
    assert [client.post(address).status_code for _time in range(2)] == [200, 200]
    assert reason_to_drop(row) == "the reader wants no invitations"
    before = Notification.objects.count()
    invite_address(make_table().pk, host_of(Game.objects.latest("pk")), "Guest@example.net")
    assert Notification.objects.count() == before


def test_the_switches_of_a_player_count_for_invitations_to_the_address(client: Client) -> None:
    user, game = reader(name="Ben"), make_table()
    MailChoice.objects.create(user=user, kind=Kind.INVITATION, frequency="never")
    invite_address(game.pk, host_of(game), user.email)
    assert not Notification.objects.filter(kind=Kind.INVITATION).exists()


def test_the_switches_are_shown_as_they_are(client: Client) -> None:
    user = reader()
    MailChoice.objects.create(user=user, kind=Kind.TURN, frequency="never")
    client.force_login(user)
    page = client.get("/mail/settings/").content.decode()
    assert 'value="over" checked' in page
    assert 'value="turn" checked' not in page
    assert 'value="account"' not in page


def test_saving_switches_off_what_is_not_ticked(client: Client) -> None:
    client.force_login(reader())
    answer = client.post("/mail/settings/", {"kinds": ["turn", "over"]}, follow=True)
    assert "Saved." in answer.content.decode()
    assert _switches() == ["bounce", "invitation", "mention", "orders", "resigned", "started"]


def test_saving_switches_on_what_is_ticked(client: Client) -> None:
    user = reader()
    MailChoice.objects.create(user=user, kind=Kind.TURN, frequency="never")
    client.force_login(user)
    client.post("/mail/settings/", {"kinds": [kind.value for kind in Kind]})
    assert _switches() == []


def test_a_kind_that_does_not_exist_is_ignored(client: Client) -> None:
    client.force_login(reader())
    client.post("/mail/settings/", {"kinds": ["gossip", *(kind.value for kind in Kind)]})
    assert _switches() == []


def test_strangers_are_asked_to_sign_in(client: Client) -> None:
    answer = client.get("/mail/settings/")
    assert answer.status_code == 302
    assert "/accounts/login/" in answer["Location"]
