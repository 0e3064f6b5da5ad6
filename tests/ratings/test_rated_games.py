"""Which games are rated, and what their frozen inputs say."""

import random
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from games.core.choices import Status
from games.core.models import Game, Seat
from games.core.selectors import seats_of
from games.lobby.invitations import rematch
from games.lobby.robot_games import branch_from
from games.lobby.tables import add_robots, join_table
from games.play import stand_in
from games.play.actions import play_action
from games.play.endings import abort_game, leave_out_of_time, resign
from games.play.reliability import reliability_counter
from games.ratings import formula
from games.ratings.inputs import unrated_cause
from games.ratings.models import RatedGame, Unrated
from games.ratings.services import rate_waiting
from games.time_outs import operators, substitutes
from games.time_outs.operators import Operator
from tests.makers import acting_user, any_action, fresh, make_table, make_user, play_on, started_game

from .rated_games import played_rated_game, rating_of, running_rated_game

pytestmark = pytest.mark.django_db


def rated(game: Game) -> RatedGame | None:
    return RatedGame.objects.filter(game=game).first()


def cause_of(game: Game) -> Unrated | None:
    return unrated_cause(fresh(game), seats_of(game))


def inputs_by_user(game: Game) -> dict[int, dict[str, object]]:
    """Return the frozen inputs of the people in a game."""
    return {one["user"]: one for one in RatedGame.objects.get(game=game).inputs if "user" in one}


def play_turns(game: Game, turns: int) -> Game:
    """Play until so many turns are over."""
    end = fresh(game).turn + turns
    while fresh(game).turn < end and not fresh(game).is_over:
        play_on(fresh(game), 1)
    return fresh(game)


def test_a_rated_game_is_written_with_its_inputs_when_it_ends() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")

    game = fresh(played_rated_game(ada, ben))

    row = RatedGame.objects.get(game=game)
    assert (row.number, row.title, row.ruleset, row.pool) == (None, "marrakech", "gigamic", "2")
    assert row.finished_at == game.finished_at
    places = dict(game.seats.values_list("user", "place"))
    assert row.inputs == [
        {"seat": 0, "user": ada.pk, "place": places[ada.pk], "kind": "played", "weight": 1.0},
        {"seat": 1, "user": ben.pk, "place": places[ben.pk], "kind": "played", "weight": 1.0},
    ]


def test_a_game_of_a_table_that_is_not_rated_is_not_written() -> None:
    assert rated(played_rated_game()) is not None
    assert rated(play_on(started_game(options={"rugs": "2/2/2"}), in_steps=True)) is None


@pytest.mark.parametrize("settings", [{"is_private": True}, {"has_hints": True}, {"robots": ["greedy"]}])
def test_private_tables_and_those_with_hints_or_one_person_are_never_rated(settings: dict[str, Any]) -> None:
    assert make_table(is_rated=True).is_rated
    assert not make_table(is_rated=True, **settings).is_rated


def test_a_table_that_the_host_fills_with_robots_is_not_rated() -> None:
    table = make_table(is_rated=True)

    add_robots(table.pk, table.host, ["greedy"])  # type: ignore[arg-type]

    game = fresh(table)
    assert game.status == Status.RUNNING
    assert not game.is_rated
    assert cause_of(game) == Unrated.ALONE


def test_a_branch_of_a_rated_game_is_not_rated() -> None:
    ada = make_user("Ada")
    game = played_rated_game(ada, make_user("Ben"))

    assert not branch_from(game, ada, ply=2, seat=0, robot="greedy").is_rated


def test_a_rematch_of_a_rated_game_is_rated() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")

    assert rematch(played_rated_game(ada, ben).pk, ada).is_rated


def test_a_game_in_which_somebody_has_not_finished_two_turns_is_not_rated() -> None:
    game = play_turns(running_rated_game(make_user("Ada"), make_user("Ben")), 3)

    resign(game.pk, acting_user(game))

    assert fresh(game).status == Status.FINISHED
    assert rated(game) is None
    assert cause_of(game) == Unrated.SHORT


def test_an_aborted_game_is_not_rated() -> None:
    game = play_turns(running_rated_game(make_user("Ada"), make_user("Ben")), 4)

    abort_game(game.pk)

    assert rated(game) is None
    assert cause_of(game) == Unrated.NO_RESULT


def test_a_game_in_which_nobody_who_stayed_played_is_not_rated() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = play_turns(running_rated_game(ada, ben), 4)
    assert cause_of(game) is None
    stand_in.play(game, 0, timezone.now())

    resign(game.pk, ben)

    assert rated(game) is None
    assert cause_of(game) == Unrated.NOBODY


