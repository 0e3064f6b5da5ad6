import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.engine import registry
from games.engine.commands import main
from games.engine.values import Robot, Stop

from ..helpers.command_line import COMMANDS, START, Capture, output_of, refusal, type_in
from ..helpers.meadow.title import MEADOW
from ..helpers.toy import STONES

LINE = '{"title":"stones","left":5,"to_act":0,"reason":""}'
FILE = '[Title "Stones"]\n[Ruleset "standard"]\n[Seats "2"]\n\n1. A 2\n2. B 1\n'
RULES = ("--title", "stones")


def first_action(state: Any, seed: int, budget: int | None = None, stop: Stop | None = None) -> Any:
    return MEADOW.legal_actions(state)[0]


ROBOT = Robot("first", "robot.first", "robot.first.summary", 0.0, first_action)


@pytest.fixture(autouse=True)
def stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)


@pytest.fixture
def stones_file(tmp_path: Path) -> str:
    path = tmp_path / "stones.mkg"
    path.write_text(FILE)
    return str(path)


def test_the_help_names_the_titles(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "Titles: marrakech, stones." in capsys.readouterr().out.replace("marram, ", "")


def test_a_file_names_its_title(stones_file: str, capsys: Capture) -> None:
    lines = output_of(capsys, "replay", "--every", "ply", stones_file).splitlines()
    assert [json.loads(line)["left"] for line in lines] == [3, 2]
    assert json.loads(output_of(capsys, "show", "--as", "json", "--ply", "1", stones_file))["left"] == 3
    assert output_of(capsys, "legal", stones_file) == "1\n2\n"


def test_a_position_names_its_title(capsys: Capture) -> None:
    assert output_of(capsys, "show", "--as", "line", LINE) == f"{LINE}\n"
    assert output_of(capsys, "legal", LINE) == "1\n2\n"
    assert output_of(capsys, "legal", *RULES, START) == "F\nL\nR\n"
    assert output_of(capsys, "legal", *RULES, LINE.replace('"title":"stones",', "")) == "1\n2\n"


def test_a_position_of_a_title_without_a_drawing_is_a_list_of_cells(capsys: Capture) -> None:
    assert output_of(capsys, "show", LINE).splitlines()[:2] == ["Stones; A to act", "a1"]
    over = LINE.replace('"left":5', '"left":0').replace('""', '"rugs"')
    assert output_of(capsys, "show", over).splitlines() == ["Stones; game over, rugs: A wins"]


def test_a_title_of_another_package_is_counted_measured_and_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert output_of(capsys, "perft", "3", *RULES) == "1 2\n2 4\n3 7\n"
    assert output_of(capsys, "perft", "1", "--position", LINE) == "1 2\n"
    table = output_of(capsys, "bench", *RULES, "--games", "1").splitlines()
    assert [len(re.findall(r"[\d,]+\.\d", line)) for line in table] == [0, 1, 1, 1, 1, 1]
    type_in(monkeypatch, "?\n7\n9\n2\n2\n1\n")
    path = str(tmp_path / "played.mkg")
    text = output_of(capsys, "play", *RULES, "--save", path)
    assert "type one of the listed actions" in text
    assert "game over, rugs: A wins" in text
    assert '[Title "Stones"]' in Path(path).read_text()
    assert "there are no results to check" in output_of(capsys, "verify", path)


def test_a_command_that_a_title_does_not_support_is_one_line(stones_file: str, capsys: Capture) -> None:
    assert refusal(capsys, "best", LINE).startswith("Stones has no analysis")
    assert refusal(capsys, "best", LINE, "--robot", "greedy").startswith("This game has no such robot: greedy.")
    assert refusal(capsys, "match", *RULES, "random", "random") == "This game has no such robot: random."
    assert refusal(capsys, "play", *RULES, "--ruleset", "x") == "This game has no such rules: x. Possible: standard."
    assert refusal(capsys, "analyse", stones_file).endswith("Stones has no analysis")
    assert "--option tea" in refusal(capsys, "perft", "1", *RULES, "--option", "tea")


@pytest.mark.parametrize(
    "command", [name for name in COMMANDS if name not in {"replay", "verify", "analyse", "samples"}]
)
def test_an_unknown_title_is_one_line(command: str, capsys: Capture) -> None:
    first = {"show": ["x y"], "legal": ["x y"], "best": ["x y"], "match": ["x"], "perft": ["1"]}.get(command, [])
    text = refusal(capsys, command, *first, "--title", "chess")
    assert text.startswith("This game is not known here: chess. Possible: marrakech ")


def test_json_of_an_unknown_title_is_one_line(capsys: Capture) -> None:
    assert refusal(capsys, "show", '{"title":"chess"}').startswith("This game is not known here: chess. Possible: ")


def test_a_title_with_chance_and_secrets_is_played_shown_and_verified(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setitem(registry.TITLES, MEADOW.key, MEADOW)
    monkeypatch.setattr(MEADOW, "robots", {"first": ROBOT}, raising=False)
    path = str(tmp_path / "meadow.mkg")
    text = output_of(capsys, "play", "--title", "meadow", "--seats", "first,first", "--seed", "1", "--save", path)
    assert "Meadow; game over, full" in text
    assert "all 11 results match the dice" in output_of(capsys, "verify", path)
    assert output_of(capsys, "replay", path).count("\n") == 4
    assert "Meadow; draw is due for A" in output_of(capsys, "show", "--ply", "0", path)
    assert output_of(capsys, "legal", "--ply", "0", path) == "zephyr 3/8\nquartz 3/8\nfjord 2/8\n"
    type_in(monkeypatch, "q\n")
    seen = output_of(capsys, "play", "--title", "meadow", "--seats", "human,first", "--seed", "1")
    assert "-> A  score 0  hand 2" in seen
