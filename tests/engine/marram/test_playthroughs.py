from pathlib import Path

import pytest

from games.engine.gamefile import read_one, write
from games.engine.marram.title import MARRAM
from games.engine.replay import list_plies

from ..helpers.find_marram_playthroughs import ENDS, ROWS, ends_of, rows_of

FOLDER = Path(__file__).parent / "playthroughs"
FILES = sorted(FOLDER.glob("*.mrm"))
NAMES = [path.name.removesuffix(".mrm") for path in FILES]


@pytest.mark.parametrize("path", FILES, ids=NAMES)
def test_a_recorded_game_of_marram_is_replayed(path: Path) -> None:
    text = path.read_text()
    record = read_one(text)
    assert write(record) == text
    end = path.name.split(".")[1]
    if not end.startswith("scores"):
        assert end in ends_of(list_plies(MARRAM, record.ruleset, {}, record.seats, record.log))


@pytest.mark.parametrize("ruleset", MARRAM.rulesets)
def test_recorded_games_of_marram_have_every_kind_of_end(ruleset: str) -> None:
    assert {f"{ruleset}.{end}" for end in ENDS} <= set(NAMES)


@pytest.mark.parametrize("ruleset", ["classic-short", "pitchfork-short"])
def test_recorded_games_of_marram_have_every_row_of_the_scoring_table(ruleset: str) -> None:
    found: set[str] = set()
    for path in FOLDER.glob(f"{ruleset}.scores-*.mrm"):
        record = read_one(path.read_text())
        found |= rows_of(list_plies(MARRAM, record.ruleset, {}, record.seats, record.log))
    assert found >= set(ROWS)