def test_who_resigns_at_a_table_of_two_has_played_and_lost() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = play_turns(running_rated_game(ada, ben), 4)

    resign(game.pk, ada)

    inputs = inputs_by_user(game)
    assert (inputs[ada.pk]["kind"], inputs[ada.pk]["place"]) == ("resigned", 2)
    assert (inputs[ben.pk]["kind"], inputs[ben.pk]["place"]) == ("played", 1)
    rate_waiting()
    assert [round(formula.points(rating_of(user).mu)) for user in (ada, ben)] == [1417, 1583]


def test_who_resigns_among_three_has_left() -> None:
    ada, ben, cleo = make_user("Ada"), make_user("Ben"), make_user("Cleo")
    game = play_turns(running_rated_game(ada, ben, cleo), 6)

    resign(game.pk, ada)
    play_on(fresh(game))

    assert inputs_by_user(game)[ada.pk]["kind"] == "left"


def test_who_resigns_after_a_stand_in_has_played_has_left() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = play_turns(running_rated_game(ada, ben), 4)
    stand_in.play(game, 0, timezone.now())

    resign(game.pk, ada)

    assert inputs_by_user(game)[ada.pk]["kind"] == "left"


def test_who_runs_out_of_time_has_left() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = play_turns(running_rated_game(ada, ben), 4)

    leave_out_of_time(game, 0, timezone.now())

    assert inputs_by_user(game)[ada.pk]["kind"] == "left"


def test_the_fourth_game_left_within_two_weeks_does_not_count() -> None:
    ada, weights = make_user("Ada"), []
    for _game in range(4):
        game = play_turns(running_rated_game(ada, make_user()), 4)
        leave_out_of_time(game, 0, timezone.now())
        weights.append(inputs_by_user(game)[ada.pk]["weight"])
    assert weights == [1.0, 1.0, 1.0, 0.0]

    with time_machine.travel(timezone.now() + timedelta(days=15), tick=False):
        game = play_turns(running_rated_game(ada, make_user()), 4)
        leave_out_of_time(game, 0, timezone.now())
    assert inputs_by_user(game)[ada.pk]["weight"] == 1.0


def left_at_and_ended(ada: User, left: Sequence[int], ended: Sequence[int]) -> list[object]:
    """Let a player leave tables of three on these days, which end on those. Return the weights for the player."""
    begin, weights = timezone.now(), list[object]()
    with time_machine.travel(begin, tick=False) as now:
        games = list[Game]()
        for day in left:
            now.move_to(begin + timedelta(days=day))
            games.append(play_turns(running_rated_game(ada, make_user(), make_user()), 6))
            leave_out_of_time(games[-1], 0, timezone.now())
        for game, day in zip(games, ended, strict=True):
            now.move_to(begin + timedelta(days=day))
            play_on(fresh(game), in_steps=True)
            weights.append(inputs_by_user(game)[ada.pk]["weight"])
    return weights


def test_games_left_on_one_day_count_together_although_they_end_at_other_times() -> None:
    weights = left_at_and_ended(make_user("Ada"), left=[0] * 5, ended=[1, 21, 41, 61, 81])

    assert weights == [1.0, 1.0, 1.0, 0.0, 0.0]


def test_games_left_at_other_times_count_apart_although_they_end_on_one_day() -> None:
    weights = left_at_and_ended(make_user("Ada"), left=[0, 20, 40, 60, 80], ended=[81] * 5)

    assert weights == [1.0] * 5


def test_a_game_left_without_its_time_counts_by_its_end() -> None:
    ada = make_user("Ada")
    left_at_and_ended(ada, left=[0] * 3, ended=[0, 0, 0])
    for row in RatedGame.objects.all():
        row.inputs = [{key: value for key, value in one.items() if key != "left_at"} for one in row.inputs]
        row.save(update_fields=["inputs"])

    assert left_at_and_ended(ada, left=[1], ended=[40]) == [0.0]
    assert left_at_and_ended(ada, left=[30], ended=[30]) == [1.0]


def let_stand_in_play(game: Game, user: User, turns: int) -> Game:
    """Play to the end; so many turns of a player are played by a stand-in."""
    while not fresh(game).is_over:
        game = fresh(game)
        if turns and acting_user(game) == user:
            stand_in.play(game, game.seats.get(user=user).number or 0, timezone.now())
            turns -= 1
        else:
            play_on(game, 1)
    return fresh(game)


@pytest.mark.parametrize(("turns", "kind"), [(1, "played"), (2, "left")])
def test_who_made_less_than_three_quarters_of_the_decisions_has_left(turns: int, kind: str) -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = started_game(ada, ben, options={"rugs": "4/4/4"}, is_rated=True)

    game = let_stand_in_play(game, ada, turns)

    assert inputs_by_user(game)[ada.pk]["kind"] == kind
    if kind == "left":
        assert inputs_by_user(game)[ada.pk]["place"] == 2
    assert inputs_by_user(game)[ben.pk]["kind"] == "played"


