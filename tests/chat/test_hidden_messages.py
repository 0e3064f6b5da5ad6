"""Tests of chats between people who are kept apart: at tables where both play, the blocker chooses what to see."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services import block, unblock
from games.chat.selectors import messages_of
from games.chat.services import mark_read, post_message, remove_message
from games.core.models import Game, Seat
from games.mail.contexts import chat_since_last_turn_mail
from games.notifications.models import Kind, Notification
from games.notifications.outbox import queue_turn_mail
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


@pytest.fixture
def game() -> Game:
    return started_game(make_user("Ada"), make_user("Ben"), make_user("Cleo"))


def read_by(game: Game, user: User) -> list[str]:
    return [message.text for message in messages_of(game, user)]


def unread(game: Game, user: User) -> int:
    return Seat.objects.get(game=game, user=user).unread_messages


def test_the_blocker_reads_nothing_of_the_other_and_the_other_reads_everything(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    block(ada, ben)
    post_message(game.pk, ben, "by Ben")
    post_message(game.pk, ada, "by Ada")
    post_message(game.pk, cleo, "by Cleo")
    assert read_by(game, ada) == ["by Ada", "by Cleo"]
    assert read_by(game, ben) == read_by(game, cleo) == ["by Ben", "by Ada", "by Cleo"]


def test_a_blocker_who_wants_to_reads_the_other_where_both_play(game: Game) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    block(ada, ben, hides_messages=False)
    post_message(game.pk, ben, "by Ben")
    assert read_by(game, ada) == ["by Ben"]
    assert unread(game, ada) == 1


def test_hidden_messages_are_not_counted_as_unread(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    first = post_message(game.pk, ben, "before")
    block(ada, ben)
    assert unread(game, ada) == 0
    post_message(game.pk, ben, "after")
    seen = post_message(game.pk, cleo, "by Cleo")
    assert (unread(game, ada), unread(game, cleo)) == (1, 0)
    mark_read(game, ada, first.pk)
    assert unread(game, ada) == 1
    mark_read(game, ada, seen.pk)
    assert unread(game, ada) == 0


def test_a_message_that_is_removed_was_unread_only_where_it_was_shown(game: Game) -> None:
    ada, ben, cleo = (make_user(name) for name in ("Ada", "Ben", "Cleo"))
    block(ada, ben)
    hidden = post_message(game.pk, ben, "by Ben")
    post_message(game.pk, cleo, "by Cleo")
    remove_message(hidden.pk)
    assert unread(game, ada) == 1


def test_unblocking_brings_the_messages_back(game: Game) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    block(ada, ben)
    post_message(game.pk, ben, "by Ben")
    unblock(ada, ben)
    assert read_by(game, ada) == ["by Ben"]
    assert unread(game, ada) == 1


def test_the_page_says_whose_messages_are_hidden_to_the_blocker_only(game: Game) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    block(ada, ben)
    address = f"/t/{game.code}/"
    assert "Hidden here: the messages of Ben." in text_at(signed_in(ada), address)
    assert "Hidden here" not in text_at(signed_in(ben), address)
    assert "Hidden here" not in text_at(signed_in(make_user("Cleo")), address)


@pytest.mark.parametrize("hides_messages", [True, False])
def test_a_turn_email_never_brings_what_the_other_writes(game: Game, hides_messages: bool) -> None:
    ada = acting_user(game)
    ben, cleo = (make_user(name) for name in {"Ada", "Ben", "Cleo"} - {ada.username})
    block(ada, ben, hides_messages=hides_messages)
    post_message(game.pk, ben, "by Ben")
    post_message(game.pk, cleo, "by Cleo")
    row = Notification.objects.get(user=ada, game=game, kind=Kind.TURN)
    assert [line.text for line in chat_since_last_turn_mail(row)] == ["by Cleo"]


def test_a_turn_email_to_the_other_has_the_messages_of_the_blocker(game: Game) -> None:
    ben = acting_user(game)
    ada = make_user("Cleo")
    block(ada, ben)
    post_message(game.pk, ada, "by the blocker")
    row = queue_turn_mail(game, game.seats.get(user=ben)) or Notification.objects.get(user=ben, kind=Kind.TURN)
    assert [line.text for line in chat_since_last_turn_mail(row)] == ["by the blocker"]


def etag(client: Client, game: Game) -> str:
    return str(client.get(f"/t/{game.code}/").headers.get("ETag"))


@pytest.mark.parametrize("who", ["Ada", "Ben", "a visitor"])
def test_a_block_makes_the_kept_pages_of_both_old(game: Game, who: str) -> None:
    """Else a browser would be told that nothing has changed."""
    ada, ben, visitor = make_user("Ada"), make_user("Ben"), make_user("visitor")
    client = signed_in({"Ada": ada, "Ben": ben, "a visitor": visitor}[who])
    first = etag(client, game)
    kept = etag(client, game)
    assert kept.startswith("W/"), first
    block(visitor, ben) if who == "a visitor" else block(ada, ben)
    assert etag(client, game) != kept
    assert client.get(f"/t/{game.code}/", headers={"If-None-Match": kept}).status_code == 200
