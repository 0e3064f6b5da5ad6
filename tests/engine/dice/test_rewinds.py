import json
import shutil
import subprocess
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from games.engine import registry
from games.engine.core import Title
from games.engine.course import Rewind, course_of, line_of, rewind_of
from games.engine.errors import BadFile, CorruptLog
from games.engine.gamefile import Record, read_one, verify, write
from games.engine.marrakech.title import MARRAKECH
from games.engine.marram.title import MARRAM
from games.engine.replay import list_plies, replay
from tests.engine.helpers.meadow.title import MEADOW
from tests.engine.helpers.rewound_games import Cut, rewound_record
from tests.engine.helpers.verify_dice_script import faults_in

CHECKER = Path(__file__).parents[3] / "static/js/dice/game_file.js"
TWICE: tuple[Cut, ...] = ((31, Rewind(22)), (27, Rewind(12)), (40, Rewind(40)))
LOST: tuple[Cut, ...] = ((31, Rewind(22, 2)), (27, Rewind(12)))
GAMES: dict[str, tuple[Title, tuple[Cut, ...], str, int]] = {
    "two piles": (MARRAKECH, TWICE, "gigamic", 2),
    "three players": (MARRAKECH, LOST, "gigamic", 3),
    "a rolled order": (MARRAKECH, TWICE, "slides", 3),
    "before the order is settled": (MARRAKECH, ((8, Rewind(1)),), "slides", 3),
    "tiles": (MARRAM, TWICE, "", 2),
    "lost tiles": (MARRAM, LOST, "", 3),
    "another title": (MEADOW, ((6, Rewind(2)), (5, Rewind(4, 1))), "", 2),
}


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


@pytest.mark.parametrize("name", GAMES)
def test_no_number_of_a_result_comes_twice(name: str) -> None:
    record = record_of(name)
    course = course_of(title_of(name), record.ruleset, {}, record.seats, record.log)
    numbers = [(one.chance.label, one.chance.seat, one.chance.number) for one in course.results()]
    assert len(numbers) == len(set(numbers))
    assert course.taken_back


def page_faults(texts: list[str]) -> list[list[dict[str, object]]]:
    """Return what the page's checker finds in each of these files."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine")
    script = (
        f"import {{check, read}} from {json.dumps(CHECKER.as_uri())};"
        "let text = ''; for await (const part of process.stdin) text += part;"
        "const all = []; for (const one of JSON.parse(text)) all.push((await check(read(one)[0])).faults);"
        "console.log(JSON.stringify(all));"
    )
    command = [node, "--experimental-default-type=module", "--input-type=module", "-e", script]
    done = subprocess.run(command, input=json.dumps(texts), capture_output=True, text=True, check=True, timeout=60)
    return [list(one) for one in json.loads(done.stdout)]


def forged(text: str) -> str:
    """Return a file in which a roll that does not count any more has another face."""
    for face in "1234":
        begin = text.index("=", text.index("[Rewound 1")) + 1
        if text[begin] != face:
            return text[:begin] + face + text[begin + 1 :]
    raise AssertionError


def test_the_page_accepts_games_that_were_taken_back_and_finds_a_forged_result() -> None:
    *found, false = page_faults([*map(file_of, GAMES), forged(file_of("three players"))])
    assert found == [[] for _ in GAMES]
    assert [one["code"] for one in false] == ["result"]


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
