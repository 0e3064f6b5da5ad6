"""Tests that a block is silent: what is asked of the other is answered with the words that everyone else gets."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.blocks import MIN_TIME_TO_DECLINE, time_to_decline
from accounts.models import User
from accounts.services import block, unblock
from games.clocks.models import PlannedHoliday
from games.common.errors import Conflict, Forbidden
from games.core.choices import SeatOrder, Status
from games.core.models import Game, Heartbeat
from games.lobby.invitations import (
    accept_invitation,
    decline_invitation,
    decline_unwanted,
    invite_address,
    invite_player,
    rematch,
    withdraw_invitation,
)
from games.lobby.models import Invitation, InvitationState
from games.lobby.tables import free_seats, join_table
from games.notifications.models import Kind, Notification
from games.pairing.selectors import invitation_token
from games.sweep import decline_for_blocked
from games.time_outs.substitutes import offer, take_seat
from tests.helpers.page_client import signed_in, text_at
from tests.helpers.programs import program
from tests.makers import finished_game, fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def pair(who: str) -> tuple[User, User]:
    """Return the player who asks and the one who is asked, one of whom has blocked the other."""
    asking, asked = make_user("Ada"), make_user("Ben")
    block(*((asking, asked) if who == "the asking" else (asked, asking)))
    return asking, asked


def two_days_later() -> datetime:
    """Return a noon by which everyone has been awake for longer than the longest time to decline."""
    return (timezone.now() + timedelta(days=2)).replace(hour=12)


EITHER = pytest.mark.parametrize("who", ["the asking", "the asked"])


def invited(name: str, asking: User) -> tuple[str, int]:
    """Invite a player on a new table, and return what the page says then."""
    table = make_table(asking, seat_count=3, name="Tea")
    page = signed_in(asking).post(f"/t/{table.code}/invite/", {"player": name}, follow=True)
    text = page.content.decode()
    seen = "Invitation sent. A seat has been reserved." in text, name in text, page.redirect_chain[0][1]
    return str(seen), Invitation.objects.filter(game=table, state=InvitationState.PENDING).count()


def test_an_invitation_looks_to_its_sender_like_any_other() -> None:
    asking, asked = pair("the asked")
    friend = make_user("Eve")
    assert invited(asked.username, asking) == invited(friend.username, asking)
    assert Notification.objects.filter(user=friend, kind=Kind.INVITATION).exists()
    assert not Notification.objects.filter(user=asked).exists()


def test_a_friend_who_has_invited_a_player_to_the_table_of_both_is_not_offered_it_again() -> None:
    asking, asked = pair("the asked")
    host = make_user()
    table = make_table(host, seat_count=3)
    join_table(table.pk, asking)
    client, address = signed_in(host), f"/players/{asked.username}/"
    assert f"/t/{table.code}/invite/" in text_at(client, address)
    invite_player(table.pk, host, asked.username)
    assert f"/t/{table.code}/invite/" not in text_at(client, address)


@pytest.mark.parametrize("ask", ["invite", "challenge", "rematch"])
def test_who_has_blocked_a_player_is_refused_what_they_send_them(ask: str) -> None:
    ada, ben = pair("the asking")
    over, table = finished_game(ada, ben, make_user()).code, make_table(ada).code
    page, path = {
        "invite": (f"/t/{table}/invite/", f"games/{table}/invitations/"),
        "challenge": ("/players/Ben/challenge/", "players/Ben/challenge/"),
        "rematch": (f"/t/{over}/rematch/", f"games/{over}/rematch/"),
    }[ask]
    sent = {"player": "Ben"} if ask == "invite" else {}
    answer = signed_in(ada).post(page, sent or {"ruleset": "marrakech:gigamic", "pace": "usual"})
    assert answer.status_code == 403
    assert "You have blocked Ben. Lift the block first." in answer.content.decode()
    assert program(ada).post(path, sent, 403)["code"] == "you-have-blocked"
    assert not Invitation.objects.exists()
    assert Game.objects.count() == 2


def test_an_invitation_by_address_does_not_tell_the_blocker_whose_it_is() -> None:
    ada, ben = pair("the asking")
    invitation = invite_address(make_table(ada).pk, ada, ben.email)
    assert invitation.user is None
    assert not Notification.objects.filter(kind=Kind.INVITATION).exists()


@pytest.mark.parametrize("blocker", ["Ada", "Ben"])
def test_the_link_of_a_hidden_invitation_looks_as_if_it_was_withdrawn(blocker: str) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    code, other = (invite_player(make_table(ada).pk, ada, "Ben") for _ in range(2))
    withdraw_invitation(other.code, ada)
    block(*((ada, ben) if blocker == "Ada" else (ben, ada)))
    client = signed_in(ben)
    for address in ("/i/{}/", "/m/invitation/{}/"):
        hidden, gone = (
            client.get(address.format(one.code if address.startswith("/i") else invitation_token(one, ben)))
            for one in (code, other)
        )
        assert hidden.status_code == gone.status_code == 200
        assert "It has been answered or withdrawn" in hidden.content.decode()
        assert 'value="yes"' not in hidden.content.decode()


def test_an_invitation_is_declined_in_time_as_by_a_person() -> None:
    asking, asked = pair("the asked")
    table = make_table(asking, seat_count=3)
    unseen = invite_player(table.pk, asking, asked.username)
    other = invite_player(table.pk, asking, make_user("Eve").username)
    now = timezone.now()
    decline_unwanted(now + MIN_TIME_TO_DECLINE - timedelta(seconds=5))
    assert set(table.invitations.values_list("state", flat=True)) == {InvitationState.PENDING}
    decline_unwanted(two_days_later())
    decline_invitation(other.code, other.user)  # it is still open
    shown = Invitation.objects.values("state", "email", "held_until", "accept_on_verification")
    assert shown.get(pk=unseen.pk) == shown.get(pk=other.pk)
    assert shown.get(pk=unseen.pk)["state"] == InvitationState.DECLINED


def test_nothing_is_declined_while_who_would_decline_it_is_asleep_or_on_holiday() -> None:
    asking, asked = pair("the asked")
    invitation = invite_player(make_table(asking).pk, asking, asked.username)
    noon = two_days_later()
    decline_unwanted(noon - timedelta(hours=7))
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING
    PlannedHoliday.objects.create(user=asked, saved_at=noon, first=noon.date(), last=noon.date(), zone="UTC")
    decline_unwanted(noon)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING
    decline_unwanted(noon + timedelta(days=3))
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.DECLINED


def test_the_sweep_declines_every_ten_minutes() -> None:
    asking, asked = pair("the asked")
    invitation = invite_player(make_table(asking).pk, asking, asked.username)
    later = two_days_later()
    Heartbeat.objects.create(name="decline", at=later - timedelta(minutes=9))
    decline_for_blocked(later)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.PENDING
    decline_for_blocked(later + timedelta(minutes=1))
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.DECLINED


def test_what_is_declined_takes_between_twenty_minutes_and_eight_hours() -> None:
    times = [time_to_decline(f"code{number}") for number in range(500)]
    assert timedelta(minutes=20) <= min(times) < timedelta(hours=1)
    assert timedelta(hours=7) < max(times) <= timedelta(hours=8)


def test_an_invitation_that_waits_is_withdrawn_by_its_sender_who_blocks() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    table = make_table(ada)
    invitation = invite_player(table.pk, ada, ben.username)
    block(ada, ben)
    assert Invitation.objects.get(pk=invitation.pk).state == InvitationState.WITHDRAWN


def test_an_invitation_is_back_when_the_block_ends_before_it_is_declined() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    invitation = invite_player(make_table(ada).pk, ada, ben.username)
    block(ben, ada)
    with pytest.raises(Forbidden, match="you-have-blocked"):
        accept_invitation(invitation.code, ben)
    with pytest.raises(Conflict, match="invitation-answered"):
        decline_invitation(invitation.code, ben)
    unblock(ben, ada)
    assert accept_invitation(invitation.code, ben).status == Status.RUNNING


@EITHER
def test_an_open_table_does_not_exist_for_the_other(who: str) -> None:
    asking, asked = pair(who)
    table = make_table(asked)
    client = signed_in(asking)
    for address in ("/t/{}/", "/api/v1/games/{}/"):
        gone, unknown = (client.get(address.format(code)) for code in (table.code, "zzzzzzzzzz"))
        assert gone.status_code == unknown.status_code == 404
        assert client.post(f"/t/{table.code}/join/").status_code == 404
    assert signed_in(make_user()).get(f"/t/{table.code}/").status_code == 200


@EITHER
def test_a_table_is_full_for_the_other(who: str) -> None:
    asking, asked = pair(who)
    table = make_table(asked)
    with pytest.raises(Conflict, match="table-full"):
        join_table(table.pk, asking)
    assert fresh(table).seats.count() == 1


@EITHER
def test_an_offered_seat_is_taken_for_the_other(who: str) -> None:
    asking, asked = pair(who)
    game = started_game(asked, make_user(), make_user())
    offer(game, game.seats.get(number=1), timezone.now(), timezone.now())
    with pytest.raises(Conflict, match="seat-taken"):
        take_seat(game.pk, 1, asking, timezone.now())
    assert not game.seats.filter(user=asking).exists()


def test_a_seat_is_given_back_to_its_owner_who_has_blocked_someone_there() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, ben, make_user())
    block(ada, ben)
    offer(game, game.seats.get(user=ada), timezone.now(), timezone.now())
    assert "/seat/back/" in text_at(signed_in(ada), f"/t/{game.code}/")


def test_a_game_of_both_goes_on_and_both_see_it() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, ben)
    block(ada, ben)
    for user in (ada, ben):
        assert game.name in text_at(signed_in(user), "/")
        assert signed_in(user).get(f"/t/{game.code}/").status_code == 200


def test_an_open_table_where_both_sit_stays_open_to_both() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    table = make_table(ada, seat_count=3)
    join_table(table.pk, ben)
    block(ada, ben)
    for user in (ada, ben):
        assert signed_in(user).get(f"/t/{table.code}/").status_code == 200
    assert join_table(table.pk, make_user()).status == Status.RUNNING


def test_a_rematch_of_three_is_one_for_the_two_who_may_meet() -> None:
    asking, asked, third = make_user("Ada"), make_user("Ben"), make_user()
    game = finished_game(asking, asked, third)
    pair("the asked")
    first = rematch(game.pk, asking)
    with pytest.raises(Forbidden, match="you-have-blocked"):
        rematch(game.pk, asked)
    assert rematch(game.pk, third) == first
    invited_to = Notification.objects.filter(kind=Kind.INVITATION).values_list("game", "user")
    assert set(invited_to) == {(first.pk, third.pk)}
    decline_unwanted(two_days_later())
    assert free_seats(first) == 1  # as after any answer: the table is not held for ever
    assert not Game.objects.filter(seats__user=asked).exclude(pk=game.pk).exists()


@EITHER
def test_a_rematch_is_not_offered_to_who_has_blocked_a_player_there(who: str) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = finished_game(ada, ben)
    block(*((ada, ben) if who == "the asking" else (ben, ada)))
    page = text_at(signed_in(ada), f"/t/{game.code}/")
    assert (f"/t/{game.code}/rematch/" in page) == (who == "the asked")


def test_who_was_blocked_opens_a_rematch_beside_that_of_the_blocker() -> None:
    asking, asked, third = make_user("Ada"), make_user("Ben"), make_user()
    game = finished_game(asking, asked, third)
    first = rematch(game.pk, third)
    join_table(first.pk, asked)
    pair("the asked")
    second = rematch(game.pk, asking)
    assert (fresh(first).rematch_of, fresh(second).rematch_of) == (game, None)
    assert second.seat_order == SeatOrder.RANDOM
