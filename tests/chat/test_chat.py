from datetime import timedelta

import pytest

from accounts import rate_limits
from games.chat.models import ChatMessage
from games.chat.selectors import messages_of
from games.chat.services import post_message
from games.common.errors import Forbidden, Invalid, TooMany
from games.lobby.tables import leave_table
from games.notifications.models import Kind, Notification
from tests.helpers.moving_time import START, MovingTime
from tests.makers import host_of, make_table, make_user, play_on, started_game

pytestmark = pytest.mark.django_db


def test_a_message_is_kept_with_the_ply_it_was_said_at() -> None:
    game = play_on(started_game(), 1)
    message = post_message(game.pk, host_of(game), "  Nice rug!  ")
    assert (message.text, message.ply) == ("Nice rug!", game.ply)


def test_the_latest_messages_are_shown_oldest_first() -> None:
    game = started_game()
    for text in ("one", "two", "three"):
        post_message(game.pk, host_of(game), text)
    assert [message.text for message in messages_of(game, None, limit=2)] == ["two", "three"]


@pytest.mark.parametrize(("text", "code"), [("   ", "empty-message"), ("x" * 1001, "long-message")])
def test_empty_and_too_long_messages_are_refused(text: str, code: str) -> None:
    game = started_game()
    with pytest.raises(Invalid, match=code):
        post_message(game.pk, host_of(game), text)
    assert not ChatMessage.objects.exists()


def test_strangers_cannot_write_messages() -> None:
    game = started_game()
    with pytest.raises(Forbidden, match="not-seated"):
        post_message(game.pk, make_user(), "hello")


def test_a_cancelled_table_has_no_chat() -> None:
    game = make_table()
    leave_table(game.pk, host_of(game))
    with pytest.raises(Forbidden):
        post_message(game.pk, host_of(game), "hello")


def test_too_many_messages_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = started_game()
    monkeypatch.setattr(rate_limits, "seconds_to_wait", lambda *_: 3.0)
    with pytest.raises(TooMany):
        post_message(game.pk, host_of(game), "hello")
    assert not ChatMessage.objects.exists()


def test_players_mentioned_in_a_message_are_notified() -> None:
    ann, bob, eve = make_user("ann"), make_user("Bob"), make_user("eve")
    game = started_game(ann, bob, eve)
    message = post_message(game.pk, ann, "@bob, look! And @ann and @nobody.")
    row = Notification.objects.get(kind=Kind.MENTION)
    assert (row.user, row.params) == (bob, {"message": message.pk})


def test_the_same_words_some_minutes_later_are_another_message(moving: MovingTime) -> None:
    game = started_game()
    for minutes in (0, 4, 6):
        moving.traveller.move_to(START + timedelta(minutes=minutes), tick=False)
        post_message(game.pk, host_of(game), "Your turn.")
    assert [message.at for message in messages_of(game, None)] == [START, START + timedelta(minutes=6)]
