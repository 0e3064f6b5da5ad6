"""Game files: what they tell of piles, of roll-offs and of the start."""

import random

import pytest
from hypothesis import given

from games.engine.errors import BadFile, CorruptLog
from games.engine.gamefile import Record, read_one, write
from games.engine.replay import replay

from .play import TITLE, Log, Options, next_action
from .records import GAME, NAMES, SHORTEST, record_of
from .test_properties import rulesets, seat_counts, seeds, short_mixes


def stopped_game(ruleset: str, seats: int, seed: int, changes: Options) -> Log:
    """Play a game in which people leave, even before the first turn, and which may be aborted or break off."""
    chooser = random.Random(seed)
    leaving, ending = chooser.choice((0, 0.02, 0.3)), chooser.choice((0, 0.02))
    state, log = TITLE.start(ruleset, changes, seats), []
    while TITLE.outcome(state) is None and (not ending or chooser.random() > ending):
        action = next_action(state, chooser)
        if chooser.random() < leaving:
            inside = [seat for seat, holding in enumerate(state.seats) if not holding.out]
            action = TITLE.parse(state, chooser.choice(inside), chooser.choice(("resigns", "out of time")))
        elif ending and chooser.random() < ending:
            action = TITLE.parse(state, None, "abort")
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    return log


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_game_survives_its_file(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    log = stopped_game(ruleset, seats, seed, mix)
    text = write(record_of(log, ruleset, seats, options=mix))
    again = read_one(text)
    assert again.log == tuple(log)
    assert (again.names, again.seats, again.ruleset) == (NAMES[:seats], seats, ruleset)
    assert write(again) == text


@given(seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_roll_off_in_which_people_leave_survives_its_file(seats: int, seed: int, mix: Options) -> None:
    options = {**mix, "order": "rolloff", "rugs": "1/1/1"}
    log = stopped_game("slides", seats, seed, options)
    assert read_one(write(record_of(log, "slides", seats, options=options))).log == tuple(log)


@given(seed=seeds, mix=short_mixes)
def test_a_lonely_survivor_of_two_survives_its_file(seed: int, mix: Options) -> None:
    options = {**mix, "survivor": "plays_on", "two_player_colours": "2", "rugs": "4/4/4"}
    log = stopped_game("gigamic", 2, seed, options)
    assert read_one(write(record_of(log, seats=2, options=options))).log == tuple(log)


LAID = [(None, "c"), (None, "r"), (None, "1"), (0, "c4d4")]
INTERRUPTED = [
    ([*LAID, (1, "resigns"), (None, "c")], ["1. A 1>d5N c+c4d4 B resigns", "2. A"], '[Interrupted "4"]'),
    ([*LAID, (1, "resigns"), (None, "c"), (0, "R")], ["1. A 1>d5N c+c4d4 B resigns", "2. A R"], '[Interrupted "4"]'),
    ([*LAID, (1, "resigns"), (None, "abort")], ["1. A 1>d5N c+c4d4 B resigns", "2. abort"], '[Interrupted "4, 5"]'),
    ([*LAID, (None, "c"), (1, "resigns")], ["1. A 1>d5N c+c4d4 B resigns"], '[Next "A c, B r"]'),
    ([*LAID, (None, "c"), (0, "resigns")], ["1. A 1>d5N c+c4d4 A resigns"], '[Next "A c, B r"]'),
    ([(1, "resigns"), (None, "c")], ["0. B resigns"], '[Interrupted "0"]'),
    ([(None, "c"), (1, "resigns")], ["0. B resigns"], '[Interrupted "1"]'),
    ([(None, "c"), (None, "abort")], ["0. abort"], '[Interrupted "1"]'),
]


@pytest.mark.parametrize(("log", "lines", "header"), INTERRUPTED)
def test_a_leaving_while_a_rug_is_drawn_has_its_place(log: Log, lines: list[str], header: str) -> None:
    record = record_of(log, "gigamic-variant", 2, options={"survivor": "plays_on"})
    text = write(record)
    assert text.split("\n\n")[1].splitlines() == lines
    assert header in text.splitlines()
    assert read_one(text) == record


def test_without_the_roll_off_the_letters_are_the_seats() -> None:
    record = read_one(GAME.replace("gigamic", "slides"))
    assert (record.options, record.log) == ({"order": "given"}, read_one(GAME).log)


def test_the_roll_off_tells_who_sits_where() -> None:
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


def test_a_draw_is_not_told_before_it_is_needed() -> None:
    record = two("1. A L1>c4W y+c5c6\n")
    assert record.log[-1] == (0, "c5c6")


def test_next_tells_what_was_drawn_and_never_laid() -> None:
    record = two("1. A L1>c4W y+c5c6\n", '[Next "A c, B p"]\n')
    assert record.log[:2] == ((None, "y"), (None, "p"))
    assert record.log[-1] == (None, "c")


def test_next_alone_tells_what_was_drawn_before_the_first_turn() -> None:
    assert two("", '[Next "A y"]\n').log == ((None, "y"),)


def test_a_colour_that_nobody_tells_is_one_that_the_seat_can_do_without() -> None:
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