def offer_seat_of(game: Game, user: User) -> Seat:
    seat = game.seats.select_related("user").get(user=user)
    substitutes.offer(game, seat, timezone.now(), timezone.now())
    return seat


def test_a_substitute_is_written_beside_the_player_who_left() -> None:
    ada, ben, zoe = make_user("Ada"), make_user("Ben"), make_user("Zoe")
    game = play_turns(started_game(ada, ben, options={"rugs": "6/6/6"}, is_rated=True), 4)
    mine, others = (game.seats.get(user=user).score or 0 for user in (ada, ben))
    taken_at = game.ply
    substitutes.take_seat(game.pk, offer_seat_of(game, ada).number or 0, zoe, timezone.now())

    game = fresh(play_on(fresh(game), in_steps=True))

    inputs = inputs_by_user(game)
    assert inputs[ada.pk]["kind"] == "left"
    assert inputs[zoe.pk]["kind"] == "substitute"
    assert inputs[zoe.pk]["place"] == game.seats.get(user=zoe).place
    expected = formula.chance_ahead(mine - others, 1 - taken_at / game.ply)
    first, second = game.seats.get(user=zoe).place or 0, game.seats.get(user=ben).place or 0
    assert inputs[zoe.pk]["better"] == pytest.approx((first < second) + (first == second) / 2 - expected)
    assert inputs[ben.pk]["kind"] == "played"


@pytest.mark.parametrize("is_back", [True, False])
def test_a_player_whose_seat_an_operator_hands_over_is_not_rated(is_back: bool) -> None:
    ada, ben, zoe = make_user("Ada"), make_user("Ben"), make_user("Zoe")
    game = play_turns(started_game(ada, ben, options={"rugs": "6/6/6"}, is_rated=True), 4)
    by = Operator(make_user("op"), "Ada asked for it.")
    operators.give_seat(game.pk, game.seats.get(user=ada).number or 0, "Zoe", by)
    assert reliability_counter(ada, timezone.now()).points == 0
    if is_back:
        game = play_turns(fresh(game), 4)
        operators.give_seat(game.pk, game.seats.get(user=zoe).number or 0, "Ada", by)

    game = play_on(fresh(game), in_steps=True)

    assert set(inputs_by_user(game)) == ({ben.pk} if is_back else {zoe.pk, ben.pk})
    assert reliability_counter(ada, timezone.now()).left == 0


def test_a_player_who_takes_the_seat_back_has_played() -> None:
    ada, ben, zoe = make_user("Ada"), make_user("Ben"), make_user("Zoe")
    game = play_turns(running_rated_game(ada, ben), 4)
    substitutes.take_seat(game.pk, offer_seat_of(game, ada).number or 0, zoe, timezone.now())
    substitutes.take_back(game.pk, ada, timezone.now())

    game = play_on(fresh(game), in_steps=True)

    assert set(inputs_by_user(game)) == {ada.pk, ben.pk}
    assert inputs_by_user(game)[ada.pk]["kind"] == "played"


def test_a_robot_at_a_rated_table_is_written_with_its_version() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")
    game = join_table(make_table(ada, seat_count=3, robots=["random"], is_rated=True).pk, ben)
    assert game.is_rated
    resign(play_turns(game, 6).pk, ada)
    play_on(fresh(game), in_steps=True)

    row = RatedGame.objects.get(game=game)
    robots = [one for one in row.inputs if one["kind"] == "robot"]
    assert [(one["robot"], one["version"]) for one in robots] == [("random", 1)]
    assert row.pool == "3"


def test_the_same_two_people_count_less_from_the_fourth_game_in_90_days_on() -> None:
    ada, ben = make_user("Ada"), make_user("Ben")

    weights = [inputs_by_user(played_rated_game(ada, ben))[ada.pk]["weight"] for _game in range(5)]

    assert weights == [1, 1, 1, 1 / 2, 1 / 3]
    mixed = inputs_by_user(played_rated_game(ada, ben, make_user("Cleo")))
    assert mixed[ada.pk]["weight"] == pytest.approx((1 / 4 + 1) / 2)

    with time_machine.travel(timezone.now() + timedelta(days=91), tick=False):
        assert inputs_by_user(played_rated_game(ada, ben))[ada.pk]["weight"] == 1


def test_the_end_of_a_rated_game_takes_few_more_statements_than_that_of_another() -> None:
    def statements(*, is_rated: bool) -> int:
        game = started_game(make_user(), make_user(), options={"rugs": "2/2/2"}, is_rated=is_rated)
        chooser = random.Random(1)
        while True:
            action = any_action(fresh(game), chooser)
            with CaptureQueriesContext(connection) as found:
                game = play_action(game.pk, acting_user(game), action, game.ply, without_share=True)
            if game.is_over:
                return len(found)

    assert statements(is_rated=True) <= statements(is_rated=False) + 13
