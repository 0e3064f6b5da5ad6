from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from games.clocks import outages
from games.clocks.activity import note_opened
from games.clocks.models import Outage, TablePause
from games.core.models import Game, Seat
from games.play import stand_in
from games.site.late_work import late_work
from games.time_outs import time_outs
from tests.helpers.late_games import DAY, without_holidays
from tests.helpers.moving_time import ROUND, MovingTime, open_turn
from tests.makers import acting_user, make_user, started_game

pytestmark = pytest.mark.slow

HOUR = timedelta(hours=1)


def told_game(moving: MovingTime) -> Game:
    """Return a game of new players without holidays, whose first player knows of the turn."""
    players = make_user(), make_user()
    without_holidays(*players)
    game = started_game(*players, pace="1d")
    note_opened(game.pk, acting_user(game), moving.now)
    return game


@pytest.fixture
def broken(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A game whose stand-in turn cannot be played, after its deadline."""
    game = told_game(moving)
    play = stand_in.play

    def fail(one: Game, seat: int, now: object) -> None:
        if one.pk == game.pk:
            raise RuntimeError("no such robot")
        play(one, seat, moving.now)

    monkeypatch.setattr(stand_in, "play", fail)
    return game


def printed() -> str:
    """Return what ``manage.py clocks`` prints."""
    out = StringIO()
    call_command("clocks", stdout=out)
    return out.getvalue()


def test_a_failed_time_out_is_stored_and_does_not_stop_other_tables(moving: MovingTime, broken: Game) -> None:
    other = told_game(moving)
    due = open_turn(broken).due_at
    moving.pass_by(DAY + ROUND)
    turn = open_turn(broken)
    assert (turn.due_at, turn.failed_at, turn.failure) == (due, moving.now, "RuntimeError: no such robot")
    assert not turn.steps.exists()
    assert open_turn(other).number > 1


def test_readyz_and_the_command_report_a_deadline_that_fails_again_and_again(
    moving: MovingTime, broken: Game, client: Client
) -> None:
    moving.pass_by(DAY + ROUND)
    assert client.get("/readyz").status_code == 200
    assert "deadlines failing: 1" in printed()
    moving.pass_by(DAY / 24)
    answer = client.get("/readyz")
    assert answer.status_code == 503
    assert answer.json()["scheduler"] == "1 deadlines late, the first since 2026-05-05 09:00 UTC"
    assert "deadlines late: 1, the first 2026-05-05 09:00 UTC" in printed()


def test_a_failed_time_out_is_forgotten_once_it_works(
    moving: MovingTime, broken: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    moving.pass_by(DAY + ROUND)
    failed = open_turn(broken)
    monkeypatch.undo()
    moving.pass_by(time_outs.RETRY_AFTER - ROUND)
    assert open_turn(broken) == failed  # it waits a little, and the others come first
    moving.pass_by(2 * ROUND)
    failed.refresh_from_db()
    assert (failed.ended_by, failed.failed_at, failed.failure) == ("house", None, "")


def test_a_table_with_a_failing_clock_opens(moving: MovingTime, broken: Game) -> None:
    moving.be_down(DAY + ROUND)
    outages.skip_gap(moving.now)
    time_outs.handle_due_turns(moving.now, broken)
    assert open_turn(broken).failure


def test_readyz_reports_seats_and_pauses_that_the_sweep_has_left(moving: MovingTime, client: Client) -> None:
    game = told_game(moving)
    moving.pass_by(2 * DAY)
    Seat.objects.filter(game=game, number=0).update(offered_at=moving.now - 25 * DAY / 24)
    TablePause.objects.create(game=game, began_at=moving.now - DAY, until=moving.now - DAY / 24)
    assert client.get("/readyz").json()["scheduler"] == (
        "1 seats late for a robot, the first since 2026-05-05 08:00 UTC; "
        "1 pauses late to end, the first since 2026-05-06 08:00 UTC"
    )


def test_a_failing_part_of_the_sweep_does_not_stop_others(moving: MovingTime, monkeypatch: pytest.MonkeyPatch) -> None:
    game = told_game(moving)
    robots = Seat.objects.offered

    def fail() -> None:
        raise RuntimeError("no seats")

    monkeypatch.setattr(Seat.objects, "offered", fail)
    due = open_turn(game).remind_at
    assert due
    with pytest.raises(ExceptionGroup, match="parts of the sweep failed"):
        moving.pass_until(due)
    assert open_turn(game).reminded == "half"
    monkeypatch.setattr(Seat.objects, "offered", robots)
    moving.pass_by(ROUND)


def test_an_outage_delays_the_warning_that_a_seat_waits_for_its_robot(moving: MovingTime) -> None:
    game = told_game(moving)
    seat = game.seats.get(number=0)
    Outage.objects.create(began_at=moving.now - 8 * HOUR, ended_at=moving.now - 2 * HOUR)
    for offered_at, late in ((moving.now - 30 * HOUR, 0), (moving.now - 31 * HOUR, 1)):
        Seat.objects.filter(pk=seat.pk).update(offered_at=offered_at)
        assert {one.name: one.count for one in late_work(moving.now)}["seats late for a robot"] == late
