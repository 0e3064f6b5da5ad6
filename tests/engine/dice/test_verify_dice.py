import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine.commands.files import FOLDER
from games.engine.gamefile import read_one
from tests.engine.helpers.verify_dice_script import found_by_the_engine

from ..helpers.mailed_files import MAILED
from ..helpers.random_games import ALL
from ..helpers.sealed_games import sealed_file
from ..helpers.tampering import FILES, changes
from ..helpers.verify_dice_script import PATH, SCRIPT, faults_in

SAMPLE = (FOLDER / "pitchfork-three.mrm").read_text(encoding="utf-8")


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    """Run the program without installed packages."""
    command = [sys.executable, "-I", "-S", str(PATH), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("ruleset", ALL)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_dice_verifier_accepts_an_honest_game_in_every_ruleset(ruleset: str, seats: int) -> None:
    assert faults_in(sealed_file(ruleset, seats)) == []


@pytest.mark.parametrize("turn", [1, 4, 9])
def test_the_dice_verifier_accepts_a_game_that_a_seat_left(turn: int) -> None:
    assert faults_in(sealed_file("gigamic", 3, leaving=turn, seed=turn)) == []


@pytest.mark.parametrize("name", FILES)
def test_the_dice_verifier_compares_every_result_of_chance(name: str) -> None:
    (game,) = SCRIPT.read(FILES[name])
    game.check()
    record = read_one(FILES[name])
    assert sum(game.counts.values()) == sum(seat is None for seat, _notation in record.log)


@pytest.mark.parametrize("name", FILES)
def test_the_dice_verifier_finds_every_changed_byte(name: str) -> None:
    assert [line for line, changed in changes(FILES[name]) if not faults_in(changed)] == []


@pytest.mark.parametrize("name", FILES)
def test_the_dice_verifier_names_the_line_of_a_changed_face(name: str) -> None:
    faces = [
        (number, line, changed)
        for number, changed in changes(FILES[name])
        if ">" in (line := changed.split("\n")[number - 1]) and line not in FILES[name]
    ]
    assert faces
    for number, _line, changed in faces:
        assert number in [at for at, _text in faults_in(changed)]


@pytest.mark.parametrize("name", FILES)
def test_the_engine_finds_every_changed_byte_too(name: str) -> None:
    known = [(line, changed) for line, changed in changes(FILES[name]) if not _is_mixed(changed, line)]
    assert [line for line, changed in known[::3] if not found_by_the_engine(changed)] == []


def _is_mixed(text: str, line: int) -> bool:
    """Return True if this line follows from others: the engine's parser does not check it."""
    return text.split("\n")[line - 1].startswith("[Mixed")


@pytest.mark.parametrize(
    ("name", "key"),
    [
        *(("a pile", key) for key in ("Title", "Ruleset", "Seats", "Table", "Commitment", "Secret", "Commitment A")),
        *(("version 1", key) for key in ("Entropy A", "Entropy B")),
    ],
)
def test_the_dice_verifier_says_what_is_missing(name: str, key: str) -> None:
    text = "\n".join(line for line in FILES[name].split("\n") if not line.startswith(f"[{key} "))
    assert any("is missing or unreadable" in sentence for _line, sentence in faults_in(text))


def test_the_dice_verifier_finds_that_the_roll_off_is_missing() -> None:
    text = "\n".join(line for line in FILES["a roll-off"].split("\n") if not line.startswith("[Rolloff"))
    assert faults_in(text) == [(1, "the letters must be complete and in the order of the rolls")]


def test_the_dice_verifier_finds_a_turn_that_was_left_out() -> None:
    text = "\n".join(line for line in FILES["a pile"].split("\n") if not line.startswith("5. "))
    assert any("this should be turn 5" in sentence for _line, sentence in faults_in(text))


def test_the_dice_verifier_finds_a_line_that_means_nothing() -> None:
    assert (1, "this is neither a header nor a turn") in faults_in("Hello.\n" + FILES["a pile"])


def test_comments_and_odd_spaces_do_not_change_verification() -> None:
    text = FILES["a pile"].replace("\n3. ", "\n; a comment\n  3. ").replace('[Seats "2"]', '[Seats "2"] ; two')
    assert faults_in(text) == []


def test_only_line_feeds_end_lines_of_a_verified_file() -> None:
    text = FILES["a pile"].replace("\n3. ", "\n; a\x0cb\x85c\u2028d\n3. \t").replace("\n", "\r\n")
    assert faults_in(text) == []


def test_the_dice_verifier_accepts_a_byte_order_mark(tmp_path: Path) -> None:
    file = tmp_path / "marked.mkg"
    file.write_text(FILES["a pile"], encoding="utf-8-sig")
    assert run(file).returncode == 0


def test_a_missing_file_to_verify_is_reported_in_one_line(tmp_path: Path) -> None:
    done = run(tmp_path / "nonesuch")
    assert (done.returncode, done.stderr) == (1, f"{tmp_path / 'nonesuch'}: No such file or directory\n")


def test_the_dice_verifier_reads_several_games_of_one_file(tmp_path: Path) -> None:
    file = tmp_path / "games.mkg"
    file.write_text("\n".join(FILES.values()))
    done = run(file)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("no faults") == len(FILES)


def test_the_dice_verifier_prints_the_line_that_fails_and_says_so_in_its_exit_code(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.mkg", tmp_path / "bad.mkg"
    text = FILES["a pile"]
    number = next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith("[Commitment"))
    good.write_text(text)
    bad.write_text(text.replace('[Table "k3m9', '[Table "k3m8'))
    done = run(good, bad)
    assert done.returncode == 1
    assert f"{bad}:{number}: the secret does not match this seal" in done.stdout
    assert f"{good}: " in done.stdout


def test_the_dice_verifier_without_a_file_prints_its_usage() -> None:
    done = run()
    assert done.returncode == 1
    assert "python3 verify_dice.py GAME.mkg" in done.stderr


def test_the_dice_verifier_stays_short_and_readable_by_old_pythons() -> None:
    text = PATH.read_text()
    assert len(text.splitlines()) <= 433
    assert max(len(line) for line in text.splitlines()) <= 120
    ast.parse(text, feature_version=(3, 8))


def test_the_dice_verifier_imports_the_standard_library_alone() -> None:
    tree = ast.parse(PATH.read_text())
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert names <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(tree))


