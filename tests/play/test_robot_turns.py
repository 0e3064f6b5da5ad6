from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games import tasks
from games.core.choices import Status
from games.core.log import log_of, state_of
from games.core.models import Game, Seat
from games.core.selectors import title_of
from games.engine.registry import TITLES, get_title
from games.play import robots
from games.play.actions import play_action
from games.play.endings import abort_game, resign
from games.play.models import RobotTurn, RobotTurnState
from games.play.robots import LEASE, PAUSES, claim, due, play_one, retry, wake_due
from tests.makers import make_table, make_user

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
Thought = Callable[..., Any]


@pytest.fixture
def game() -> Game:
    return with_robot("greedy")


def with_robot(*robots: str) -> Game:
    """Return a running game of one person and these robots, in which it is the first robot's turn."""
    game = make_table(make_user(), seat_count=1 + len(robots), robots=list(robots))
    _play_for_people(game)
    return Game.objects.get(pk=game.pk)


def _play_for_people(game: Game) -> None:
    """Play first legal actions until a robot must act."""
    while seat := Seat.objects.filter(game=game, is_acting=True, user__robot="").first():
        now = Game.objects.get(pk=game.pk)
        title, state = title_of(now), state_of(now)
        assert seat.user is not None
        play_action(now.pk, seat.user, title.notation(title.legal_actions(state)[0]), now.ply)


def thinks(monkeypatch: pytest.MonkeyPatch, choose: Thought) -> None:
    """Let the greedy robot think with this function."""
    title = get_title("marrakech")
    robots = {**title.robots, "greedy": title.robots["greedy"]._replace(choose=choose)}
    monkeypatch.setattr(title, "robots", robots)


def ply_of(game: Game) -> int:
    return Game.objects.get(pk=game.pk).ply


def row_of(game: Game) -> RobotTurn:
    return RobotTurn.objects.get(seat__game=game)


def now() -> datetime:
    return timezone.now()


def test_a_robot_plays_its_turn(game: Game) -> None:
    assert play_one(game.pk)
    assert ply_of(game) > game.ply
    assert (row_of(game).state, row_of(game).attempts) == (RobotTurnState.PLAYED, 1)


def test_robots_play_until_a_person_must_act(game: Game) -> None:
    while play_one(game.pk):
        pass
    assert Seat.objects.get(game=game, is_acting=True).user == game.host


def test_a_robot_thinks_about_the_same_ply_with_the_same_seed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seeds: list[int] = []

    def choose(state: Any, seed: int, stop: object = None) -> Any:
        seeds.append(seed)
        raise RuntimeError("no idea")

    thinks(monkeypatch, choose)
    play_one(game.pk)
    RobotTurn.objects.update(due_at=now())
    play_one(game.pk)
    assert seeds[0] == seeds[1]
    assert len(seeds) == 2


def test_no_turn_is_played_if_no_robot_must_act() -> None:
    assert not play_one(make_table(make_user(), seat_count=2).pk)
    assert not RobotTurn.objects.exists()


def test_one_of_two_robot_workers_gets_the_turn(game: Game) -> None:
    assert claim(game.pk, now())
    assert claim(game.pk, now()) is None
    assert not play_one(game.pk)
    assert ply_of(game) == game.ply


def test_a_robot_worker_that_read_an_earlier_ply_takes_no_later_turn(game: Game) -> None:
    claim(game.pk, now())
    RobotTurn.objects.update(ply=game.ply + 2)
    assert claim(game.pk, now()) is None


def test_a_robot_worker_killed_while_thinking_is_replaced_after_its_lease(game: Game) -> None:
    claim(game.pk, now())
    assert due(now()) == []
    with time_machine.travel(now() + LEASE, tick=False):
        assert due(now()) == [game.pk]
        assert play_one(game.pk)
    assert row_of(game).attempts == 2


