import re

import pytest
from django.test import Client

from games.core.choices import Status
from games.core.models import Game
from games.lobby.invitations import invite_address, invite_player
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import join_table
from tests.helpers.page_client import form_to, forms_of, signed_in, squeezed, text_at
from tests.makers import fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.slow]


def opened(**settings: object) -> tuple[Game, Client]:
    host = make_user()
    return make_table(host, **settings), signed_in(host)


def test_an_open_table_shows_its_players_and_free_seats() -> None:
    game, client = opened(seat_count=3)
    html = text_at(client, f"/t/{game.code}/")
    assert "2 seats are free" in html
    assert html.count("place--free") == 2
    assert game.commitment in html


def test_a_visitor_with_the_link_of_a_private_table_reads_who_invites_and_to_what() -> None:
    ada = make_user("Ada")
    game = make_table(ada, is_private=True)
    link = f"/t/{game.code}/?invite={game.invite_code}"
    for client in (Client(), signed_in(make_user())):
        html = squeezed(text_at(client, link))
        assert "Ada invites you to Marrakech</h2>" in html
        assert "A game of rugs and dice for 2 players, by email." in html
        assert "Sell rugs at the market." in html
    host = squeezed(text_at(signed_in(ada), link))
    assert "One seat is free</h2>" in host
    assert "invites you" not in host
    assert "Sell rugs at the market." not in host


def test_a_host_reads_who_is_awaited() -> None:
    ada = make_user("Ada")
    game = make_table(ada)
    invite_player(game.pk, ada, make_user("Zoe").username)
    assert "Waiting for Zoe</h2>" in squeezed(text_at(signed_in(ada), f"/t/{game.code}/"))
    assert "Every seat is taken or reserved</h2>" in squeezed(text_at(Client(), f"/t/{game.code}/"))


def test_a_player_who_joins_reads_that_the_game_begins_or_when() -> None:
    game, _host = opened(seat_count=3)
    for text in ("The game begins when every seat is taken.", "The game has begun."):
        answer = signed_in(make_user()).post(f"/t/{game.code}/join/", {}, follow=True)
        assert f"You have joined {game.name}. {text}" in answer.content.decode()


def test_a_player_joins_the_last_seat_and_the_game_begins() -> None:
    game, _host = opened()
    client = signed_in(make_user())
    form = form_to(text_at(client, f"/t/{game.code}/"), "/join/")
    answer = client.post(form.action, {**form.values, "entropy": "a share of the dice that is mine"}, follow=True)
    assert "play__board" in answer.content.decode()
    assert fresh(game).status == Status.RUNNING


def test_a_share_that_is_too_short_is_refused_at_a_table() -> None:
    game, _host = opened()
    response = signed_in(make_user()).post(f"/t/{game.code}/join/", {"entropy": "short"})
    assert response.status_code == 422
    assert "16" in response.content.decode()
    assert fresh(game).seats.count() == 1


def test_a_full_table_cannot_be_joined() -> None:
    game, _host = opened()
    join_table(game.pk, make_user())
    assert signed_in(make_user()).post(f"/t/{game.code}/join/").status_code == 409
    assert fresh(game).seats.count() == 2


def test_a_stranger_at_an_open_table_signs_up_and_comes_back() -> None:
    game, _host = opened()
    html = text_at(Client(), f"/t/{game.code}/")
    assert f'/accounts/signup/?next=/t/{game.code}/"' in html
    assert "/join/" not in html


def test_the_invite_link_opens_a_private_table() -> None:
    game, client = opened(is_private=True)
    link = re.search(r"/t/\w+/\?invite=\w+", text_at(client, f"/t/{game.code}/"))
    assert link
    guest = signed_in(make_user())
    assert guest.get(f"/t/{game.code}/").status_code == 404
    form = form_to(text_at(guest, link.group()), "/join/")
    guest.post(form.action, form.values)
    assert fresh(game).seats.count() == 2


