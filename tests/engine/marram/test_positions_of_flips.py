"""Test positions 13 to 18 of the specification, by number: flips, ends, leaving, counts."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.marram.actions import Discard, Flip, Leave, Place, cell_at
from games.engine.marram.board import LaidTile, placements
from games.engine.marram.rules import apply, legal_actions
from games.engine.marram.state import State, outcome
from games.engine.marram.tiles import box

from ..helpers.marram_positions import (
    counted_game,
    drawn,
    flip,
    flip_rotations,
    gained,
    ordered_start,
    place,
    position,
    with_holding,
)


def laid_at(state: State, column: int, row: int) -> LaidTile:
    return state.board.laid[cell_at(column, row)]


def edges_at(state: State, column: int, row: int) -> str:
    return state.board.views[cell_at(column, row)].edges.lower()


def flip_claims(state: State, tile: int, rotation: int) -> list[int | None]:
    return [a.claim for a in legal_actions(state) if isinstance(a, Flip) and (a.tile, a.rotation) == (tile, rotation)]


@pytest.mark.parametrize(("rotation", "claim"), [(0, "B0"), (3, "B1")])
def test_13_a_flip_removes_boots_and_completes_features(rotation: int, claim: str) -> None:
    before = position("T38@(0,-1)r3", "T70@(0,0)r0", claims=("B:boot@(0,0).B0",))
    assert flip_rotations(before, 70) == [0, 3]
    after = flip(before, 70, rotation, claim)
    assert gained(before, after) == (2, 0)
    assert (after.seats[0].boots, after.seats[0].shovels) == (10, 3)
    assert (after.seats[1].boots, after.seats[1].lost_boots) == (9, 1)
    assert flip_rotations(after, 70) == []
    with pytest.raises(IllegalAction, match="completed"):
        flip(after, 70, rotation)


def test_13_a_flip_needs_a_shovel() -> None:
    before = with_holding(position("T38@(0,-1)r3", "T70@(0,0)r0"), 0, shovels=0)
    assert flip_rotations(before, 70) == []
    with pytest.raises(IllegalAction, match="no-shovel-left"):
        flip(before, 70, 0)


VANISHED = ("T38@(0,-1)r3 gone[0]", "T71@(0,0)r0 gone[0]", "T41@(1,0)r0 gone[0]")


def test_14_a_flip_beside_vanished_creatures() -> None:
    before = position(*VANISHED, ruleset="pitchfork-long")
    assert flip_rotations(before, 71) == [0, 3]
    both = flip(before, 71, 0, "L0")
    assert gained(before, both) == (9, 0)
    assert laid_at(both, 0, 0).gone == 0b11
    one = flip(before, 71, 3)
    assert gained(before, one) == (0, 0)
    assert laid_at(one, 0, 0).gone == 0b10
    assert one.last is not None
    assert [(scored.kind, scored.value) for scored in one.last.scored] == [("mound", 6)]
    assert 4 in flip_claims(before, 71, 3)
    assert 5 not in flip_claims(before, 71, 3)


def test_15_without_a_placement_a_tile_is_discarded() -> None:
    before = position("T01@(0,0)r0", rack=(50, 52, 54))
    assert legal_actions(before) == (Discard(0, 50), Discard(0, 52), Discard(0, 54))
    after = apply(before, Discard(0, 52))
    assert (after.actions_left, after.seats[0].rack, after.discards) == (1, (50, 54), (52,))


def test_15_flips_are_possible_besides_discards() -> None:
    actions = legal_actions(position("T68@(0,0)r0", rack=(50, 52, 54)))
    assert [a.tile for a in actions if isinstance(a, Discard)] == [50, 52, 54]
    assert {a.rotation for a in actions if isinstance(a, Flip)} == {0, 1, 2, 3}
    assert not any(isinstance(a, Place) for a in actions)
    assert len(actions) == 3 + 4 * (1 + 3 + 3)


@pytest.mark.parametrize(("shovels", "places"), [(2, [2, 1]), (1, [1, 1])])
def test_15_equal_scores_are_decided_by_shovels(shovels: int, places: list[int]) -> None:
    state = position("S00@(0,0)r0", turn=36)._replace(actions_left=1)
    state = with_holding(with_holding(state, 0, score=40, shovels=1), 1, score=40, shovels=shovels)
    state = place(state._replace(pile_count=0), "T39@(1,0)r0")
    result = outcome(state)
    assert result is not None
    assert [{one.seat: one.place for one in result.standings}[seat] for seat in (0, 1)] == places


def test_16_a_flip_may_strip_an_edge_towards_nothing() -> None:
    before = position("T38@(0,-1)r3 gone[0]", "T71/B@(0,0)r0 gone[0]", ruleset="pitchfork-long")
    assert flip_rotations(before, 71) == [0, 2, 3]
    edge = box(1).tiles[41].faces[0]
    west = cell_at(-1, 0)
    expected = {0: (1, "sssg", False, True), 2: (0, "sgoo", True, True), 3: (1, "ssgs", False, False)}
    for rotation, (gone, edges, can_claim, fits) in expected.items():
        after = flip(before, 71, rotation)
        assert gained(before, after) == (0, 0)
        assert (laid_at(after, 0, 0).gone, edges_at(after, 0, 0)) == (gone, edges)
        assert (4 in flip_claims(before, 71, rotation)) == can_claim
        assert bool(placements(edge, after.board.edges_around(west))) == fits


def test_17_who_leaves_takes_pieces_and_rack_out_of_the_game() -> None:
    tiles = ("S00@(0,0)r0", "T42@(0,1)r0")
    state = position(*tiles, claims=("B:boot@(0,1).B0",), seats=3, turn=2, rack=(1, 2, 3))
    after = apply(state, Leave(1, "resigns"))
    assert (after.seats[1].lost_boots, after.discards, after.turn, after.current) == (1, (1, 2, 3), 3, 2)
    assert not laid_at(after, 0, 1).claims
    half = place(state, "T39@(1,0)r0")
    late = apply(half, Leave(1, "out of time"))
    assert (late.turn, late.current, late.actions_left) == (3, 2, 2)
    over = apply(after, Leave(0, "resigns"))
    result = outcome(over)
    assert result is not None
    assert [(one.seat, one.place, one.out) for one in result.standings] == [(2, 1, False), (0, 2, True), (1, 3, True)]


COUNTS = [
    ("classic-short", 2, 5213, [18, 37]),
    ("classic-long", 3, 8100, [15, 18, 3]),
    ("pitchfork-short", 4, 5592, [26, 15, 0, 2]),
    ("pitchfork-long", 2, 10069, [31, 27]),
]


@pytest.mark.parametrize(("ruleset", "seats", "count", "points"), COUNTS)
def test_18_whole_games_count_as_listed(ruleset: str, seats: int, count: int, points: list[int]) -> None:
    found = list(counted_game(ordered_start(ruleset, seats)))
    assert sum(len(actions) for _, actions, _ in found) == count
    assert [holding.score for holding in found[-1][2].seats] == points


@pytest.mark.parametrize("ruleset", ["classic-short", "pitchfork-long"])
@pytest.mark.parametrize("seats", [2, 4])
def test_18_the_first_actions_count_as_listed(ruleset: str, seats: int) -> None:
    start = ordered_start(ruleset, seats)
    after_one = [apply(start, action) for action in legal_actions(start)]
    assert len(after_one) == 45
    assert sum(len(legal_actions(state)) for state in after_one) == 2150


def test_18_the_second_actions_count_as_listed() -> None:
    start, count = ordered_start("pitchfork-short", 3), 0
    for action in legal_actions(start):
        state = apply(start, action)
        count += sum(len(legal_actions(drawn(apply(state, second)))) for second in legal_actions(state))
    assert count == 193_375
