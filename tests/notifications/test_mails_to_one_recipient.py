"""What one account can send to one recipient: requests, invitations, mentions and news."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.chat.services import post_message
from games.common.errors import TooMany
from games.common.rate_limits import RATES
from games.core.log import add_event
from games.core.models import EventKind
from games.deputies.models import Deputy
from games.deputies.services import end_deputy, name_deputy
from games.lobby.invitations import (
    decline_invitation,
    invite_address,
    invite_player,
    rematch,
    withdraw_invitation,
)
from games.lobby.models import Invitation
from games.lobby.tables import leave_table
from games.notifications.models import Kind, Notification
from games.notifications.outbox import notify_players
from games.play.endings import resign
from games.play.proposals import propose, withdraw
from games.time_outs.claims import give_time
from tests.makers import fresh, make_table, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
MOST = RATES["recipient"].burst
CAUSED = [Kind.MENTION, Kind.NEWS, Kind.INVITATION, Kind.PROPOSAL]


def test_a_player_asks_the_same_friend_to_be_deputy_once_a_day() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    with time_machine.travel(NOON, tick=False) as clock:
        end_deputy(ben, name_deputy(ada, "Ben", timezone.now()).pk, timezone.now())
        with pytest.raises(TooMany, match="too-many"):
            name_deputy(ada, "ben", timezone.now())
        assert Deputy.objects.count() == Notification.objects.filter(kind=Kind.DEPUTY).count() == 1
        name_deputy(make_user("Cleo"), "Ben", timezone.now())
        clock.shift(timedelta(hours=24, seconds=1))
        name_deputy(ada, "Ben", timezone.now())


@pytest.mark.parametrize("end", ["decline", "withdraw"])
def test_an_address_is_invited_to_a_table_once_a_day(end: str) -> None:
    host = make_user("Host")
    game, other = make_table(host), make_table(host)
    with time_machine.travel(NOON, tick=False) as clock:
        row = invite_address(game.pk, host, "friend@example.net")
        if end == "decline":
            decline_invitation(row.code, None)
        else:
            withdraw_invitation(row.code, host)
        with pytest.raises(TooMany):
            invite_address(game.pk, host, "Friend@example.net ")
        assert Invitation.objects.filter(game=game).count() == 1
        invite_address(other.pk, host, "friend@example.net")
        assert Notification.objects.filter(kind=Kind.INVITATION).count() == 2
        clock.shift(timedelta(hours=24, seconds=1))
        invite_address(game.pk, host, "friend@example.net")


def test_a_player_is_invited_to_a_table_once_a_day() -> None:
    host, ben = make_user("Host"), make_user("Ben")
    game = make_table(host, seat_count=4)
    decline_invitation(invite_player(game.pk, host, "Ben").code, ben)
    with pytest.raises(TooMany):
        invite_player(game.pk, host, "Ben")
    assert Notification.objects.filter(kind=Kind.INVITATION).count() == 1


def test_a_person_invited_by_name_and_by_address_gets_one_email_and_the_host_learns_nothing() -> None:
    host, ben = make_user("Host"), make_user("Ben", email="ben@example.net")
    game = make_table(host, seat_count=4)
    invite_player(game.pk, host, "Ben")
    assert invite_address(game.pk, host, "ben@example.net").user is None
    assert Notification.objects.filter(kind=Kind.INVITATION, user=ben).count() == 1
    other = make_table(host, seat_count=4)
    invite_address(other.pk, host, "ben@example.net")
    assert invite_player(other.pk, host, "Ben").user == ben
    assert Notification.objects.filter(kind=Kind.INVITATION, game=other).count() == 1


def test_one_account_invites_one_address_to_a_limited_number_of_tables() -> None:
    host = make_user("Host")
    with time_machine.travel(NOON, tick=False) as clock:
        for _number in range(MOST):
            invite_address(make_table(host).pk, host, "friend@example.net")
            clock.shift(timedelta(minutes=3))  # within the limit of invitations
        with pytest.raises(TooMany):
            invite_address(make_table(host).pk, host, "friend@example.net")
        invite_address(make_table(host).pk, host, "other@example.net")
        other = make_user("Other")
        invite_address(make_table(other).pk, other, "friend@example.net")


def test_mentions_news_gifts_proposals_and_rematches_cause_a_limited_number_of_emails() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ben, ada)
    with time_machine.travel(NOON, tick=False) as clock:
        for number in range(MOST):
            clock.shift(timedelta(seconds=10))
            if number % 2:
                post_message(game.pk, ada, f"@ben {number}")
            else:
                notify_players(add_event(fresh(game), EventKind.PAUSED, timezone.now(), user=ada), but=[ada])
        caused = Notification.objects.filter(user=ben, kind__in=CAUSED)
        assert caused.count() == MOST
        post_message(game.pk, ada, "@ben once more")
        withdraw(game.pk, propose(game.pk, ada, "abort").pk, ada)
        give_time(game.pk, ada, game.seats.get(user=ben).number or 0, 3600, timezone.now())
        notify_players(add_event(fresh(game), EventKind.PAUSED, timezone.now(), user=ada))
        assert game.messages.count() == MOST // 2 + 1
        assert caused.count() == MOST
        assert Notification.objects.filter(user=ada, kind=Kind.NEWS).count() == 1  # about the own step
        resign(game.pk, ben)
        new = rematch(game.pk, ada)
        assert Invitation.objects.filter(game=new, user=ben).exists()  # on Ben’s page
        assert caused.count() == MOST
        leave_table(new.pk, ada)
        notify_players(add_event(fresh(game), EventKind.RESUMED, timezone.now()))  # caused by nobody
        assert caused.count() == MOST + 1
