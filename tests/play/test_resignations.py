import pytest

from games.common.errors import Conflict, Forbidden, StalePly
from games.core.choices import Status
from games.core.log import fault_of, log_of
from games.core.models import DiceSecret
from games.lobby.robot_games import start_robot_game
from games.notifications.models import Kind, Notification
from games.play.endings import resign
from games.play.models import PlaceTally
from games.play.proposals import answer, propose
from games.play.robots import due, play_one
from tests.helpers.late_games import game_of_ada
from tests.helpers.moving_time import MovingTime
from tests.makers import acting_user, fresh, make_user, play_on, started_game

pytestmark = pytest.mark.django_db
DEALT = 2  # entries of the rugs that two players draw at the start


def test_a_resignation_of_two_players_ends_the_game(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    ada, cleo = make_user("Ada"), make_user("Cleo")
    game = resign(game.pk, ada)
    assert (game.status, game.end_reason) == (Status.FINISHED, "resigned")
    assert log_of(game)[DEALT:] == [(0, "resigns")]
    assert game.seats.get(place=1).user == cleo
    assert DiceSecret.objects.get(game=game).opened
    assert PlaceTally.objects.exists()
    assert Notification.objects.filter(kind=Kind.OVER, user=cleo).count() == 1
    assert fault_of(game) == ""


def test_a_resignation_lets_the_others_play_on() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve, options={"rugs": "4/4/4"})
    resign(game.pk, bob)
    assert game.seats.get(user=bob).is_out
    assert {row.user for row in Notification.objects.filter(kind=Kind.RESIGNED)} == {ann, eve}
    assert play_on(fresh(game)).status == Status.FINISHED


@pytest.mark.parametrize("count", [2, 3])
def test_resigning_again_after_a_lost_answer_changes_nothing(count: int) -> None:
    players = [make_user() for _ in range(count)]
    game = started_game(*players)
    first = resign(game.pk, players[1], expected_ply=game.ply)
    again = resign(game.pk, players[1], expected_ply=game.ply)
    assert (again.ply, again.version, again.status) == (first.ply, first.version, first.status)
    assert Notification.objects.filter(kind=Kind.RESIGNED).count() == count - 1


def test_a_resignation_at_an_earlier_position_is_refused() -> None:
    ann, bob = make_user(), make_user()
    game = play_on(started_game(ann, bob), 1)
    with pytest.raises(StalePly):
        resign(game.pk, bob, expected_ply=game.ply - 1)
    assert fresh(game).status == Status.RUNNING


def test_only_players_of_a_running_game_resign() -> None:
    ann, bob = make_user(), make_user()
    game = started_game(ann, bob)
    with pytest.raises(Forbidden, match="not-seated"):
        resign(game.pk, make_user())
    resign(game.pk, ann)
    with pytest.raises(Conflict, match="not-running"):
        resign(game.pk, bob)
    assert log_of(fresh(game))[-1] == (0, "resigns")


def test_a_robot_plays_on_after_the_resignation_of_another_player() -> None:
    player = make_user()
    game = start_robot_game(player, "greedy")
    while acting_user(game) == player:
        game = play_on(game, 1)
    resign(game.pk, player)
    assert due(game.created_at) == []
    assert play_one(game.pk) is False


def test_players_who_stay_agree_to_end_the_game_by_a_resignation() -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, bob, "abort")
    answer(game.pk, row.pk, eve, True)
    assert fresh(game).status == Status.RUNNING
    resign(game.pk, ann)
    assert fresh(game).status == Status.ABORTED
