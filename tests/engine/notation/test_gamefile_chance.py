"""Tests of piles, roll-offs and the start in game files."""

import pytest

from games.engine.errors import BadFile, CorruptLog
from games.engine.gamefile import Record, read_one, write
from games.engine.replay import replay

from ..helpers.random_games import TITLE
from ..helpers.records import GAME, SHORTEST, record_of


def test_without_the_roll_off_the_letters_are_the_seats() -> None:
    record = read_one(GAME.replace("gigamic", "slides"))
    assert (record.options, record.log) == ({"order": "given"}, read_one(GAME).log)


def test_the_roll_off_shows_who_sits_where() -> None:
    headers = '[Rolloff "B 2; C 1; A 3"]\n[A "Third"]\n[B "First"]\n[Entropy A "cc"]\n'
    record = read_one(GAME.replace("gigamic", "slides").replace("\n\n", "\n" + headers + "\n"))
    assert record.log[:4] == ((None, "2"), (None, "1"), (None, "3"), (2, "L"))
    assert (record.names, record.entropy) == (("First", "", "Third"), ("", "", "cc"))


def test_where_any_start_is_allowed_assam_may_face_south_at_first() -> None:
    record = read_one(GAME.split("\n\n")[0] + '\n[Start "d4S"]\n')
    assert record.options == {"start_direction": "S"}


def two(lines: str, headers: str = "", ruleset: str = "gigamic") -> Record:
    """Read a game for two who have two colours each."""
    return read_one(f'[Title "Marrakech"]\n[Ruleset "{ruleset}"]\n[Seats "2"]\n{headers}\n{lines}')


def test_the_colours_laid_tell_what_was_drawn() -> None:
    record = two("1. A L1>c4W y+c5c6\n2. B R1>c5N $2:A p+c6d6\n3. A L1>b5W y+a5a6\n")
    assert [text for seat, text in record.log if seat is None and text in "cyrp"] == ["y", "p", "y", "r"]


def test_a_draw_is_not_written_before_it_is_needed() -> None:
    record = two("1. A L1>c4W y+c5c6\n")
    assert record.log[-1] == (0, "c5c6")


def test_next_shows_what_was_drawn_and_never_laid() -> None:
    record = two("1. A L1>c4W y+c5c6\n", '[Next "A c, B p"]\n')
    assert record.log[:2] == ((None, "y"), (None, "p"))
    assert record.log[-1] == (None, "c")


def test_next_alone_shows_what_was_drawn_before_the_first_turn() -> None:
    assert two("", '[Next "A y"]\n').log == ((None, "y"),)


def test_a_colour_that_is_not_given_is_one_that_the_seat_does_not_need() -> None:
    options = '[Options "rugs=2/2/2"]\n'
    record = two("1. A L1>c4W c+c5c6\n2. B R1>c5N $2:A r+c6d6\n3. A resigns\n", options)
    assert [text for _, text in record.log[:2]] == ["c", "r"]
    assert read_one(write(record)).log == record.log


def test_the_shortest_game_of_the_rules_is_read_without_any_header_of_ours() -> None:
    record = two(SHORTEST, '[Result "B out, A 72 (60+12)"]\n')
    state = replay(TITLE, "gigamic", {}, 2, record.log)
    assert (TITLE.outcome(state).reason, state.turn) == ("survivor", 12)


def test_a_log_that_does_not_replay_is_not_written() -> None:
    with pytest.raises(CorruptLog):
        write(record_of([(0, "c5c6")]))


def test_a_value_that_fits_no_line_is_not_written() -> None:
    with pytest.raises(BadFile, match="too-long"):
        write(record_of([], headers={"Site": "x" * 2000}))
