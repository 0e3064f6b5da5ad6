from collections.abc import Callable
from datetime import timedelta

import pytest

from games.clocks.models import Turn
from games.common.errors import Conflict, Forbidden
from games.core.choices import Status
from games.core.log import fault_of, log_of
from games.core.models import DiceSecret, EventKind, TableEvent
from games.lobby.rematches import rematch
from games.lobby.robot_games import start_robot_game
from games.notifications.models import Kind, Notification
from games.play.actions import play_action
from games.play.after_action import rebuild_derived
from games.play.models import PlaceTally
from games.play.proposals import answer_abort, propose
from games.play.resignations import resign, take_back_resignation
from games.play.robots import due, play_one
from games.time_outs import claims, operators, substitutes
from games.time_outs.operators import Operator
from tests.helpers.late_games import game_of_ada
from tests.helpers.moving_time import DAY, MovingTime
from tests.makers import acting_user, any_action, make_user, play_on, started_game

from .resigned_games import DEALT, MINUTE, WAIT, fresh, of_three, of_two

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOUR = timedelta(hours=1)


def test_a_waiting_resignation_shows_no_end(moving: MovingTime) -> None:
    game, _ada, _cleo = of_two(moving)
    moving.pass_by(9 * MINUTE)
    game = fresh(game)
    assert (game.status, game.end_reason, game.finished_at, game.ply) == (Status.RUNNING, "", None, DEALT)
    assert (game.resigning_seat, game.resigns_at) == (0, moving.now + MINUTE)
    assert set(game.seats.values_list("place", flat=True)) == {None}
    assert not DiceSecret.objects.get(game=game).opened
    assert not PlaceTally.objects.exists()
    assert not Notification.objects.filter(kind__in=[Kind.OVER, Kind.RESIGNED, Kind.NEWS]).exists()
    assert rebuild_derived(game.pk) is False


def test_a_resignation_ends_the_game_after_ten_minutes(moving: MovingTime) -> None:
    game, _ada, cleo = of_two(moving)
    moving.pass_by(WAIT)
    game = fresh(game)
    assert (game.status, game.end_reason, game.resigns_at) == (Status.FINISHED, "resigned", None)
    assert log_of(game)[DEALT:] == [(0, "resigns")]
    assert game.seats.get(place=1).user == cleo
    assert DiceSecret.objects.get(game=game).opened
    assert PlaceTally.objects.exists()
    assert Notification.objects.filter(kind=Kind.OVER, user=cleo).count() == 1
    assert fault_of(game) == ""


def test_a_resignation_lets_the_others_play_on_after_ten_minutes(moving: MovingTime) -> None:
    game, ann, bob, eve = of_three()
    moving.pass_by(WAIT)
    assert game.seats.get(user=bob).is_out
    assert {row.user for row in Notification.objects.filter(kind=Kind.RESIGNED)} == {ann, eve}
    assert play_on(fresh(game)).status == Status.FINISHED


def test_no_action_is_played_while_a_resignation_waits(moving: MovingTime) -> None:
    game, ann, _bob, eve = of_three()
    actions: list[Callable[[], object]] = [
        lambda: play_action(game.pk, ann, any_action(game), game.ply),
        lambda: resign(game.pk, eve),
        lambda: propose(game.pk, ann, "pause"),
        lambda: answer_abort(game.pk, ann, True),
        lambda: claims.claim(game.pk, eve, 0, moving.now),
        lambda: operators.offer_seat(game.pk, 1, Operator(ann, "Test"), moving.now),
    ]
    for action in actions:
        with pytest.raises(Conflict, match="resignation-waits"):
            action()
    with pytest.raises(Conflict, match="not-over"):
        rematch(game.pk, ann)
    assert fresh(game).ply == game.ply


def test_no_robot_plays_while_a_resignation_waits(moving: MovingTime) -> None:
    player = make_user()
    game = start_robot_game(player, "greedy")
    while acting_user(game) == player:
        game = play_on(game, 1)
    assert due(moving.now) == [game.pk]
    resign(game.pk, player)
    assert due(moving.now) == []
    assert play_one(game.pk) is False
    take_back_resignation(game.pk, player)
    assert play_one(game.pk) is True


