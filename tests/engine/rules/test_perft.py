"""Tests of perft: the counts of the engine and of the plain program are those of ``perft.txt``."""

import os
from pathlib import Path
from typing import NamedTuple

import pytest

from games.engine.marrakech.position_line import from_line
from games.engine.marrakech.state import State
from tests.naive import Game
from tests.naive import perft as naive_perft
from tests.naive.positions import game_from_line

from ..helpers.positions import position
from ..helpers.random_games import TITLE, apply_texts

perft = TITLE.perft
DEEP = os.environ.get("HYPOTHESIS_PROFILE") == "deep"  # the plain program is slow beyond four plies


class Row(NamedTuple):
    """A position and its counts for 1, 2, 3 ... plies. A start is a ruleset and the number of seats."""

    name: str
    position: str
    counts: list[int]

    @property
    def is_start(self) -> bool:
        return len(self.position.split()) == 2

    def state(self) -> State:
        """Return the position as the engine reads it."""
        ruleset, seats = self.position.split()[:2]
        state: State = TITLE.start(ruleset, {}, int(seats)) if self.is_start else from_line(self.position)
        return state

    def game(self) -> Game:
        """Return the position as the plain program reads it."""
        ruleset, seats = self.position.split()[:2]
        return Game(ruleset, {}, int(seats)) if self.is_start else game_from_line(self.position)


def rows() -> list[Row]:
    text = Path(__file__).parents[1].joinpath("perft.txt").read_text(encoding="utf-8")
    blocks = [block.splitlines() for block in text.split("\n\n")[1:]]
    return [Row(name, position, list(map(int, counts.split()))) for name, position, counts in blocks]


every_row = pytest.mark.parametrize("row", rows(), ids=lambda row: row.name)


def test_the_perft_table_has_three_rulesets_each_with_its_start_and_five_positions() -> None:
    rulesets = [row.position.split()[0] for row in rows()]
    starts = [row.position.split()[0] for row in rows() if row.is_start]
    assert {ruleset: rulesets.count(ruleset) for ruleset in starts} == dict.fromkeys(set(rulesets), 6)
    assert len(starts) == 3
    assert all(len(row.counts) >= 4 for row in rows())


@every_row
def test_the_engine_counts_the_perft_table(row: Row) -> None:
    assert [perft(row.state(), depth) for depth in range(1, len(row.counts) + 1)] == row.counts


@every_row
def test_the_naive_program_counts_the_perft_table(row: Row) -> None:
    game, counts = row.game(), row.counts if DEEP else row.counts[:4]
    assert [naive_perft(game, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("depth", [0, -1])
def test_a_perft_of_depth_0_is_one(depth: int) -> None:
    assert perft(TITLE.start("gigamic", {}, 3), depth) == 1


def test_a_finished_game_has_no_perft() -> None:
    state = position("gigamic", phase="over", reason="rugs", piles={0: 0, 1: 0, 2: 0})
    assert [perft(state, depth) for depth in (0, 1, 2)] == [1, 0, 0]


def test_putting_a_rug_away_counts_once_where_it_has_no_place() -> None:
    state = position("summary-strict", at="A00N", rugs="y1:10,20 r1:01,02 y2:11,21")
    assert [perft(state, depth) for depth in (1, 2)] == [1, 2]


def test_a_perft_leaves_the_position_as_it_is() -> None:
    state = apply_texts(TITLE.start("gigamic", {}, 3), "L")
    before = TITLE.to_json(state)
    perft(state, 3)
    assert TITLE.to_json(state) == before
