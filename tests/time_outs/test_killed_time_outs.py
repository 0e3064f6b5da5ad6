from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import connection

from games.clocks.activity import note_opened
from games.clocks.models import AutomaticHoliday, TimeOutClaim, Turn, TurnStep
from games.core.models import Entry, Game, Heartbeat, Seat, TableEvent
from games.notifications.models import Notification
from games.play import endings
from games.time_outs import time_outs
from tests.core.test_concurrency import at_once
from tests.helpers.full_runs import full_only
from tests.helpers.late_games import DAY, game_of_ada, make_deputy
from tests.helpers.moving_time import ROUND, MovingTime
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


class Killed(BaseException):
    """The worker is killed: nothing in the program can catch it."""


@contextmanager
def killed_at(write: int) -> Iterator[None]:
    """Kill the worker at this writing statement, counted from 1, or earlier: reading leaves nothing behind.

    Its connection closes, as it does when a process ends.
    """
    done = 0

    def execute(run: Callable[..., Any], sql: str, *arguments: Any) -> Any:
        nonlocal done
        done += not sql.startswith("SELECT")
        if done == write:
            raise Killed
        return run(sql, *arguments)

    try:
        with connection.execute_wrapper(execute):
            yield
    except Killed:
        connection.close()
        raise


def counts(game: Game) -> dict[str, int]:
    """Return how many rows of each kind there are about a game."""
    about = {"steps": TurnStep.objects.filter(turn__game=game), "turns": Turn.objects.filter(game=game)}
    rows = {model.__name__: model.objects.filter(game=game) for model in (Entry, TableEvent, Notification)}
    return {name: found.count() for name, found in {**about, **rows}.items()}


def a_stand_in_plays(moving: MovingTime) -> Game:
    return game_of_ada(moving)


def a_stand_in_plays_and_the_seat_is_offered(moving: MovingTime) -> Game:
    game = game_of_ada(moving)
    Seat.objects.filter(game=game, number=0).update(stand_in_turns=1)
    return game


def the_deputy_is_asked(moving: MovingTime) -> Game:
    game = game_of_ada(moving)
    make_deputy(make_user("Ada"), make_user("Ben"), moving)
    return game


def the_player_leaves(moving: MovingTime) -> Game:
    game = game_of_ada(moving)
    Game.objects.filter(pk=game.pk).update(late_rule="out")
    return game


def a_holiday_begins_at_two_tables(moving: MovingTime) -> Game:
    game = game_of_ada(moving)
    ada = make_user("Ada")
    ada.profile.takes_automatic_holidays = True
    ada.profile.save()
    note_opened(started_game(ada, make_user(), pace="1d").pk, ada, moving.now)
    return game


def a_claim_asks_for_a_substitute(moving: MovingTime) -> Game:
    game = game_of_ada(moving)
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    return game


SCENES = [
    full_only(a_stand_in_plays),  # the next one begins like it
    a_stand_in_plays_and_the_seat_is_offered,
    full_only(the_deputy_is_asked),
    the_player_leaves,
    a_holiday_begins_at_two_tables,
    a_claim_asks_for_a_substitute,
]


def after_the_deadline(scene: Callable[[MovingTime], Game], moving: MovingTime) -> tuple[Game, Turn]:
    """Return the game of a scene with the turn whose deadline has just passed, before any worker has looked at it."""
    game = scene(moving)
    moving.traveller.shift(DAY + ROUND)
    moving.now += DAY + ROUND
    Heartbeat.objects.filter(name="scheduler").update(at=moving.now)
    turn = Turn.objects.get(game=game, ended_at=None)
    if scene is a_claim_asks_for_a_substitute:
        TimeOutClaim.objects.create(turn=turn, user=make_user("Cleo"), at=moving.now - ROUND / 2, wants_substitute=True)
    return game, turn


@pytest.mark.parametrize("scene", SCENES)
def test_a_worker_killed_at_any_write_of_a_time_out_leaves_no_turn_lost_or_doubled(
    moving: MovingTime, scene: Callable[[MovingTime], Game]
) -> None:
    game, turn = after_the_deadline(scene, moving)
    before, seen = counts(game), []
    writes = 0
    while True:
        writes += 1
        try:
            with killed_at(writes):
                time_outs.handle_time_out(turn.pk, game.pk, moving.now)
            break
        except Killed:
            seen.append(counts(game))
    after = counts(game)
    assert writes > 10  # a time-out takes that many
    assert after["steps"] > before["steps"]
    assert all(one in (before, after) for one in seen)  # all of it, or nothing
    time_outs.handle_time_out(turn.pk, game.pk, moving.now)
    assert counts(game) == after
    assert Game.objects.get(pk=game.pk).ply == after["Entry"]


@pytest.mark.parametrize("scene", SCENES)
def test_simultaneous_workers_handle_a_time_out_once(moving: MovingTime, scene: Callable[[MovingTime], Game]) -> None:
    game, turn = after_the_deadline(scene, moving)
    results = at_once(*(lambda: time_outs.handle_time_out(turn.pk, game.pk, moving.now) for _ in range(2)))
    assert sorted(bool(steps) for steps in results) == [False, True]
    kinds = list(TurnStep.objects.filter(turn=turn).values_list("kind", "number"))
    assert len(kinds) == len(set(kinds))
    assert Game.objects.get(pk=game.pk).ply == Entry.objects.filter(game=game).count()


def test_a_holiday_that_a_killed_worker_began_counts_at_all_tables(moving: MovingTime) -> None:
    game, turn = after_the_deadline(a_holiday_begins_at_two_tables, moving)
    other = Turn.objects.exclude(game=game).get(ended_at=None, user=make_user("Ada"))
    writes = 0
    while not AutomaticHoliday.objects.exists():  # killed after the first table's commit, before the second is computed
        writes += 1
        with pytest.raises(Killed), killed_at(writes):
            time_outs.handle_time_out(turn.pk, game.pk, moving.now)
    time_outs.handle_time_out(other.pk, other.game_id, moving.now)
    other.refresh_from_db()
    assert AutomaticHoliday.objects.count() == 1
    assert other.deadline is not None
    assert other.deadline > moving.now


def test_a_process_killed_at_any_write_of_a_resignation_ends_the_game_once(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    before, seen, writes = counts(game), [], 0
    while True:
        writes += 1
        try:
            with killed_at(writes):
                endings.resign(game.pk, make_user("Ada"))
            break
        except Killed:
            seen.append(counts(game))
    after = counts(game)
    assert writes > 10
    assert (after["Entry"], Game.objects.get(pk=game.pk).status) == (before["Entry"] + 1, "finished")
    assert all(one in (before, after) for one in seen)
    endings.resign(game.pk, make_user("Ada"))
    assert counts(game) == after


def test_two_simultaneous_requests_end_a_game_once(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    at_once(*(lambda: endings.resign(game.pk, ada) for _ in range(2)))
    assert Entry.objects.filter(game=game).count() == game.ply + 1