def test_a_stranger_with_the_invite_link_keeps_it_through_signing_in() -> None:
    game, _host = opened(is_private=True)
    html = text_at(Client(), f"/t/{game.code}/?invite={game.invite_code}")
    assert f"next=/t/{game.code}/%3Finvite%3D{game.invite_code}" in html


def test_the_invite_link_stays_while_one_steps_through_a_private_game() -> None:
    game = started_game(is_private=True)
    html = text_at(Client(), f"/t/{game.code}/?invite={game.invite_code}")
    steps = re.findall(r'href="(\?[^"]*ply=\d+)#play"', html)
    assert steps
    for step in steps:
        text_at(Client(), f"/t/{game.code}/{step.replace('&amp;', '&')}")


def test_a_user_without_a_seat_does_not_see_the_invite_link() -> None:
    game, _host = opened(seat_count=3)
    html = text_at(signed_in(make_user()), f"/t/{game.code}/")
    assert game.invite_code not in html
    assert "/invite/" not in html


def test_a_player_is_invited_by_name() -> None:
    game, client = opened()
    friend = make_user("Friend")
    answer = client.post(f"/t/{game.code}/invite/", {"player": "friend"}, follow=True)
    assert "Reserved for Friend" in answer.content.decode()
    assert Invitation.objects.get(game=game).user == friend


def test_an_unknown_name_cannot_be_invited() -> None:
    game, client = opened()
    response = client.post(f"/t/{game.code}/invite/", {"player": "Nobody"})
    assert response.status_code == 422
    assert "There is no player with this name." in response.content.decode()


@pytest.mark.parametrize("sent", [{"email": "not an address"}, {"email": ""}, {}, {"player": "x" * 100}])
def test_an_incomplete_invitation_is_refused(sent: dict[str, str]) -> None:
    game, client = opened()
    assert client.post(f"/t/{game.code}/invite/", sent).status_code == 422
    assert not Invitation.objects.exists()


def test_an_invited_address_is_shown_to_the_inviter_alone() -> None:
    game, client = opened(seat_count=3)
    client.post(f"/t/{game.code}/invite/", {"email": "a.friend@example.org"})
    assert "Reserved for a.friend@example.org" in text_at(client, f"/t/{game.code}/")
    others = text_at(signed_in(make_user()), f"/t/{game.code}/")
    assert "a.friend@example.org" not in others
    assert "Reserved for someone invited by email" in others


def test_an_invitation_is_withdrawn_on_the_page_of_the_table() -> None:
    game, client = opened()
    assert game.host is not None
    invitation = invite_address(game.pk, game.host, "a.friend@example.org")
    form = form_to(text_at(client, f"/t/{game.code}/"), "/withdraw/")
    client.post(form.action, form.values)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.WITHDRAWN


def test_others_cannot_withdraw_an_invitation() -> None:
    game, _host = opened()
    assert game.host is not None
    invitation = invite_address(game.pk, game.host, "a.friend@example.org")
    response = signed_in(make_user()).post(f"/t/{game.code}/withdraw/", {"invitation": invitation.code})
    assert response.status_code == 403
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING


def test_an_invited_user_sees_the_private_table_and_can_decline() -> None:
    game, _host = opened(is_private=True)
    assert game.host is not None
    friend = make_user()
    invitation = invite_player(game.pk, game.host, friend.username)
    html = text_at(signed_in(friend), f"/t/{game.code}/")
    assert "Take your reserved seat" in html
    assert [form.action for form in forms_of(html)].count(f"/i/{invitation.code}/") == 1


def test_a_player_leaves_before_the_start() -> None:
    game, client = opened()
    assert "You have left " in client.post(f"/t/{game.code}/leave/", follow=True).content.decode()
    assert fresh(game).status == Status.CANCELLED
    assert "This table was cancelled" in text_at(Client(), f"/t/{game.code}/")


def test_a_player_cannot_leave_a_running_game() -> None:
    game, client = opened()
    join_table(game.pk, make_user())
    assert client.post(f"/t/{game.code}/leave/").status_code == 409
    assert fresh(game).seats.count() == 2
