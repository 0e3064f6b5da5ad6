from datetime import timedelta

import pytest

from games.clocks import pauses
from games.clocks.activity import note_opened
from games.clocks.explanation import explain_clocks
from games.clocks.models import AutomaticHoliday, PlannedHoliday, UnreachableSpan
from games.core.models import Game, Seat
from games.time_outs import operators, substitutes
from games.time_outs.claims import claim, give_time
from games.time_outs.operators import Operator
from tests.helpers.late_games import DAY, game_of_ada, late_game, play_turn_by, without_holidays
from tests.helpers.moving_time import ROUND, START, MovingTime
from tests.makers import make_user, play_on, started_game

pytestmark = [pytest.mark.slow, pytest.mark.one_database]

HOUR = timedelta(hours=1)


def lines(game: Game, moving: MovingTime, number: int = 1) -> list[str]:
    """Return the lines of one turn with hours since the start of the test: "0-3 The clock rests"."""
    story = next(one for one in explain_clocks(game, moving.now) if one.turn.number == number)
    found = []
    for line in story.lines:
        ends = (line.at, line.until) if line.until else (line.at,)
        hours = "-".join(f"{(at - START) / HOUR:g}" for at in ends)
        found.append(f"{hours} {line.text}")
    return found


def test_the_explanation_lists_each_night_and_what_the_turn_costs(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    moving.pass_by(2 * DAY)
    play_turn_by(make_user("Ada"), game)
    assert lines(game, moving) == [
        "0 The turn comes. Bank: 3 days, free time: 6 hours, longest turn: 8 days.",
        "0 The player knows of the turn (the player opened the table).",
        "0 The clock starts.",
        "15-23 The clock is stopped: outside the waking hours (UTC).",
        "39-47 The clock is stopped: outside the waking hours (UTC).",
        "48 1 day 8 hours have run, 1 day 2 hours are charged. Bank after the turn: 2 days 22 hours. "
        "The turn adds 1 day, up to 6 days in the bank.",
        "48 Played by the player.",
        "110 Deadline: the bank with time given (3 days) and the free time (6 hours) have run out.",
    ]


def test_the_explanation_lists_overlapping_pauses_once_with_the_first_reason(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving, pace="leisurely"), make_user("Ada")
    PlannedHoliday.objects.create(
        user=ada, saved_at=START - DAY, first=(START + DAY).date(), last=(START + DAY).date(), zone="UTC"
    )
    AutomaticHoliday.objects.create(user=ada, began_at=START + 48 * HOUR)
    UnreachableSpan.objects.create(user=ada, began_at=START + HOUR, ended_at=START + 2 * HOUR)
    operators.pause(game.pk, START + 4 * HOUR, Operator(make_user("op"), "A feast."))
    found = lines(game, moving)
    for line in (
        "0-4 The clock is stopped: the table is paused. Reason: A feast.",
        "15-39 The clock is stopped: planned holiday.",
        "39-47 The clock is stopped: outside the waking hours (UTC).",
        "48-72 The clock is stopped: automatic holiday, begun at another table.",
        "87-95 The clock is stopped: outside the waking hours (UTC).",
    ):
        assert line in found
    assert not [line for line in found if "bounce" in line]  # the pause covers it


def test_the_explanation_of_a_pause_without_end_has_no_deadline_and_no_end(moving: MovingTime) -> None:
    game = game_of_ada(moving)
    pauses.begin_pause(Game.objects.get(pk=game.pk), None, moving.now)
    found = lines(game, moving)
    assert "0 The clock is stopped: the table is paused." in found
    assert not [line for line in found if "Deadline" in line]
    assert found[-1] == "0 Until now, 0 seconds have run and 0 seconds are charged. The bank holds 1 day."


def test_the_explanation_names_a_bounce_that_stops_the_clock(moving: MovingTime) -> None:
    game, ada = game_of_ada(moving), make_user("Ada")
    UnreachableSpan.objects.create(user=ada, began_at=START + HOUR, ended_at=START + 3 * HOUR)
    found = lines(game, moving)
    assert "1-3 The clock is stopped: emails to this player come back." in found
    # Its deadline was stored before that row, which only a test makes without the service.
    assert "24 According to the stored data, this deadline should be different." in found


def test_the_explanation_names_a_claim_a_late_gift_and_a_substitute(moving: MovingTime) -> None:
    game, cleo = game_of_ada(moving), make_user("Cleo")
    Game.objects.filter(pk=game.pk).update(has_soft_deadlines=True)
    moving.pass_by(2 * DAY)
    assert "24.0083 The sweep notes that the deadline has passed." in lines(game, moving)
    give_time(game.pk, cleo, 0, 3600, moving.now)
    claim(game.pk, cleo, 0, moving.now)
    claim(game.pk, cleo, 0, moving.now, wants_substitute=True)
    moving.pass_by(ROUND)
    found = "\n".join(lines(game, moving))
    for text in (
        "48 Cleo gives time: 1 hour. Too late to move the deadline.",
        "48 Cleo asks for the game to go on.",
        "48 Cleo asks for another player in this seat.",
        "The seat is offered to other players (number 1, made",
        "The seat is open to another player: the turn waits without a clock.",
    ):
        assert text in found
    substitutes.take_seat(game.pk, 0, make_user("Zoe"), moving.now)
    found = "\n".join(line.text for line in explain_clocks(game, moving.now)[-1].lines)
    assert "The turn adds nothing." in found
    assert "Another player took the seat." in found


def test_the_explanation_names_a_deputy_and_a_fixed_pace(moving: MovingTime) -> None:
    game = late_game(moving)
    found = lines(game, moving)
    assert "24 The deputy is asked (number 1, made 30 seconds later)." in found
    assert "48 The site looks whether time is up." in found
    play_turn_by(make_user("Ben"), game)
    found = lines(game, moving)
    assert "24.0083 Played by the deputy." in found
    assert any(line.endswith("It is filled up for each turn.") for line in found)


def test_the_explanation_names_the_longest_turn_and_an_unknown_player(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    game.turns.update(bank=6 * 86400)
    note_opened(game.pk, make_user("Ada"), moving.now)
    moving.pass_by(HOUR)
    operators.give_time(game.pk, 0, HOUR, Operator(make_user("op"), "A test."))
    assert any(
        "Deadline: the longest turn with time given (8 days 1 hour) is over." in one for one in lines(game, moving)
    )
    game.turns.update(user=None)
    assert explain_clocks(game, moving.now)[0].title == "Turn 1, seat A: a former player"


def test_the_explanation_names_a_reminder_to_come_and_a_failure(moving: MovingTime) -> None:
    game = game_of_ada(moving, pace="usual")
    game.turns.update(failed_at=moving.now, failure="RuntimeError: broken")
    found = lines(game, moving)
    assert "0 The sweep fails here: RuntimeError: broken" in found
    assert any(line.endswith("The next reminder.") for line in found)


def test_the_explanation_lists_turns_without_a_clock(moving: MovingTime) -> None:
    players = make_user(), make_user()
    without_holidays(*players)
    game = play_on(started_game(*players, pace="none"), 3)
    assert lines(game, moving)[0] == "0 The turn comes. It has no clock."
    assert Seat.objects.filter(game=game).count() == 2
