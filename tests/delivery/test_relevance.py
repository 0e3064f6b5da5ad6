import pytest
from django.core import mail

from accounts.models import User
from games import tasks
from games.chat.models import ChatMessage
from games.core.models import Game, Seat
from games.lobby.invitations import decline_invitation, withdraw_invitation
from games.lobby.models import Invitation
from games.lobby.tables import leave_table
from games.notifications.models import Frequency, Kind, Notification, NotificationReason, NotificationState
from games.notifications.outbox import queue
from games.notifications.preferences import set_preferences
from games.play.endings import abort_game
from tests.helpers.notifications import KINDS_WITH_MAIL, guest_row, latest, reader, row_of
from tests.makers import make_table, make_user, play_on, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def _outcome(row: Notification) -> str:
    """Deliver a row; return why it was dropped, "" if it was sent."""
    before = len(mail.outbox)
    tasks.deliver(row.pk)
    row.refresh_from_db()
    assert (row.state == NotificationState.SENT) == (len(mail.outbox) == before + 1)
    assert row.state in {NotificationState.SENT, NotificationState.DROPPED}
    return row.reason


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_every_kind_of_notification_is_relevant_at_first(kind: str) -> None:
    assert _outcome(row_of(kind, reader())) == ""


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_a_notification_of_a_kind_switched_off_since_is_dropped(kind: str) -> None:
    user = reader()
    row = row_of(kind, user)
    set_preferences(user, {kind: Frequency.NEVER})
    assert _outcome(row) == NotificationReason.SWITCHED_OFF


@pytest.mark.parametrize("kind", KINDS_WITH_MAIL)
def test_a_notification_of_a_kind_switched_off_before_is_not_queued(kind: str) -> None:
    user = reader()
    set_preferences(user, {kind: Frequency.NEVER})
    with pytest.raises(Notification.DoesNotExist):
        row_of(kind, user)


def test_a_closed_account_gets_no_notifications() -> None:
    user = reader()
    row = row_of(Kind.STARTED, user)
    User.objects.filter(pk=user.pk).update(is_active=False)
    assert _outcome(row) == NotificationReason.ACCOUNT_CLOSED


def test_a_reader_without_an_address_gets_no_email() -> None:
    user = reader()
    row = row_of(Kind.STARTED, user)
    User.objects.filter(pk=user.pk).update(email="")
    assert _outcome(row) == NotificationReason.NO_ADDRESS


def test_notifications_of_a_deleted_account_are_deleted() -> None:
    user = reader()
    row = row_of(Kind.STARTED, user)
    user.delete()
    tasks.deliver(row.pk)
    assert mail.outbox == []


def test_a_played_turn_is_not_announced() -> None:
    first = reader()
    game = started_game(first, make_user())
    row = latest(Kind.TURN, first)
    play_on(game, 2)
    assert _outcome(row) == NotificationReason.TURN_PLAYED


def test_an_old_turn_is_not_announced_as_the_current_one() -> None:
    first = reader()
    game = started_game(first, make_user())
    row = latest(Kind.TURN, first)
    play_on(game, 4)
    assert _outcome(row) == NotificationReason.TURN_PLAYED


def test_a_half_played_turn_is_still_announced() -> None:
    first = reader()
    game = started_game(first, make_user())
    play_on(game, 1)
    assert _outcome(latest(Kind.TURN, first)) == ""


def test_a_start_is_not_announced_after_the_end() -> None:
    user = reader()
    row = row_of(Kind.STARTED, user)
    abort_game(Game.objects.get().pk)
    assert _outcome(row) == NotificationReason.GAME_OVER


def test_a_start_is_not_announced_to_players_who_saw_it_or_must_act() -> None:
    game = started_game(make_user(), second := reader(), third := reader())
    second_row, third_row = latest(Kind.STARTED, second), latest(Kind.STARTED, third)
    play_on(game, 2)
    Seat.objects.filter(user=third).update(seen_ply=1)
    assert _outcome(second_row) == _outcome(third_row) != ""


def test_a_declined_invitation_is_not_sent() -> None:
    user = reader()
    row = row_of(Kind.INVITATION, user)
    decline_invitation(Invitation.objects.get().code, user)
    assert _outcome(row) == NotificationReason.ANSWERED


def test_a_withdrawn_invitation_to_an_address_is_not_sent() -> None:
    host = reader()
    row = guest_row(host)
    withdraw_invitation(Invitation.objects.get().code, host)
    assert _outcome(row) == NotificationReason.ANSWERED


def test_an_invitation_to_an_address_is_sent_there() -> None:
    assert _outcome(guest_row(reader(), "guest@example.net")) == ""
    assert mail.outbox[-1].to == ["guest@example.net"]


def test_an_invitation_to_a_cancelled_table_is_not_sent() -> None:
    host = reader()
    row = guest_row(host)
    leave_table(row.game.pk, host)  # type: ignore[union-attr]
    assert _outcome(row) == NotificationReason.TABLE_GONE


def test_a_player_who_left_the_table_gets_no_more_mail_about_it() -> None:
    host, user = make_user(), reader()
    queue(Kind.MENTION, "1", user=user, game=make_table(host))
    assert _outcome(latest(Kind.MENTION)) == NotificationReason.NOT_SEATED


def test_a_deleted_message_is_not_announced() -> None:
    row = row_of(Kind.MENTION, reader())
    ChatMessage.objects.all().delete()
    assert _outcome(row) == NotificationReason.MESSAGE_GONE


def test_the_last_resignation_is_in_the_email_about_the_end() -> None:
    user = reader()
    row_of(Kind.OVER, user)
    assert _outcome(latest(Kind.RESIGNED, user)) == NotificationReason.RESULT_SENT


def test_the_last_resignation_has_its_own_email_if_emails_about_the_end_are_off() -> None:
    user = reader()
    row_of(Kind.OVER, user)
    set_preferences(user, {Kind.OVER: Frequency.NEVER})
    assert _outcome(latest(Kind.RESIGNED, user)) == ""
