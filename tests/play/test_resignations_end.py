from datetime import timedelta

import pytest

from accounts.services import delete_account
from games.clocks.models import Turn
from games.common.errors import Conflict
from games.core.choices import Status
from games.core.log import log_of
from games.core.models import Entry
from games.notifications.models import Kind, Notification
from games.play import resignations
from games.play.actions import play_action
from games.play.after_action import after_action
from games.play.endings import abort_game
from games.play.proposals import answer, propose
from games.play.resignations import confirm_resignation, resign
from games.table.presence import note_presence
from tests.helpers.late_games import without_holidays
from tests.helpers.moving_time import DAY, MovingTime
from tests.makers import any_action, make_user, started_game

from .resigned_games import DEALT, MINUTE, WAIT, fresh, of_three, of_two

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
HOUR = timedelta(hours=1)


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
    assert resignations.settle_due(moving.now) == 0
    assert Entry.objects.filter(game=game).count() == DEALT + 1
    assert Notification.objects.filter(kind=Kind.OVER, user=cleo).count() == 1


def test_a_second_worker_ends_no_resignation_again(moving: MovingTime) -> None:
    game, _ada, _cleo = of_two(moving)
    moving.pass_by(WAIT)
    assert resignations._settle_if_due(game.pk, moving.now) is False
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

    monkeypatch.setattr(resignations, "after_action", failing)
    moving.be_down(WAIT)
    assert resignations.settle_due(moving.now) == 1
    assert (fresh(game).status, fresh(other).status) == (Status.RUNNING, Status.FINISHED)
