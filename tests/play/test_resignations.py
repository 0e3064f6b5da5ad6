from collections.abc import Callable
from datetime import timedelta

import pytest

from accounts.services import delete_account
from games.clocks.models import Turn
from games.common.errors import Conflict, Forbidden
from games.core.choices import Status
from games.core.log import fault_of, log_of
from games.core.models import DiceSecret, Entry, EventKind, TableEvent
from games.lobby.invitations import rematch
from games.lobby.robot_games import start_robot_game
from games.notifications.models import Kind, Notification
from games.play import endings
from games.play.actions import play_action
from games.play.after_action import after_action, rebuild_derived
from games.play.endings import abort_game, confirm_resignation, resign, take_back_resignation
from games.play.models import PlaceTally
from games.play.proposals import answer, answer_abort, propose
from games.play.robots import due, play_one
from games.table.presence import note_presence
from games.time_outs import claims, operators, substitutes
from games.time_outs.operators import Operator
from tests.helpers.late_games import game_of_ada, without_holidays
from tests.helpers.moving_time import DAY, MovingTime
from tests.makers import acting_user, any_action, fresh, make_user, play_on, started_game

from .resigned_games import DEALT, MINUTE, WAIT, of_three, of_two

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
        lambda: operators.offer_seat(game.pk, 1, Operator(ann, "Test")),
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
    operators.offer_seat(game.pk, 2, Operator(ann, "Test"))
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


def test_taking_a_resignation_back_again_changes_nothing(moving: MovingTime) -> None:
    game, ada, cleo = of_two(moving)
    for _ in range(2):
        take_back_resignation(game.pk, ada)
    assert TableEvent.objects.filter(game=game, kind=EventKind.UNDONE).count() == 1
    with pytest.raises(Conflict, match="too-late"):
        take_back_resignation(game.pk, cleo)


def test_confirming_a_resignation_again_is_a_success(moving: MovingTime) -> None:
    game, ada, cleo = of_two(moving)
    for _ in range(2):
        assert confirm_resignation(game.pk, cleo, 0).status == Status.FINISHED
    with pytest.raises(Conflict, match="not-running"):
        confirm_resignation(game.pk, ada, 0)


def test_the_second_resignation_of_a_player_counts_at_once(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    take_back_resignation(game.pk, ada)
    assert resign(game.pk, ada).status == Status.FINISHED


def test_resigning_twice_does_not_extend_the_wait(moving: MovingTime) -> None:
    game, ada, _cleo = of_two(moving)
    moving.pass_by(MINUTE)
    assert resign(game.pk, ada, expected_ply=DEALT).resigns_at == game.resigns_at
    assert TableEvent.objects.filter(kind=EventKind.RESIGNED).count() == 1


def test_another_player_can_end_the_wait_of_a_resignation(moving: MovingTime) -> None:
    game, ann, bob, eve = of_three()
    deadline = Turn.objects.get(game=game, user=ann).deadline
    assert deadline
    with pytest.raises(Conflict, match="no-resignation"):
        confirm_resignation(game.pk, eve, 0)
    moving.pass_by(MINUTE)
    confirm_resignation(game.pk, eve, 1)
    assert game.seats.get(user=bob).is_out
    assert Turn.objects.get(game=game, user=ann, ended_at=None).deadline == deadline - 9 * MINUTE
    with pytest.raises(Conflict, match="already-out"):
        confirm_resignation(game.pk, bob, 1)
    play_action(game.pk, ann, any_action(fresh(game)), fresh(game).ply)


def test_closing_an_account_at_the_table_ends_the_wait_of_a_resignation(moving: MovingTime) -> None:
    game, _ada, cleo = of_two(moving)
    delete_account(cleo)
    assert (fresh(game).status, fresh(game).end_reason) == (Status.FINISHED, "resigned")
    third, _ann, bob, _eve = of_three()
    delete_account(bob)
    assert third.seats.get(number=1).is_out
    assert fresh(third).status == Status.RUNNING


def test_an_administrator_may_abort_while_a_resignation_waits(moving: MovingTime) -> None:
    game, _ada, _cleo = of_two(moving)
    abort_game(game.pk)
    assert (fresh(game).status, fresh(game).resigns_at) == (Status.ABORTED, None)
    moving.pass_by(WAIT)
    assert log_of(fresh(game))[DEALT:] == [(None, "abort")]


def test_players_who_stay_agree_to_end_the_game_with_a_waiting_resignation(moving: MovingTime) -> None:
    ann, bob, eve = (make_user() for _ in range(3))
    game = started_game(ann, bob, eve)
    row = propose(game.pk, bob, "abort")
    answer(game.pk, row.pk, eve, True)
    resign(game.pk, ann)
    with pytest.raises(Conflict, match="resignation-waits"):
        answer(game.pk, row.pk, ann, True)
    assert fresh(game).status == Status.RUNNING
    moving.pass_by(WAIT)
    assert fresh(game).status == Status.ABORTED


def test_opening_the_table_ends_a_due_resignation_before_the_sweep(moving: MovingTime) -> None:
    game, _ada, cleo = of_two(moving)
    moving.be_down(WAIT + MINUTE)
    note_presence(fresh(game), cleo, moving.now)
    assert fresh(game).status == Status.FINISHED


def test_a_resignation_due_during_an_outage_ends_the_game_once(moving: MovingTime) -> None:
    game, _ada, cleo = of_two(moving)
    moving.be_down(DAY)
    moving.start_again()
    assert endings.settle_due(moving.now) == 0
    assert Entry.objects.filter(game=game).count() == DEALT + 1
    assert Notification.objects.filter(kind=Kind.OVER, user=cleo).count() == 1


def test_a_second_worker_ends_no_resignation_again(moving: MovingTime) -> None:
    game, _ada, _cleo = of_two(moving)
    moving.pass_by(WAIT)
    assert endings._settle_if_due(game.pk, moving.now) is False
    assert Entry.objects.filter(game=game).count() == DEALT + 1


def test_a_failing_resignation_does_not_stop_other_tables(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game, ada, cleo = of_two(moving)
    without_holidays(ada)
    other = started_game(ada, cleo)
    resign(other.pk, ada)

    def failing(log: object, *arguments: object) -> object:
        if log.game.pk == game.pk:  # type: ignore[attr-defined]
            raise ValueError
        return after_action(log, *arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(endings, "after_action", failing)
    moving.be_down(WAIT)
    assert endings.settle_due(moving.now) == 1
    assert (fresh(game).status, fresh(other).status) == (Status.RUNNING, Status.FINISHED)
