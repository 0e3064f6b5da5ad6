from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.board.status import winners_text
from games.clocks.seat_clocks import ClockPause, Reason
from games.common.wording import day_text, end_text, moment_text, one_line, render_message
from games.engine.marrakech.title import MARRAKECH
from games.engine.messages import Message

pytestmark = pytest.mark.one_database
NAMES = ("a former player", "bea")


@pytest.mark.parametrize(("seat", "said"), [(0, "A former player resigned."), (1, "bea resigned.")])
def test_a_sentence_begins_with_a_capital_or_with_a_name_as_it_is_spelled(seat: int, said: str) -> None:
    assert render_message(MARRAKECH, Message("told.resigns", {"seat": seat}), NAMES) == said


def test_a_part_of_a_sentence_keeps_its_lower_case_letter() -> None:
    assert render_message(MARRAKECH, Message("toll.out", {"seat": 0}), NAMES) == "a former player is out of the game"


@pytest.mark.parametrize(("name", "said"), [("a former player", "A former player wins."), ("bea", "bea wins.")])
def test_the_winner_begins_a_sentence_in_the_same_way(name: str, said: str) -> None:
    assert winners_text([name]) == said


@pytest.mark.parametrize(("how", "said"), [("resigns", "bea resigned."), ("out of time", "bea ran out of time.")])
def test_the_end_names_the_last_player_who_left(how: str, said: str) -> None:
    start = MARRAKECH.start("gigamic", {}, 2)
    assert end_text(MARRAKECH, next(MARRAKECH.iter_plies(start, [(1, how)])), "resigned", NAMES) == said


def test_an_end_without_a_winner_has_a_sentence_of_its_own() -> None:
    assert end_text(MARRAKECH, None, "rugs", NAMES) == "No rugs are left: the game is over."


def test_a_line_keeps_no_break_spaces_and_no_other_blanks() -> None:
    text = " La partie\u2003à la\n\ttable «\u00a0Les deux\x00 palmiers\u00a0»\u202f: "
    assert one_line(text) == "La partie à la table «\u00a0Les deux palmiers\u00a0»\u202f:"


@pytest.mark.parametrize(
    ("key", "reader", "said"),
    [
        ("told.F", 1, "You left Assam facing north."),
        ("told.F", 0, "bea left Assam facing north."),
        ("told.F", None, "bea left Assam facing north."),
        ("told.paid", 1, "You paid 3 dirhams to ada."),
        ("told.paid", 0, "bea paid you 3 dirhams."),
        ("told.paid", None, "bea paid 3 dirhams to ada."),
    ],
)
def test_the_reader_of_a_log_is_you(key: str, reader: int | None, said: str) -> None:
    message = Message(key, {"seat": 1, "to_seat": 0, "facing": "north", "paid_amount": "3 dirhams"})
    assert render_message(MARRAKECH, message, ("ada", "bea"), reader) == said


def test_a_day_and_a_moment_have_their_year_unless_it_is_this_one() -> None:
    later, now = datetime(2099, 1, 5, 12, 30, tzinfo=UTC), timezone.now()
    assert (day_text(later), moment_text(later)) == ("Monday 5 January 2099", "Monday 5 January 2099, 12:30")
    assert str(now.year) not in day_text(now) + moment_text(now)
    assert moment_text(later, ZoneInfo("Asia/Tokyo")) == "Monday 5 January 2099, 21:30"


def test_a_clock_that_is_stopped_until_another_year_says_which() -> None:
    pause = ClockPause(Reason.HOLIDAY, timezone.now(), datetime(2099, 1, 5, 12, 30, tzinfo=UTC))
    assert pause.text == "The clock is stopped: on holiday, back on Monday 5 January 2099."
