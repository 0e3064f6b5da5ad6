import re
import sys
from dataclasses import replace
from errno import ENOSPC
from pathlib import Path

import pytest

from games.engine.commands import BROKEN_PIPE, COMMANDS, games, main
from games.engine.commands.console import INTERRUPTED
from games.engine.dice import V1
from games.engine.gamefile import read_one, write
from games.engine.registry import TITLES

from ..helpers.command_line import START, Capture, Terminal, output_of, refusal, type_in
from ..helpers.records import GAME
from ..helpers.sealed_games import sealed_record


def test_verify_is_content_with_an_honest_game(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    record = sealed_record(seats=3)
    type_in(monkeypatch, write(record))
    rolls = sum(seat is None for seat, _ in record.log)
    drawn = "of 3 shares, 1 was drawn by a player's own device and opened in time"
    assert output_of(capsys, "verify", "-") == (
        f"game 1, table k3m9xw7abc: all {rolls} results match the dice; {drawn}\n"
        "  A: drawn by the player's own device, opened in time, before result 1\n"
        "  B: drawn by the site, opened at the start\n"
        "  C: the player's own words, opened in time, before result 1\n"
    )


def test_verify_names_the_line_that_fails(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    text = write(sealed_record())
    number = next(number for number, line in enumerate(text.splitlines(), 1) if line.startswith("[Commitment"))
    type_in(monkeypatch, re.sub(r'(Commitment ")[0-9a-f]{4}', r"\g<1>0000", text))
    assert refusal(capsys, "verify", "-").startswith(f"-:{number}: commitment: the dice give ")


def test_verify_needs_opened_dice(game: str, capsys: Capture) -> None:
    assert refusal(capsys, "verify", game) == f"{game}:1:1: A header is missing. Expected: Table."


def test_verify_stops_where_a_file_cannot_be_read(game: str, capsys: Capture) -> None:
    Path(game).write_text("tea")
    assert refusal(capsys, "verify", game) == f"{game}:1:1: This is not allowed here. Found: tea. Expected: [Title."


def test_verify_goes_on_behind_a_game_that_cannot_be_checked(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, GAME + write(sealed_record()))
    assert main(["verify", "-"]) == 1
    out, err = capsys.readouterr()
    assert out.startswith("game 2, table ")
    assert err == "-:1:1: A header is missing. Expected: Table.\n"


def test_verify_finds_that_nothing_can_be_checked(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    head = write(sealed_record("anu", version=V1)).split("\n\n")[0]
    type_in(monkeypatch, "\n".join(line for line in head.split("\n") if not line.startswith("[Result")))
    assert refusal(capsys, "verify", "-") == "-:1: nothing can be checked: there are no results"


def test_verify_is_content_with_a_game_that_ended_before_its_first_result(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    record = sealed_record("anu", version=V1)
    type_in(monkeypatch, write(replace(record, log=((None, "abort"),))))
    assert "there are no results to check" in output_of(capsys, "verify", "-")


def test_verify_has_an_exit_code_for_a_game_whose_results_all_came_with_its_position(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    record = sealed_record("anu", version=V1)
    type_in(monkeypatch, write(replace(record, inherited_plies=len(record.log) - 1)))
    assert main(["verify", "-"]) == 2
    assert ": nothing could be checked, " in capsys.readouterr().out


def test_robots_in_play_finish_a_game_and_save_it(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "game.mkg"
    options = ["--ruleset", "summary", "--option", "rugs=2/2/2", "--seed", "3", "--save", str(path)]
    text = output_of(capsys, "play", "--seats", "random,greedy,random", *options)
    record = read_one(path.read_text())
    assert (record.names, record.options) == (("random", "greedy", "random"), {"rugs": "2/2/2"})
    assert [line for line in text.splitlines() if line[0:2] in ("1.", "6.")] == [
        line for line in path.read_text().splitlines() if line[0:2] in ("1.", "6.")
    ]
    assert "; game over, the last rug is laid" in text


def test_play_with_the_same_seed_gives_the_same_game(capsys: Capture) -> None:
    arguments = ["play", "--seats", "random,random", "--option", "rugs=2/2/2", "--seed", "7"]
    assert output_of(capsys, *arguments) == output_of(capsys, *arguments)


@pytest.mark.parametrize("typed", ["", "F\n"])  # to the end; interrupted after the first roll
def test_a_saved_game_verifies(typed: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    type_in(monkeypatch, typed)
    path, seats = str(tmp_path / "g.mkg"), "human,random,random" if typed else "random,random,random"
    output_of(capsys, "play", "--seats", seats, "--option", "rugs=2/2/2", "--save", path)
    assert "results match the dice; of 3 shares, 0 were drawn by the players' own devices" in output_of(
        capsys, "verify", path
    )


def test_play_asks_people_for_their_actions(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, "?\n\nhello\x1b\na1a2\nl\nq\n")
    text = output_of(capsys, "play", "--seats", "human,human,random")
    assert "A, your action (F L R): L, F, R: turn Assam left, not at all, right;" in text
    assert "hello\ufffd: This action is not written correctly." in text
    assert "a1a2: You can’t play this at this point in the turn." in text
    assert "A lays a rug" in text


@pytest.mark.parametrize("asked", ["?", "help", "HELP", "h"])
@pytest.mark.parametrize("title", ["marrakech", "marram"])
def test_play_helps_whoever_asks(title: str, asked: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, f"{asked}\nquit\n")
    text = output_of(capsys, "play", "--title", title, "--seats", "human,random")
    assert TITLES[title].terminal.help in text
    assert "q: stop here; ?: this help" in text
    assert "written correctly" not in text


def test_people_can_resign_in_play(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    type_in(monkeypatch, "resigns\n")
    assert "game over, all others have left: B wins" in output_of(capsys, "play", "--seats", "human,random")


def test_play_ends_at_the_end_of_its_input(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    type_in(monkeypatch, "F\n")
    path = tmp_path / "g.mkg"
    output_of(capsys, "play", "--ruleset", "gigamic", "--seats", "human,random,random", "--save", str(path))
    assert [seat for seat, _ in read_one(path.read_text()).log] == [0, None]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seats", "human,nobody"], "--seats nobody: one of human, random, greedy, careful, master"),
        (["--seats", "human"], "This number of players is not possible: 1. Possible: 2 to 4."),
        (["--ruleset", "chess"], "This game has no such rules: chess. Possible: gigamic gigamic-variant "),
        (["--option", "tea=hot"], "This game has no such option: tea. Possible: dirhams rugs "),
        (["--option", "rugs=many"], "This value is not possible: rugs=many. Possible: a value such as 24/15/12."),
        (["--option", "pile=high"], "This value is not possible: pile=high. Possible: shuffled coin."),
        (["--option", "tea"], "--option tea: give every option once, as NAME=VALUE"),
        (
            ["--option", "dirhams=9", "--option", "dirhams=8"],
            "--option dirhams=8: give every option once, as NAME=VALUE",
        ),
        (
            ["--seats", "random,random", "--option", "rugs=1/1/1", "--save", "/no/such/file"],
            "/no/such/file: No such file",
        ),
    ],
)
def test_an_impossible_game_is_reported_in_one_line(arguments: list[str], message: str, capsys: Capture) -> None:
    assert refusal(capsys, "play", *arguments).startswith(message)


def test_match_writes_a_table(capsys: Capture) -> None:
    text = output_of(capsys, "match", "random", "random", "--games", "2", "--option", "rugs=1/1/1", "--budget", "5")
    assert text.splitlines()[0].startswith("2 games, gigamic, seed 1")
    assert len(text.splitlines()) == 4


def test_match_knows_its_robots(capsys: Capture) -> None:
    assert refusal(capsys, "match", "random", "nobody") == (
        "This game has no such robot: nobody. Possible: random greedy careful master."
    )


def test_a_match_of_one_robot_is_refused_by_a_sentence(capsys: Capture) -> None:
    assert refusal(capsys, "match", "random") == "This number of players is not possible: 1. Possible: 2 to 4."


def test_match_wants_no_more_budgets_than_robots(capsys: Capture) -> None:
    arguments = ["match", "random", "random", *["--budget", "5"] * 3]
    assert refusal(capsys, *arguments) == "--budget: 3 budgets for 2 robots"


def test_perft_counts_every_depth(capsys: Capture) -> None:
    assert output_of(capsys, "perft", "3", "--seats", "3") == "1 3\n2 12\n3 111\n"


def test_perft_counts_from_a_position(capsys: Capture) -> None:
    assert output_of(capsys, "perft", "2", "--position", START.replace("t-", "d-")).startswith("1 4\n2 ")


def test_bench_measures_two_three_and_four_players(capsys: Capture) -> None:
    text = output_of(capsys, "bench", "--games", "1")
    assert [len(re.findall(r"[\d,]+\.\d", line)) for line in text.splitlines()] == [0, 3, 3, 3, 3, 3]


def test_a_long_command_shows_a_progress_bar_in_a_terminal(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setattr(games, "_figures", lambda *_: {"x": 1.0})
    assert main(["bench"]) == 0
    assert "\r\x1b[Kmeasuring [##########....................] 1/3" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_the_progress_bar_leaves_the_output_clean(game: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["replay", game]) == 0
    assert screen.getvalue() == "\r\x1b[Klines [###...........................] 1/8\r\x1b[K"
    monkeypatch.setattr(sys, "stdout", Terminal())
    silent = Terminal()
    monkeypatch.setattr(sys, "stderr", silent)
    assert main(["replay", game]) == 0
    assert silent.getvalue() == ""


def test_control_c_ends_a_command_quietly(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(chosen: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setitem(COMMANDS, "bench", interrupted)
    assert main(["bench"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "\n")


def test_a_full_disk_is_reported_in_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    def full(chosen: object) -> int:
        raise OSError(ENOSPC, "No space left on device")

    monkeypatch.setitem(COMMANDS, "bench", full)
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["bench"]) == 1
    assert capsys.readouterr().err == "No space left on device\n"


def test_closed_standard_input_is_read_as_empty(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert refusal(capsys, "replay", "-").startswith("-:1:1: There is no game in this file.")
    sys.stdin.close()


def test_a_closed_pipe_ends_a_command_quietly(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Capture) -> None:
    def broken(chosen: object) -> int:
        raise BrokenPipeError

    monkeypatch.setitem(COMMANDS, "bench", broken)
    with (tmp_path / "out").open("w") as out:
        monkeypatch.setattr(sys, "stdout", out)
        assert main(["bench"]) == BROKEN_PIPE
        out.write("more")
    assert (tmp_path / "out").read_text() == ""
    assert capsys.readouterr().err == ""
