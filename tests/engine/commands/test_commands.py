import json
import re
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from games.engine.commands import console, main
from games.engine.marrakech.position_json import to_json
from games.engine.marrakech.position_line import from_line, to_line

from ..helpers.command_line import COMMANDS, START, Capture, Terminal, output_of, refusal, type_in
from ..helpers.positions import position
from ..helpers.random_games import TITLE
from ..helpers.records import GAME


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself_with_examples(command: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main([command, "--help"])
    text = capsys.readouterr().out
    assert caught.value.code == 0
    assert f"examples:\n  python -m games.engine {command}" in text


def test_the_help_names_every_command(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert set(re.findall(r"^    (\w+)  ", capsys.readouterr().out, re.MULTILINE)) == set(COMMANDS)


@pytest.mark.parametrize(
    "arguments", [[], ["tea"], ["perft", "0"], ["show", "x", "--ply=-1"], ["match", "greedy", "random", "--games", "x"]]
)
def test_wrong_arguments_exit_with_two(arguments: list[str], capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert (caught.value.code, capsys.readouterr().out) == (2, "")


def test_the_command_runs_as_a_module(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "argv", ["engine", "legal", START])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("games.engine", run_name="__main__")
    assert (caught.value.code, capsys.readouterr().out) == (0, "F\nL\nR\n")
    assert runpy.run_module("games.engine", run_name="other")["main"] is main


def test_replay_writes_the_position_after_every_turn(game: str, capsys: Capture) -> None:
    lines = output_of(capsys, "replay", game).splitlines()
    states = [from_line(line) for line in lines]
    assert [(state.turn, state.ply, state.phase) for state in states] == [
        (2, 3, "rotate"),
        (3, 6, "rotate"),
        (4, 9, "rotate"),
    ]


def test_replay_writes_json_after_every_ply(game: str, capsys: Capture) -> None:
    lines = output_of(capsys, "replay", "--json", "--every", "ply", game).splitlines()
    positions = [json.loads(line) for line in lines]
    assert [position["ply"] for position in positions] == list(range(1, 10))
    assert positions[1]["legal"] == list(TITLE.to_json(TITLE.from_json(positions[1]))["legal"])
    assert len(positions[1]["legal"]) == 12


def test_replay_reads_several_games_from_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, GAME + GAME)
    assert len(output_of(capsys, "replay", "-").splitlines()) == 6


def test_replay_of_a_game_without_turns_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, GAME.split("\n\n")[0])
    assert output_of(capsys, "replay", "-") == ""


def test_replay_writes_the_turn_before_one_that_does_not_even_begin(game: str, capsys: Capture) -> None:
    Path(game).write_text(GAME.replace("2. B", "2. C"))
    assert main(["replay", game]) == 1
    assert [from_line(line).turn for line in capsys.readouterr().out.splitlines()] == [2]


def test_replay_writes_the_end_of_a_game_that_was_over_before_its_first_turn(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    head = GAME.split("\n\n")[0].replace("gigamic", "slides")
    type_in(monkeypatch, head + '\n[Rolloff "A; B; C"]\n0. abort\n')
    (line,) = output_of(capsys, "replay", "-").splitlines()
    assert line.endswith(" ply=1 end=aborted")


def test_replay_stops_at_the_first_illegal_turn(game: str, capsys: Capture) -> None:
    Path(game).write_text(GAME.replace("d5d6", "a1a2"))
    assert main(["replay", game]) == 1
    out, err = capsys.readouterr()
    assert [from_line(line).turn for line in out.splitlines()] == [2, 3]
    assert err.startswith(
        f"{game}:7:18: Too far from Assam: a rug must touch a side of his square. Found: r+a1a2. Expected: r+"
    )
    assert err.count("\n") == 1


def test_a_missing_file_is_reported_in_one_line(capsys: Capture) -> None:
    assert refusal(capsys, "replay", "/no/such/file") == "/no/such/file: No such file or directory"


def test_an_impossible_file_name_is_reported_in_one_line(capsys: Capture) -> None:
    assert refusal(capsys, "replay", "a\0b\x1b") == "a\ufffdb\ufffd: embedded null byte"


def test_show_draws_the_board(capsys: Capture) -> None:
    state = position("gigamic", at="A33E", rugs="y1:33,43 c2:00 r3:56,66", phase="lay")
    lines = output_of(capsys, "show", to_line(state)).splitlines()
    assert lines[0] == "gigamic, turn 5, Assam on d4 facing E, rolled 1; A lays a rug"
    assert lines[3] == " 7 | c2  |     |     |     |     |     |     | 7"
    assert lines[9] == " 4 |     |     |     | >y1   y1  |     |     | 4"
    assert lines[15] == " 1 |     |     |     |     |     | r3    r3  | 1"
    assert lines[-3] == "-> A  30 dirhams   1 squares   31 points  rugs c 5"


def test_show_draws_no_line_between_halves_of_one_rug(capsys: Capture) -> None:
    state = position("gigamic", rugs="y1:32,33")
    assert output_of(capsys, "show", to_line(state)).splitlines()[8] == "   +-----+-----+-----+     +-----+-----+-----+"


HEADINGS = [
    (position("gigamic", phase="rotate"), "A rotates Assam"),
    (position("gigamic", phase="roll"), "the die is rolled for A"),
    (position("gigamic-variant", phase="end"), "A rotates Assam at the end of the turn"),
    (TITLE.start("gigamic", {}, 2), "a rug is drawn for A"),
    (TITLE.start("slides", {}, 3), "the die is rolled for the order of play for A"),
    (position("gigamic", phase="over", reason="rugs", dirhams={1: 31}), "game over, the last rug is laid: B wins"),
    (position("gigamic", phase="over", reason="rugs"), "game over, the last rug is laid: A and B and C share the win"),
    (position("gigamic", phase="over", reason="survivor", out=(0, 2)), "game over, one seat is left: B wins"),
    (position("gigamic", phase="over", reason="resigned", out=(2, 0)), "game over, all others have left: B wins"),
    (position("gigamic", phase="over", reason="aborted"), "game over, aborted"),
]


@pytest.mark.parametrize(("state", "heading"), HEADINGS)
def test_show_says_what_is_going_on(state: Any, heading: str, capsys: Capture) -> None:
    assert output_of(capsys, "show", to_line(state)).splitlines()[0].endswith(f"; {heading}")


ROLLED = [("-,-,-,i", "rolled 3"), ("$2/2:B,-,-,i", "rolled 3, paid 2 to B")]


@pytest.mark.parametrize(("paid", "expected"), ROLLED)
def test_show_says_what_was_rolled_and_paid(paid: str, expected: str, capsys: Capture) -> None:
    line = START.replace("d4N t-", "d7N l3") + f" last=A,d4N,F3,{paid}"
    assert f"facing N, {expected}; A lays a rug" in output_of(capsys, "show", line)


def test_show_says_what_was_owed_and_not_paid(capsys: Capture) -> None:
    line = START.replace("d4N t-", "d7N l3") + " options=out_when=never last=A,d4N,F3,$2/5:B,-,-,i"
    assert "rolled 3, paid 2 of 5 to B" in output_of(capsys, "show", line)


def test_show_says_who_is_out_and_which_rug_comes_next(capsys: Capture) -> None:
    lines = output_of(capsys, "show", to_line(position("gigamic", seats=2, phase="rotate"))).splitlines()
    assert lines[-1].endswith("rugs r 5 p 5, next r")
    lines = output_of(capsys, "show", to_line(position("gigamic", out=(1,), phase="rotate"))).splitlines()
    assert "B   0 dirhams   0 squares  out  rugs y 0" in lines[-2]


def test_show_translates_positions(capsys: Capture) -> None:
    data = json.loads(output_of(capsys, "show", "--as", "json", START))
    assert data == to_json(from_line(START))
    assert output_of(capsys, "show", "--as", "line", json.dumps(data)) == f"{START}\n"


def test_show_takes_the_last_position_of_a_game_or_an_earlier_one(game: str, capsys: Capture) -> None:
    last = output_of(capsys, "replay", game).splitlines()[-1]
    assert output_of(capsys, "show", "--as", "line", game).strip() == last
    assert output_of(capsys, "show", "--as", "line", "--ply", "9", game).strip() == last
    assert output_of(capsys, "show", "--as", "line", "--ply", "0", game).strip() == START


@pytest.mark.parametrize("command", ["show", "legal", "best"])
def test_a_file_of_several_games_needs_a_choice(command: str, tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "games.mkg"
    path.write_text(GAME + "\n" + GAME.split("3. C")[0] + "\n" + GAME.split("2. B")[0])
    assert refusal(capsys, command, str(path)) == "the file has 3 games: choose one with --game 1 to --game 3"
    assert refusal(capsys, command, "--game", "4", str(path)) == "the file has 3 games"
    positions = [output_of(capsys, command, "--game", str(number), str(path)) for number in (1, 2, 3)]
    assert len(set(positions)) == 3 or command == "legal"  # of all three, a rotation is due
    path.write_text(GAME)
    assert output_of(capsys, command, str(path)) == output_of(capsys, command, "--game", "1", str(path)) == positions[0]
    assert refusal(capsys, command, "--game", "2", str(path)) == "the file has 1 game"
    assert refusal(capsys, command, "--game", "1", START) == "--game works with games only, and this is a position"


def test_show_reads_positions_from_files_and_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    path = tmp_path / "a position.txt"
    path.write_text(START)
    assert output_of(capsys, "show", "--as", "line", str(path)) == f"{START}\n"
    type_in(monkeypatch, f"\ufeff{START}\n")
    assert output_of(capsys, "show", "--as", "line", "-") == f"{START}\n"


def test_show_uses_colours_in_terminals(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    screen = Terminal()
    monkeypatch.setattr(sys, "stdout", screen)
    assert main(["show", to_line(position("gigamic", rugs="y1:33,43"))]) == 0
    assert "\x1b[1m\x1b[30;43m >y1 \x1b[0m" in screen.getvalue()


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_colours_of_show_can_be_switched_off(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert not console.shows_colours(Terminal())


BAD_POSITIONS = [
    (
        START.replace("c15/c", "c16/c"),
        "column 18, seats[0].rugs.c: The rules or other parts say otherwise. Found: 16. Expected: at most 15.",
    ),
    ('{"seats": [{}, {}]}', "ruleset: This is missing. Expected: its name."),
    ("{", "This is not JSON: "),
    ("[" * 100_000, ""),
    ('{"turn": ' + "9" * 5000 + "}", "This is not JSON: "),
    ("nonesuch", "nonesuch: No such file or directory"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_an_invalid_position_is_reported_in_one_line(text: str, message: str, capsys: Capture) -> None:
    assert message in refusal(capsys, "show", text)


@pytest.mark.parametrize(
    ("content", "ply", "message"),
    [
        (GAME, "10", "the game has 9 plies"),
        (START, "1", "--ply works with games only, and this is a position"),
        (
            GAME.replace("c5c6", "c5c7"),
            "9",
            ":5:13: A rug covers two squares that share a side. Found: c+c5c7. Expected: c+a4b4",
        ),
        ("x y", "", "column 3, assam: This cannot be read. Found: y. Expected: a square and a facing, d4N."),
    ],
)
def test_a_file_without_the_requested_position_is_reported_in_one_line(
    content: str, ply: str, message: str, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "p"
    path.write_text(content)
    arguments = [f"--ply={ply}"] if ply else []
    assert message in refusal(capsys, "show", *arguments, str(path))


def test_bytes_that_are_no_text_are_reported_in_one_line(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "p"
    path.write_bytes(b"\xff")
    assert refusal(capsys, "show", str(path)) == f"{path}:1:1: This is not text in UTF-8. Found: ff. Expected: UTF-8."


def test_legal_lists_actions_or_results_of_chance(capsys: Capture) -> None:
    assert output_of(capsys, "legal", START) == "F\nL\nR\n"
    assert output_of(capsys, "legal", START.replace("t-", "d-")) == "1 1/6\n2 2/6\n3 2/6\n4 1/6\n"
    assert output_of(capsys, "legal", to_line(position("gigamic", phase="over", reason="rugs"))) == ""


def test_legal_writes_json(capsys: Capture) -> None:
    assert json.loads(output_of(capsys, "legal", "--json", START)) == {
        "acting": ["A"],
        "legal": ["F", "L", "R"],
        "chance": None,
        "results": {},
    }
    rolled = json.loads(output_of(capsys, "legal", "--json", START.replace("t-", "d-")))
    assert (rolled["chance"], rolled["results"]) == ("roll", {"1": 1, "2": 2, "3": 2, "4": 1})
