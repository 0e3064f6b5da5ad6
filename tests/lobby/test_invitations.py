import pytest

from accounts import rate_limits
from accounts.services import verify_address
from games.common.errors import Conflict, Forbidden, Invalid, NotFound, TooMany
from games.core.choices import Status
from games.lobby.invitations import (
    accept_invitation,
    claim_invitations,
    decline_invitation,
    invite_address,
    invite_player,
    link_sign_up,
    withdraw_invitation,
)
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import join_table, leave_table
from games.notifications.models import Kind, Notification
from tests.makers import host_of, make_table, make_user, started_game

pytestmark = pytest.mark.django_db


def test_an_invited_player_is_notified_by_email() -> None:
    game, bob = make_table(), make_user("Bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    assert invitation.user == bob
    row = Notification.objects.get(kind=Kind.INVITATION)
    assert (row.user, row.params["invitation"]) == (bob, invitation.code)


def test_an_invited_address_is_notified_by_email() -> None:
    game = make_table()
    invite_address(game.pk, host_of(game), " Friend@Example.org ")
    assert Notification.objects.get(kind=Kind.INVITATION).email == "friend@example.org"


def test_inviting_a_player_twice_sends_one_email() -> None:
    game = make_table()
    make_user("bob")
    assert invite_player(game.pk, host_of(game), "bob") == invite_player(game.pk, host_of(game), "bob")
    assert Notification.objects.count() == 1


def test_inviting_an_address_again_finds_the_invitation_of_the_account_that_signed_up_from_it() -> None:
    game = make_table(seat_count=4)
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    link_sign_up(invitation.code, make_user("friend", verified=False))
    assert invite_address(game.pk, host_of(game), "friend@example.org") == invitation
    assert Notification.objects.count() == 1


def test_inviting_a_player_by_name_finds_the_invitation_they_signed_up_from() -> None:
    game = make_table(seat_count=4)
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    link_sign_up(invitation.code, make_user("friend"))
    assert invite_player(game.pk, host_of(game), "friend") == invitation
    assert Notification.objects.count() == 1


def test_an_unknown_name_is_refused() -> None:
    game = make_table()
    with pytest.raises(Invalid, match="unknown-player"):
        invite_player(game.pk, host_of(game), "nobody")


def test_a_player_with_a_seat_cannot_be_invited() -> None:
    game = make_table(make_user("ann"))
    with pytest.raises(Invalid, match="already-seated"):
        invite_player(game.pk, host_of(game), "ann")


def test_only_players_at_the_table_can_invite() -> None:
    game = make_table()
    make_user("bob")
    with pytest.raises(Forbidden, match="not-seated"):
        invite_player(game.pk, make_user(), "bob")
    assert not Invitation.objects.exists()


def test_a_running_game_has_no_invitations() -> None:
    game = started_game()
    make_user("bob")
    with pytest.raises(Conflict, match="not-open"):
        invite_player(game.pk, host_of(game), "bob")


def test_invitations_are_limited_to_the_free_seats() -> None:
    game = make_table()
    make_user("bob")
    make_user("eve")
    invite_player(game.pk, host_of(game), "bob")
    with pytest.raises(Conflict, match="no-free-seat"):
        invite_player(game.pk, host_of(game), "eve")


def test_a_seat_kept_by_an_invitation_is_not_free_for_strangers() -> None:
    game = make_table()
    make_user("bob")
    invite_player(game.pk, host_of(game), "bob")
    with pytest.raises(Conflict, match="table-full"):
        join_table(game.pk, make_user())


def test_joining_the_table_accepts_its_invitation() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    assert join_table(game.pk, bob).status == Status.RUNNING
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.ACCEPTED


def test_accepting_an_invitation_takes_the_seat() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    assert accept_invitation(invitation.code, bob).status == Status.RUNNING


def test_accepting_an_invitation_twice_is_harmless() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    accept_invitation(invitation.code, bob)
    assert accept_invitation(invitation.code, bob) == game


def test_another_players_invitation_is_not_found() -> None:
    game = make_table()
    make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    for attempt in (accept_invitation, decline_invitation):
        with pytest.raises(NotFound):
            attempt(invitation.code, make_user())
    assert game.seats.count() == 1


def test_an_unknown_invitation_code_is_not_found() -> None:
    with pytest.raises(NotFound):
        accept_invitation("nothing", make_user())


def test_an_invitation_to_an_address_is_for_its_owner() -> None:
    game = make_table()
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    assert accept_invitation(invitation.code, make_user()).status == Status.RUNNING


def test_two_invitations_of_one_person_take_one_seat() -> None:
    game, bob = make_table(seat_count=3), make_user("bob")
    invite_player(game.pk, host_of(game), "bob")
    by_mail = invite_address(game.pk, host_of(game), "bob@elsewhere.example")
    assert accept_invitation(by_mail.code, bob).seats.count() == 2
    by_mail.refresh_from_db()
    assert by_mail.state == InvitationState.WITHDRAWN


def test_declining_an_invitation_frees_the_seat() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    decline_invitation(invitation.code, bob)
    assert join_table(game.pk, make_user()).status == Status.RUNNING


def test_a_declined_invitation_cannot_be_accepted() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    decline_invitation(invitation.code, bob)
    with pytest.raises(Conflict, match="invitation-answered"):
        accept_invitation(invitation.code, bob)


def test_the_inviter_withdraws_an_invitation() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    withdraw_invitation(invitation.code, host_of(game))
    with pytest.raises(Conflict):
        accept_invitation(invitation.code, bob)


def test_others_cannot_withdraw_an_invitation() -> None:
    game, bob = make_table(), make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    with pytest.raises(Forbidden, match="not-yours"):
        withdraw_invitation(invitation.code, bob)
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.PENDING


def test_cancelling_the_table_withdraws_its_invitations() -> None:
    game = make_table()
    make_user("bob")
    invitation = invite_player(game.pk, host_of(game), "bob")
    leave_table(game.pk, host_of(game))
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.WITHDRAWN


def test_too_many_invitations_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = make_table()
    make_user("bob")
    monkeypatch.setattr(rate_limits, "seconds_to_wait", lambda *_: 7.0)
    with pytest.raises(TooMany) as caught:
        invite_player(game.pk, host_of(game), "bob")
    assert caught.value.wait == 7.0
    assert not Invitation.objects.exists()


def test_signing_up_from_an_invitation_gives_the_seat_once_the_address_is_verified() -> None:
    game = make_table()
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    friend = make_user("friend", email="other@example.org")
    link_sign_up(invitation.code, friend)
    assert game.seats.count() == 1
    claim_invitations(friend, "other@example.org")
    assert game.seats.filter(user=friend).exists()


def test_an_administrator_who_confirms_the_address_gives_the_seat_too() -> None:
    game = make_table()
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    friend = make_user("friend", verified=False)
    link_sign_up(invitation.code, friend)
    verify_address(friend)
    assert game.seats.filter(user=friend).exists()


def test_a_verified_address_gets_the_invitations_that_were_sent_to_it() -> None:
    game = make_table()
    invite_address(game.pk, host_of(game), "friend@example.org")
    friend = make_user("friend", email="friend@example.org")
    claim_invitations(friend, "Friend@example.org")
    assert friend.invitations.get().state == InvitationState.PENDING
    assert game.seats.count() == 1


def test_an_invitation_to_a_player_with_a_seat_is_left_to_its_inviter() -> None:
    game, friend = make_table(seat_count=3), make_user("friend", email="friend@example.org")
    join_table(game.pk, friend)
    invitation = invite_address(game.pk, host_of(game), "friend@example.org")
    claim_invitations(friend, "friend@example.org")
    invitation.refresh_from_db()
    assert (invitation.state, invitation.user) == (InvitationState.PENDING, None)
