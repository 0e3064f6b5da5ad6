from contextlib import suppress
from dataclasses import replace as changed
from functools import cache
from pathlib import Path

import pytest

from games.engine import registry
from games.engine.commands import main
from games.engine.core import Title
from games.engine.course import Rewind, course_of, line_of, rewind_of
from games.engine.dice import PROTOCOLS
from games.engine.errors import BadFile, CorruptLog
from games.engine.gamefile import Record, read_one, verify, write
from games.engine.marrakech.title import MARRAKECH
from games.engine.marram.title import MARRAM
from games.engine.replay import list_plies, replay
from tests.engine.helpers.meadow.title import MEADOW
from tests.engine.helpers.rewound_games import REWOUND, forged, rewound_record
from tests.engine.helpers.verify_dice_script import SCRIPT, faults_in, found_by_the_engine

GAMES = {**REWOUND, "another title": (MEADOW, ((6, Rewind(2)), (5, Rewind(4, 1))), "", 2)}


@pytest.fixture(autouse=True)
def titles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, MEADOW.key, MEADOW)


@cache
def record_of(name: str) -> Record:
    title, cuts, ruleset, seats = GAMES[name]
    return rewound_record(title, cuts, ruleset=ruleset, seats=seats)


@cache
def file_of(name: str) -> str:
    return write(record_of(name))


def title_of(name: str) -> Title:
    return GAMES[name][0]


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_was_taken_back_comes_back_from_its_file(name: str) -> None:
    record = record_of(name)
    assert read_one(file_of(name)) == record
    line = [entry for entry in record.log if not rewind_of(*entry)]
    assert len(line_of(record.log)) < len(line)


@pytest.mark.parametrize("name", GAMES)
def test_the_engine_and_the_program_accept_a_game_that_was_taken_back(name: str) -> None:
    assert verify(read_one(file_of(name))) == ()
    assert faults_in(file_of(name)) == []


def test_an_old_program_cannot_read_a_game_that_was_taken_back() -> None:
    known = {f'[Dice "{protocol}"]' for protocol in PROTOCOLS.values()}
    for name in GAMES:
        [line] = [line for line in file_of(name).split("\n") if line.startswith("[Dice ")]
        assert line not in known
        assert line.replace("+rewinds", "") in known


def test_a_file_without_the_mark_of_rewinds_is_read_too() -> None:
    text = file_of("another title")
    assert read_one(text.replace("+rewinds", "")) == read_one(text)
    assert faults_in(text.replace("+rewinds", "")) == []


@pytest.mark.parametrize("name", GAMES)
def test_no_number_of_a_result_comes_twice(name: str) -> None:
    record = record_of(name)
    course = course_of(title_of(name), record.ruleset, {}, record.seats, record.log)
    numbers = [(one.chance.label, one.chance.seat, one.chance.number) for one in course.results()]
    assert len(numbers) == len(set(numbers))
    assert course.taken_back


def test_a_forged_result_that_does_not_count_is_found_by_the_engine_and_the_program() -> None:
    text = forged(file_of("three players"))
    assert [number for number, _fault in faults_in(text)] == [
        number for number, line in enumerate(text.splitlines(), 1) if line.startswith("[Rewound 1")
    ]
    with suppress(BadFile):  # with this face, the turn that was taken back may be against the rules
        assert verify(read_one(text))


def test_what_was_taken_back_cannot_be_left_out() -> None:
    text = "\n".join(line for line in file_of("two piles").splitlines() if not line.startswith("[Rewound")) + "\n"
    assert faults_in(text)
    assert verify(read_one(text))


def test_the_position_is_that_of_what_counts() -> None:
    record = record_of("tiles")
    line = line_of(record.log)
    assert replay(MARRAM, record.ruleset, {}, 2, record.log) == replay(MARRAM, record.ruleset, {}, 2, line)
    assert [ply.number for ply in list_plies(MARRAM, record.ruleset, {}, 2, record.log)] == list(range(len(line)))


def test_a_game_cannot_be_taken_back_to_a_ply_that_it_has_not_reached() -> None:
    with pytest.raises(CorruptLog, match="bad-rewind"):
        replay(MARRAKECH, "gigamic", {}, 2, [(None, "rewind 1")])


def test_lost_results_are_a_warning(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "lost.mkg"
    file.write_text(file_of("three players"))
    assert SCRIPT.main([str(file)]) == 3
    assert main(["verify", str(file)]) == 3
    assert capsys.readouterr().out.count("WARNING: lost results: 2") == 2


@pytest.mark.parametrize("entry", ["lost:99999999999:", "roll:A:99999999999:1,2*2,3*2,4=1"])
def test_numbers_that_are_too_great_are_a_fault(entry: str) -> None:
    assert faults_in(file_of("three players").replace('[Rewound 1 "', f'[Rewound 1 "{entry};'))


def test_what_came_from_another_game_cannot_be_taken_back() -> None:
    cuts = ((20, Rewind(8, 3)), (25, Rewind(10, 2)))
    record = changed(rewound_record(MARRAKECH, cuts), inherited_plies=8)
    assert not found_by_the_engine(write(record))
    assert not faults_in(write(record))
    for inherited in (9, 12):
        text = write(changed(record, inherited_plies=inherited))
        assert found_by_the_engine(text)
        assert faults_in(text)