def test_an_offered_seat_is_not_taken_while_a_resignation_waits(moving: MovingTime) -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    operators.offer_seat(game.pk, 2, Operator(ann, "Test"), moving.now)
    moving.pass_by(DAY - MINUTE)
    resign(game.pk, bob)
    with pytest.raises(Conflict, match="resignation-waits"):
        substitutes.take_seat(game.pk, 2, make_user(), moving.now)
    with pytest.raises(Conflict, match="resignation-waits"):
        substitutes.take_back(game.pk, eve, moving.now)
    moving.pass_by(5 * MINUTE)
    assert game.seats.get(number=2).user == eve
    moving.pass_by(10 * MINUTE)
    assert game.seats.get(number=2).user != eve


def test_a_resignation_taken_back_leaves_no_trace(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    turn = Turn.objects.get(game=game)
    moving.pass_by(9 * MINUTE)
    take_back_resignation(game.pk, ada)
    game = fresh(game)
    assert (game.resigns_at, game.resigning_seat, game.ply, game.undone) == (None, None, DEALT, 0)
    assert Turn.objects.get(game=game, ended_at=None).pk == turn.pk
    moving.pass_by(HOUR)
    assert fresh(game).status == Status.RUNNING
    assert not Notification.objects.exclude(kind__in=[Kind.TURN, Kind.STARTED]).exists()
    kinds = list(TableEvent.objects.filter(game=game).values_list("kind", flat=True))
    assert kinds == [EventKind.RESIGNED, EventKind.UNDONE]
    play_action(game.pk, ada, any_action(game), game.ply)


def test_clocks_are_paused_as_long_as_a_resignation_waits(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    deadline = Turn.objects.get(game=game).deadline
    assert deadline
    resign(game.pk, make_user("Ada"))
    assert Turn.objects.get(game=game).deadline == deadline + WAIT
    moving.pass_by(4 * MINUTE)
    take_back_resignation(game.pk, make_user("Ada"))
    assert Turn.objects.get(game=game).deadline == deadline + 4 * MINUTE
    assert fresh(game).deadline == deadline + 4 * MINUTE


def test_no_turn_times_out_while_a_resignation_waits(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    moving.pass_by(DAY - MINUTE)
    resign(game.pk, make_user("Ada"))
    moving.pass_by(9 * MINUTE)
    assert fresh(game).ply == game.ply
    take_back_resignation(game.pk, make_user("Ada"))
    moving.pass_by(MINUTE / 2)
    assert fresh(game).ply == game.ply
    moving.pass_by(2 * MINUTE)
    assert fresh(game).ply > game.ply


def test_a_resignation_cannot_be_taken_back_later(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    moving.be_down(WAIT)
    with pytest.raises(Conflict, match="too-late"):
        take_back_resignation(game.pk, ada)
    moving.start_again()
    with pytest.raises(Conflict, match="not-running"):
        take_back_resignation(game.pk, ada)


def test_only_its_player_takes_a_resignation_back(moving: MovingTime) -> None:
    game, _ada, cleo = of_two(moving)
    with pytest.raises(Conflict, match="too-late"):
        take_back_resignation(game.pk, cleo)
    with pytest.raises(Forbidden, match="not-seated"):
        take_back_resignation(game.pk, make_user())
    assert fresh(game).resigning_seat == 0


def test_the_second_resignation_of_a_player_counts_at_once(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    take_back_resignation(game.pk, ada)
    assert resign(game.pk, ada).status == Status.FINISHED


def test_resigning_twice_does_not_extend_the_wait(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    moving.pass_by(MINUTE)
    assert resign(game.pk, ada, expected_ply=DEALT).resigns_at == game.resigns_at
    assert TableEvent.objects.filter(kind=EventKind.RESIGNED).count() == 1