@pytest.mark.parametrize("way", MAILED)
@pytest.mark.parametrize("text", [FILES["a pile"], SAMPLE], ids=["Marrakech", "Marram"])
def test_the_dice_verifier_reads_a_file_that_was_mailed(text: str, way: str) -> None:
    (game,), (before,) = SCRIPT.read(SCRIPT.decode(MAILED[way](text))), SCRIPT.read(text)
    game.check()
    before.check()
    assert (game.faults, game.counts) == ([], before.counts)
    assert game.counts


NOTHING = "nothing can be checked"


@pytest.mark.parametrize("text", [FILES["a pile"], SAMPLE], ids=["Marrakech", "Marram"])
def test_a_file_of_which_nothing_was_checked_is_a_fault(tmp_path: Path, text: str) -> None:
    file = tmp_path / "game.mkg"
    lines = [line for line in text.split("\n") if not line.startswith("[Chance ")]
    file.write_text("\n".join(lines).replace('[Title "Marrakech"]', '[Title "Marakech"]'))
    done = run(file)
    assert done.returncode == 1
    assert f"{file}:1: {NOTHING}" in done.stdout


def test_a_file_whose_results_all_came_with_its_position_is_no_success(tmp_path: Path) -> None:
    text, file = FILES["a roll-off"], tmp_path / "game.mkg"
    (game,) = SCRIPT.read(text)
    game.check()
    counts = ", ".join(f"{label} {letter} {count}".strip() for (label, letter), count in game.counts.items())
    file.write_text(text.replace("\n\n", f'\n[Given "{game.turns[-1][1]}: {counts}"]\n\n'))
    done = run(file)
    assert done.returncode == 2
    assert "more were inherited: nothing could be checked, no faults" in done.stdout


def test_a_file_without_turns_is_a_fault() -> None:
    head = FILES["version 1"].replace("gigamic", "anu").split("\n\n")[0]
    assert (1, "nothing can be checked: there are no results") in faults_in(head)


def test_a_game_that_ended_before_its_first_result_has_no_fault(tmp_path: Path) -> None:
    file = tmp_path / "game.mkg"
    text = FILES["version 1"].split("\n\n")[0]
    file.write_text(text.replace("gigamic", "anu") + "\n\n1. A L resigns\n")
    done = run(file)
    assert "0 results checked, no faults" in done.stdout
    assert done.returncode == 0


@pytest.mark.parametrize("ending", ["1. A resigns", "1. abort"])
def test_a_listed_game_that_ended_before_its_first_result_has_no_fault(ending: str) -> None:
    head = "\n".join(
        line for line in SAMPLE.split("\n\n")[0].split("\n") if not line.startswith(("[Chance", "[Opened"))
    )
    text = re.sub(r'\[Entropy (.) "\w+"\]\n', "", head)
    assert faults_in(f"{text}\n\n{ending}\n") == []
    assert faults_in(f"{text}\n\n1. A 4 n1 0\n{ending}\n") != []


CONTRADICTIONS = [
    ("Given up", "C 6 player; C 7 deputy"),
    ("Given up", "Z 6 player"),
    ("Given up", "C 6 player; "),
    ("Given up", "C \u0663 player"),
    ("Acted", "A 0; B 3; C 6; D 9; D 9"),
    ("Acted", "A 0; B 3; C 6; D 9; E 12"),
    ("Opened", "D 0; B 0; A 0; "),
]


@pytest.mark.parametrize(("key", "value"), CONTRADICTIONS)
def test_the_dice_verifier_and_the_engine_find_entries_of_no_player_or_of_one_twice(key: str, value: str) -> None:
    changed, count = re.subn(rf'\[{key} ".*"\]', f'[{key} "{value}"]', sealed_file(seats=4))
    assert count == 1
    assert [number for number, _text in faults_in(changed)]
    assert found_by_the_engine(changed)
