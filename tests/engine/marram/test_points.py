"""Tests of where the points of a game came from."""

from pathlib import Path

import pytest

from games.engine.commands import main
from games.engine.gamefile import read_one
from games.engine.marram.title import MARRAM
from games.engine.replay import list_plies, points_by_source

FILE = Path(__file__).parent / "playthroughs" / "pitchfork-short.scores-1.mrm"


def test_the_points_by_source_are_the_points_of_the_game() -> None:
    record = read_one(FILE.read_text())
    plies = list_plies(MARRAM, record.ruleset, {}, record.seats, record.log)
    points = points_by_source(MARRAM, plies, record.seats)
    assert {source for source in points if source not in MARRAM.phrases} == set()
    sums = [sum(counts) for counts in zip(*points.values(), strict=True)]
    assert sums == [holding.score for holding in plies[-1].after.seats]


def test_the_command_writes_them(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", str(FILE)]) == 0
    assert "Grass tuft" in capsys.readouterr().out
    assert main(["analyse", "--json", str(FILE)]) == 0
    assert '"kind.tuft"' in capsys.readouterr().out
