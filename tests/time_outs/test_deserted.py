from datetime import timedelta

import pytest
from django.test import Client

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game
from games.delivery.relevance import reason_to_drop
from games.mail.compose import compose
from games.notifications.models import Kind, Notification
from games.table.closed_accounts import abandon_seat
from tests.helpers.late_games import without_holidays
from tests.helpers.moving_time import MovingTime
from tests.helpers.notifications import text_of
from tests.helpers.page_client import text_at
from tests.makers import make_user, started_game

pytestmark = pytest.mark.slow


def test_players_whose_seats_robots_have_taken_read_that_the_game_is_over(moving: MovingTime) -> None:
    ada, ben = make_user("ada"), make_user("ben")
    without_holidays(ada, ben)
    game = started_game(ada, ben, pace="1d")
    moving.pass_by(timedelta(days=20))
    assert Game.objects.get(pk=game.pk).status == Status.ABORTED
    rows = Notification.objects.filter(kind=Kind.OVER, game=game, user__in=[ada, ben])
    assert {row.user_id for row in rows} == {ada.pk, ben.pk}
    assert [reason_to_drop(row) for row in rows] == [None, None]
    assert "ended without a result" in text_of(compose(rows[0]))


def test_the_log_says_that_a_table_ended_because_everyone_left(moving: MovingTime) -> None:
    ada, ben = make_user("ada"), make_user("ben")
    game = started_game(ada, ben)
    for player in (ada, ben):
        User.objects.filter(pk=player.pk).update(is_active=False)
        abandon_seat(game.pk, player, moving.now)
    game = Game.objects.get(pk=game.pk)
    assert game.status == Status.ABORTED
    page = text_at(Client(), f"/t/{game.code}/")
    assert "No player is left at this table: the game ends without a result." in page
    assert "Everyone has left: the game ended without a result." in page
