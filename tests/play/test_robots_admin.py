from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import User
from games.core.models import Seat
from games.play.models import RobotTurn, RobotTurnState
from games.play.robots import due
from tests.helpers.admin_pages import act
from tests.makers import make_table, make_user, play_on

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.one_database]
TURNS = "/admin/games/robotturn/"


@pytest.fixture
def failed() -> RobotTurn:
    game = make_table(make_user(), robots=["greedy"])
    while not (seat := Seat.objects.filter(game=game, is_acting=True, user__robot="greedy").first()):
        game = play_on(game, 1)
    return RobotTurn.objects.create(
        seat=seat,
        ply=game.ply,
        state=RobotTurnState.FAILED,
        attempts=3,
        due_at=timezone.now() + timedelta(hours=1),
        reason="error",
        detail="RuntimeError: no idea",
    )


def test_the_admin_list_of_robot_turns_shows_who_failed_and_why(admin_client: Client, failed: RobotTurn) -> None:
    page = admin_client.get(TURNS, {"state": "failed"}).content.decode()
    assert "Greedy" in page
    assert "RuntimeError: no idea" in page


def test_the_admin_list_of_robot_turns_takes_as_many_statements_for_many(
    admin_client: Client, failed: RobotTurn, django_assert_max_num_queries: pytest.FixtureRequest
) -> None:
    admin_client.get(TURNS)
    for seat in Seat.objects.filter(user__robot=""):
        RobotTurn.objects.create(seat=seat, ply=0, due_at=timezone.now())
    with django_assert_max_num_queries(20):  # type: ignore[operator]
        assert admin_client.get(TURNS).status_code == 200


def test_a_robot_whose_account_is_gone_is_still_listed(admin_client: Client, failed: RobotTurn) -> None:
    User.objects.filter(robot="greedy").delete()
    assert "–" in admin_client.get(TURNS).content.decode()


def test_a_failed_robot_is_asked_again(admin_client: Client, failed: RobotTurn) -> None:
    assert "retried" in act(admin_client, "retry", failed)
    assert due(timezone.now()) == [failed.seat.game_id]


def test_a_robot_that_has_not_failed_is_not_asked_again(admin_client: Client, failed: RobotTurn) -> None:
    RobotTurn.objects.update(state=RobotTurnState.PLAYED)
    assert "only a robot that has failed" in act(admin_client, "retry", failed)
    assert due(timezone.now()) == []
