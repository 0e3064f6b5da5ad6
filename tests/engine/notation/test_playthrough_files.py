from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from games.engine.gamefile import Record, read_one, write
from games.engine.replay import replay
from tests.naive import Game
from tests.naive.turn_lines import turn_lines

from ..helpers.find_playthroughs import ENDINGS, PLAYTHROUGHS, find, games
from ..helpers.random_games import TITLE
from ..helpers.views import LETTERS, engine_view, naive_view

FILES = sorted(PLAYTHROUGHS.glob("*.mkg"))
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


@lru_cache
def read(path: Path) -> Record:
    return read_one(path.read_text(encoding="utf-8"))


def last_state(path: Path) -> Any:
    record = read(path)
    return replay(TITLE, record.ruleset, record.options, record.seats, record.log)


def result_of(game: Game) -> str:
    """Return the header Result by the plain program."""
    if game.reason == "aborted":
        return "*"
    parts = []
    for place, seat in enumerate(game.order()):
        dirhams, squares = game.players[seat].dirhams, game.shown(seat)
        points = f"{dirhams + squares} ({dirhams}+{squares})"
        parts.append(f"{LETTERS[place]} {'out' if seat in game.gone else points}")
    return ", ".join(parts)


def test_playthroughs_have_every_ending_in_every_ruleset() -> None:
    assert {path.stem for path in FILES} == {f"{ruleset}.{name}" for ruleset, name, _, _ in games()}


@pytest.mark.parametrize("stem", ["slides.exact-zero", "anu.all-but-one-resigned", "gigamic.abort"])
def test_the_games_of_playthroughs_are_found_again(stem: str) -> None:
    ruleset, seats, ending = next((r, s, ending) for r, name, s, ending in games() if f"{r}.{name}" == stem)
    assert tuple(find(ruleset, seats, ending)) == read(PLAYTHROUGHS / f"{stem}.mkg").log


@every_file
def test_a_playthrough_ends_as_its_name_says(path: Path) -> None:
    ruleset, name = path.stem.split(".")
    assert read(path).ruleset == ruleset
    assert ENDINGS[name].holds(last_state(path))


@every_file
def test_the_naive_program_plays_a_playthrough_to_the_same_result(path: Path) -> None:
    record = read(path)
    game = Game(record.ruleset, record.options, record.seats)
    for entry in record.log:
        game.do(*entry)
    assert naive_view(game) == engine_view(last_state(path))
    assert f'[Result "{result_of(game)}"]' in path.read_text(encoding="utf-8").splitlines()


@every_file
def test_the_naive_program_writes_the_lines_of_a_playthrough(path: Path) -> None:
    record = read(path)
    lines = turn_lines(record.ruleset, record.options, record.seats, record.log)
    assert path.read_text(encoding="utf-8").split("\n\n")[1].splitlines() == lines


@every_file
def test_writing_a_playthrough_again_gives_the_same_bytes(path: Path) -> None:
    assert write(read(path)).encode() == path.read_bytes()