def test_a_robot_worker_killed_after_playing_leaves_no_work(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    def die(*args: object, **values: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr(robots, "_mark", die)
        with pytest.raises(Killed):
            play_one(game.pk)
    assert ply_of(game) == game.ply  # playing and marking are one transaction
    with time_machine.travel(now() + LEASE, tick=False):
        assert play_one(game.pk)


def test_playing_a_robot_turn_twice_is_harmless(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = get_title("marrakech").robots["greedy"].choose

    def choose(state: Any, seed: int, stop: Any = None) -> Any:
        thinks(monkeypatch, greedy)
        RobotTurn.objects.update(due_at=now())  # the first worker is so slow that its lease ends
        play_one(game.pk)
        return greedy(state, seed)

    thinks(monkeypatch, choose)
    assert not play_one(game.pk)
    log = log_of(Game.objects.get(pk=game.pk))
    assert [seat for seat, _notation in log[game.ply :] if seat is not None] == [log[game.ply][0]]


def test_a_game_that_ends_while_a_robot_thinks_is_no_failure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = get_title("marrakech").robots["greedy"].choose

    def choose(state: Any, seed: int, stop: Any = None) -> Any:
        abort_game(game.pk)
        return greedy(state, seed)

    thinks(monkeypatch, choose)
    assert not play_one(game.pk)
    assert row_of(game).state == RobotTurnState.PLAYED


def test_a_robot_that_fails_stores_its_reason_and_is_asked_again_after_a_pause(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def choose(state: Any, seed: int, stop: object = None) -> Any:
        raise RuntimeError("no idea")

    with monkeypatch.context() as patched:
        thinks(patched, choose)
        assert not play_one(game.pk)
    row = row_of(game)
    assert (row.state, row.detail) == (RobotTurnState.FAILED, "RuntimeError: no idea")
    assert "robot failed" in caplog.text
    assert due(now()) == []
    with time_machine.travel(now() + PAUSES[0], tick=False):
        assert due(now()) == [game.pk]
        assert play_one(game.pk)
    assert (row_of(game).state, row_of(game).reason) == (RobotTurnState.PLAYED, "")


def test_the_pauses_of_a_robot_that_fails_grow_up_to_an_hour(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def choose(state: Any, seed: int, stop: object = None) -> Any:
        raise RuntimeError("no idea")

    thinks(monkeypatch, choose)
    pauses = []
    for _attempt in range(7):
        play_one(game.pk)
        pauses.append(round((row_of(game).due_at - now()).total_seconds()))
        RobotTurn.objects.update(due_at=now())
    assert pauses == [10, 60, 300, 900, 3600, 3600, 3600]


def test_a_deleted_robot_is_a_failure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_title("marrakech"), "robots", {})
    assert due(now()) == [game.pk]
    assert not play_one(game.pk)
    assert "no robot called greedy" in row_of(game).detail


def test_a_robot_of_a_title_that_is_gone_is_a_failure(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(TITLES, "marrakech")
    assert due(now()) == [game.pk]
    assert not play_one(game.pk)
    assert row_of(game).state == RobotTurnState.FAILED


def test_a_robot_worker_told_to_stop_gives_the_turn_back(game: Game) -> None:
    assert not play_one(game.pk, stop=lambda: True)
    assert ply_of(game) == game.ply
    assert due(now()) == [game.pk]


def test_robots_among_themselves_think_shortly(monkeypatch: pytest.MonkeyPatch) -> None:
    game = with_robot("greedy", "greedy")
    greedy, hurried = get_title("marrakech").robots["greedy"].choose, list[bool]()

    def choose(state: Any, seed: int, stop: Any) -> Any:
        hurried.append(stop())
        return greedy(state, seed)

    thinks(monkeypatch, choose)
    play_one(game.pk)
    person = game.host
    assert person is not None
    resign(game.pk, person)
    play_one(game.pk)
    assert hurried == [False, True]


def test_the_quickest_robots_come_first() -> None:
    slow, quick = with_robot("master"), with_robot("greedy")
    Seat.objects.filter(game=slow).update(acting_since=now() - timedelta(minutes=1))
    assert due(now()) == [quick.pk, slow.pk]


def test_an_expired_claim_of_a_robot_turn_does_not_count(game: Game, caplog: pytest.LogCaptureFixture) -> None:
    task = claim(game.pk, now())
    assert task is not None
    RobotTurn.objects.update(attempts=2)
    robots._mark_failed(task, "too late")
    assert row_of(game).reason == ""
    assert "taken over" in caplog.text


def test_the_sweep_wakes_a_worker_for_waiting_robots(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    woken: list[tuple[int, float | None]] = []
    monkeypatch.setattr(robots, "send_after_commit", lambda signal, game_id, within: woken.append((game_id, within)))
    assert wake_due(now()) == 1
    assert woken == [(game.pk, 30.0)]


def test_a_turn_that_comes_to_a_robot_wakes_a_worker_after_the_commit(
    game: Game, monkeypatch: pytest.MonkeyPatch, settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    sent: list[Any] = []
    monkeypatch.setattr(tasks.play_robot, "apply_async", lambda arguments, **options: sent.append((arguments, options)))
    settings.REDIS_URL = "redis://nowhere"
    with django_capture_on_commit_callbacks(execute=True):
        play_one(game.pk)
        assert sent == []
    assert sent == [([game.pk], {"retry": False, "expires": None})]


def test_the_celery_task_plays_a_robot_turn(game: Game) -> None:
    assert tasks.play_robot(game.pk)
    assert ply_of(game) > game.ply


def test_a_failed_robot_is_asked_again_now(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    claim(game.pk, now())
    row = row_of(game)
    assert not retry(row.pk)
    RobotTurn.objects.update(state=RobotTurnState.FAILED)
    assert retry(row.pk)
    assert due(now()) == [game.pk]


def test_a_whole_game_against_a_robot_comes_to_its_end() -> None:
    game = make_table(make_user(), seat_count=2, robots=["random"], options={"rugs": "4/4/4"})
    while Game.objects.get(pk=game.pk).status == Status.RUNNING:
        _play_for_people(game)
        play_one(game.pk)
    assert Game.objects.get(pk=game.pk).status == Status.FINISHED
