"""Tests that deputies and the people whom they are kept apart from do not meet."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.blocks import MIN_TIME_TO_DECLINE
from accounts.services import block
from games.clocks.models import Turn
from games.common.errors import NotFound
from games.core.models import Game
from games.deputies.models import Deputy
from games.deputies.selectors import deputy_for_turn, deputy_link_token, deputy_of, represented_seat
from games.deputies.services import accept_request, decline_unwanted, end_deputy, name_deputy
from games.notifications.models import Notification
from tests.helpers.page_client import signed_in, text_at
from tests.makers import acting_user, make_user, started_game

pytestmark = [pytest.mark.django_db, pytest.mark.one_database]


def test_a_request_waits_and_is_then_declined_as_by_a_friend() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    block(ben, ada)
    now = timezone.now()
    row = name_deputy(ada, ben.username, now)
    assert deputy_of(ada) == row
    assert not Notification.objects.filter(user=ben).exists()
    with pytest.raises(NotFound):
        accept_request(ben, row.pk, now)
    decline_unwanted(now + MIN_TIME_TO_DECLINE - timedelta(seconds=1))
    assert deputy_of(ada) == row
    decline_unwanted((now + timedelta(days=2)).replace(hour=12))
    declined = Deputy.objects.get(pk=row.pk)
    eve = make_user("Eve")
    other = end_deputy(eve, name_deputy(ada, eve.username, now).pk, now)
    assert (declined.ended_by, declined.accepted_at) == (ben, None)
    assert (other.ended_by, other.accepted_at) == (eve, None)


@pytest.mark.parametrize("blocker", ["Ada", "Ben"])
def test_the_link_of_a_hidden_request_says_that_it_has_ended(blocker: str) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    row = name_deputy(ada, ben.username, timezone.now())
    block(*((ada, ben) if blocker == "Ada" else (ben, ada)))
    assert "This request has ended." in text_at(signed_in(ben), f"/m/deputy/{deputy_link_token(row)}/")


def test_a_request_to_anyone_else_is_not_declined() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    block(ben, make_user())
    now = timezone.now()
    row = name_deputy(ada, ben.username, now)
    decline_unwanted((now + timedelta(days=9)).replace(hour=12))
    assert Deputy.objects.get(pk=row.pk).ended_at is None


@pytest.mark.parametrize("who", ["the player", "the deputy"])
def test_a_block_ends_what_both_have_agreed(who: str) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    row = accept_request(ben, name_deputy(ada, ben.username, timezone.now()).pk, timezone.now())
    blocker, blocked = (ada, ben) if who == "the player" else (ben, ada)
    block(blocker, blocked)
    assert Deputy.objects.get(pk=row.pk).ended_by == blocker


def acting_for_a_third() -> tuple[Game, Turn]:
    """Return a game, and the turn for which Ben may act as a deputy."""
    game = started_game(make_user("Ada"), make_user("Cleo"))
    day = timezone.now().date()
    span = {"first": day - timedelta(days=1), "last": day + timedelta(days=1)}
    row = name_deputy(acting_user(game), make_user("Ben").username, timezone.now(), **span)
    accept_request(make_user("Ben"), row.pk, timezone.now())
    return game, Turn.objects.select_related("seat").get(game=game, ended_at=None)


def test_a_deputy_does_not_act_at_a_table_of_someone_whom_they_do_not_meet() -> None:
    game, turn = acting_for_a_third()
    ben, now = make_user("Ben"), timezone.now()
    (opponent,) = {"Ada", "Cleo"} - {acting_user(game).username}
    assert deputy_for_turn(turn, now) is not None
    assert represented_seat(game, list(game.seats.all()), ben, now) is not None
    block(make_user(opponent), ben)
    assert deputy_for_turn(turn, now) is None
    assert represented_seat(game, list(game.seats.all()), ben, now) is None
