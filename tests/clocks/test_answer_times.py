from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clocks.models import TurnEnd
from games.clocks.selectors import MIN_TURNS, SAMPLE, TimeFacts, seconds_taken, time_facts_of
from games.core.models import Game, Seat
from tests.helpers.played_turns import HOUR, NOW, add_turns
from tests.makers import make_user, started_game

pytestmark = [pytest.mark.django_db]


def test_answer_times_are_the_median_and_the_middle_half() -> None:
    user = make_user()
    add_turns(user, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    answers = time_facts_of(user, NOW).answers
    assert answers
    assert (answers.median, answers.lower, answers.upper, answers.turns) == (6 * HOUR, 3.5 * HOUR, 8.5 * HOUR, 11)


def test_few_turns_give_no_answer_time() -> None:
    user = make_user()
    add_turns(user, [1] * (MIN_TURNS - 1))
    assert time_facts_of(user, NOW) == TimeFacts(None)


@pytest.mark.parametrize("by", [TurnEnd.ORDER, TurnEnd.STAND_IN, TurnEnd.DEPUTY, TurnEnd.UNDONE, TurnEnd.OVER])
def test_only_turns_that_the_player_played_count_as_answers(by: TurnEnd) -> None:
    user = make_user()
    add_turns(user, [1] * MIN_TURNS, by=by)
    assert time_facts_of(user, NOW).answers is None


def test_answers_older_than_a_year_do_not_count() -> None:
    user, old = make_user(), timedelta(days=366)
    add_turns(user, [1] * MIN_TURNS, ago=old)
    add_turns(user, [1], by=TurnEnd.STAND_IN, ago=old)
    assert time_facts_of(user, NOW) == TimeFacts(None)


def test_the_latest_turns_count_for_the_answer_time() -> None:
    user = make_user()
    add_turns(user, [9] * 5, ago=10 * HOUR)
    add_turns(user, [1] * SAMPLE)
    answers = time_facts_of(user, NOW).answers
    assert answers
    assert (answers.upper, answers.turns) == (HOUR, SAMPLE)


def test_turns_played_by_others_and_games_since_are_counted() -> None:
    user = make_user()
    add_turns(user, [30, 30], by=TurnEnd.STAND_IN)
    add_turns(user, [30], by=TurnEnd.DEPUTY, ago=2 * HOUR)
    for days, status in ((-1, "finished"), (-1, "aborted"), (1, "finished")):
        game = started_game(user, make_user())
        Game.objects.filter(pk=game.pk).update(status=status)
        Seat.objects.filter(game=game).update(finished_at=NOW - timedelta(days=days))
    facts = time_facts_of(user, NOW)
    assert (facts.by_stand_in, facts.by_deputy, facts.games_since) == (2, 1, 1)


def test_an_answer_time_begins_with_the_clock_of_the_turn() -> None:
    came, ended = NOW - 20 * HOUR, NOW
    assert seconds_taken(came, came + 2 * HOUR, ended) == 18 * 3600
    assert seconds_taken(came, came + 15 * HOUR, ended) == 8 * 3600
    assert seconds_taken(came, None, ended) == 8 * 3600
    assert seconds_taken(came, None, came + HOUR) == 0
    assert seconds_taken(came, ended + HOUR, came + HOUR) == 0


def test_answer_times_of_many_turns_take_as_many_statements_as_of_few() -> None:
    user = make_user()
    add_turns(user, [1] * MIN_TURNS + [2] * SAMPLE)
    with CaptureQueriesContext(connection) as captured:
        time_facts_of(user, NOW)
    assert len(captured) <= 4
    assert f"LIMIT {SAMPLE}" in captured[-1]["sql"]
