import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine import __version__, match, registry
from games.engine.commands import main
from games.engine.commands.console import INTERRUPTED
from games.engine.match import Tally

from ..helpers.command_line import START, Capture, output_of, refusal

PLAYED = Path(__file__).parent.parent / "playthroughs" / "gigamic.sole-survivor.mkg"


def test_the_version_of_the_command_is_that_of_the_package(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"python -m games.engine {__version__}\n"


def test_best_lists_every_legal_action_with_the_best_first(capsys: Capture) -> None:
    lines = output_of(capsys, "best", START.replace("d4N t-", "d4N l1")).splitlines()
    legal = output_of(capsys, "legal", START.replace("d4N t-", "d4N l1")).split()
    assert lines[0].split() == ["action", "value", "lost"]
    assert sorted(line.split()[0] for line in lines[1:]) == sorted(legal)
    values = [float(line.split()[1]) for line in lines[1:]]
    assert values == sorted(values, reverse=True)
    assert float(lines[1].split()[2]) == 0


def test_best_writes_json(capsys: Capture) -> None:
    data = json.loads(output_of(capsys, "best", "--json", START))
    assert data["seat"] == "A"
    assert {row["action"] for row in data["actions"]} == {"L", "F", "R"}


def test_best_asks_a_robot(capsys: Capture) -> None:
    chosen = {output_of(capsys, "best", START, "--robot", "random", "--seed", str(seed)) for seed in range(30)}
    assert chosen == {"L\n", "F\n", "R\n"}
    assert refusal(capsys, "best", START, "--robot", "nobody").startswith(
        "This game has no such robot: nobody. Possible: random"
    )


def test_best_needs_a_seat_that_acts(capsys: Capture) -> None:
    assert refusal(capsys, "best", START.replace("t-", "d-")) == "no seat must act in this position"


def test_analyse_writes_a_line_for_each_seat_and_the_costly_choices(capsys: Capture) -> None:
    lines = output_of(capsys, "analyse", str(PLAYED)).splitlines()
    assert lines[1].split() == ["score", "luck", "usual", "skill", "lost", "gifts"]
    seats = [line for line in lines[2:] if not line.startswith("turn ")]
    assert [line.split()[0] for line in seats] == ["A", "B", "C", "D"][: len(seats)]
    assert len(seats) >= 2
    assert all(" lost " in line and ", best " in line for line in lines[2 + len(seats) :])
    losses = [float(line.split(" lost ")[1].split()[0]) for line in lines[2 + len(seats) :]]
    assert losses == sorted(losses, reverse=True)


def test_analyse_writes_the_json_of_the_api(capsys: Capture) -> None:
    data = json.loads(output_of(capsys, "analyse", "--json", str(PLAYED)))
    assert data.keys() == {"turns", "seats"}
    assert sum(seat["score"] for seat in data["seats"]) == pytest.approx(0, abs=0.01)


def test_analyse_refuses_a_game_that_is_not_over(game: str, capsys: Capture) -> None:
    assert refusal(capsys, "analyse", game) == f"{game}:1: the game is not over"


def test_analyse_tells_what_is_wrong_with_a_file(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "broken.mkg"
    file.write_text(PLAYED.read_text().replace("1. ", "one. ", 1))
    assert refusal(capsys, "analyse", str(file)).startswith(f"{file}:")


def test_an_interrupted_match_keeps_the_rounds_that_are_over(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    rounds = match.play_round

    def interrupted(plan: match.MatchPlan, number: int) -> list[Tally]:
        if number == 2:
            raise KeyboardInterrupt
        return rounds(plan, number)

    monkeypatch.setattr(match, "play_round", interrupted)
    arguments = ["match", "random", "random", "--option", "rugs=1/1/1"]
    assert main([*arguments, "--games", "100"]) == INTERRUPTED
    out, err = capsys.readouterr()
    assert err == "Interrupted: these are the games that were over.\n"
    monkeypatch.undo()
    whole = output_of(capsys, *arguments, "--games", "4").splitlines()
    assert out.splitlines()[0] == whole[0]  # 4 games
    assert [line.split()[:5] for line in out.splitlines()] == [line.split()[:5] for line in whole]


def test_a_match_interrupted_in_its_first_round_has_no_result(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    def interrupted(plan: match.MatchPlan, number: int) -> Iterator[Tally]:
        raise KeyboardInterrupt

    monkeypatch.setattr(match, "play_round", interrupted)
    assert main(["match", "random", "random"]) == INTERRUPTED
    assert capsys.readouterr() == ("", "\n")


def test_samples_of_every_title_are_listed_and_verified(tmp_path: Path, capsys: Capture) -> None:
    listed = [line.split() for line in output_of(capsys, "samples").splitlines()]
    assert {title for _name, title, *_ in listed} == {f"{title}," for title in registry.TITLES}
    for name, *_ in listed:
        path = tmp_path / f"{name}.mkg"
        path.write_text(output_of(capsys, "samples", name))
        assert "results match the dice" in output_of(capsys, "verify", str(path))


def test_an_unknown_sample_is_one_line(capsys: Capture) -> None:
    assert refusal(capsys, "samples", "tea\x1b").startswith("tea\ufffd: one of ")
