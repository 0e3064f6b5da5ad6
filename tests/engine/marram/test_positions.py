"""Test positions 1 to 12 of the specification, by number."""

import pytest

from games.engine.marram.actions import FIRST_PART, Place, cell_at, column_and_row
from games.engine.marram.rules import legal_actions, play

from ..helpers.marram_positions import gained, place, position, rotations

START = "S00@(0,0)r0"


def places_of(tile: int) -> set[tuple[int, int, int]]:
    state = position(START, rack=(tile,))
    return {(*column_and_row(a.cell), a.rotation) for a in legal_actions(state) if isinstance(a, Place)}


def test_1_edges_must_match() -> None:
    assert places_of(39) == {(0, -1, 2), (1, 0, 0), (1, 0, 1), (0, 1, 3)}
    assert places_of(4) == {(0, -1, 2), (-1, 0, 2)}


def test_2_an_orange_snake_is_claimed_by_the_action_that_completes_it() -> None:
    before = position(START)
    after = place(before, "T38@(0,1)r1", "B0")
    assert gained(before, after) == (2, 0)
    assert after.seats[0].boots == 10
    assert after.last is not None
    assert [one.kind for one in after.last.scored] == ["orange"]


def test_3_an_opponent_completes_a_snake() -> None:
    before = position(START, "T42@(0,1)r0", claims=("A:boot@(0,1).B0",), turn=2)
    assert before.seats[0].boots == 9
    after = place(before, "T38@(0,2)r1")
    assert gained(before, after) == (3, 0)
    assert after.seats[0].boots == 10


def test_4_a_worm_has_two_ends_and_one_saddle() -> None:
    before = position("T37@(0,0)r3", "T43@(0,1)r0", claims=("A:boot@(0,1).B0",))
    assert gained(before, place(before, "T48@(0,2)r1")) == (6, 0)


def test_5_a_worm_with_two_saddles_or_none_is_a_freak() -> None:
    two = position("T37@(0,0)r3", "T43@(0,1)r0", "T36@(0,2)r0", claims=("A:boot@(0,1).B0",))
    assert gained(two, place(two, "T48@(0,3)r1")) == (3, 0)
    none = position("T37@(0,0)r3")
    assert gained(none, place(none, "T48@(0,1)r1", "B0")) == (3, 0)


@pytest.mark.parametrize(("tile", "points"), [("T31", 9), ("T23", 3)])
def test_6_a_blue_snake_has_a_head_a_middle_and_a_tail(tile: str, points: int) -> None:
    before = position("T35@(0,0)r2", "T46@(1,0)r0")
    assert gained(before, place(before, f"{tile}@(2,0)r0", "B0")) == (points, 0)


def test_6_a_blue_snake_without_a_middle_is_a_freak() -> None:
    before = position("T35@(0,0)r2")
    assert gained(before, place(before, "T31@(1,0)r0", "B0")) == (3, 0)


def test_7_a_ring_is_a_freak() -> None:
    before = position("T30@(0,0)r0", "T70@(1,0)r2", "T12@(0,1)r0", rack=(28,))
    assert rotations(before, 28, 1, 1) == [3]
    assert gained(before, place(before, "T28@(1,1)r3", "B0")) == (3, 0)


@pytest.mark.parametrize(("ruleset", "points"), [("classic-long", 18), ("pitchfork-long", 12)])
def test_8_a_tuft_counts_bulges_and_coins(ruleset: str, points: int) -> None:
    before = position("T19@(0,0)r2", ruleset=ruleset)
    assert gained(before, place(before, "T36@(1,0)r0", "L2")) == (points, 0)


@pytest.mark.parametrize(("ruleset", "points"), [("classic-long", 18), ("pitchfork-long", 12)])
def test_9_a_mound_counts_bulges_and_flowers(ruleset: str, points: int) -> None:
    before = position("T33@(0,0)r2", ruleset=ruleset)
    assert gained(before, place(before, "T53@(1,0)r3", "L0")) == (points, 0)


@pytest.mark.parametrize(("claim", "points"), [("", (26, 26)), ("L2", (0, 26))])
def test_10_most_boots_score_and_ties_pay_everyone(claim: str, points: tuple[int, int]) -> None:
    claims = ("A:boot@(0,0).L2", "B:boot@(0,1).L1")
    before = position("T77@(0,0)r0", "T19@(0,1)r1", claims=claims, turn=2)
    after = place(before, "T36@(-1,0)r2", claim)
    assert gained(before, after) == points
    assert [holding.boots for holding in after.seats] == [10, 10]


def test_11_a_snake_hinders_the_land_that_it_lies_on() -> None:
    before = position("T15@(0,0)r2", claims=("A:boot@(0,0).B0", "B:boot@(0,0).L1"), turn=2)
    after = place(before, "T31@(1,0)r0")
    assert gained(before, after) == (3, 0)
    assert [holding.boots for holding in after.seats] == [10, 9]


def test_11_a_creature_that_disappears_frees_the_land() -> None:
    claims = ("A:fork@(0,0).B0", "B:boot@(0,0).L1")
    before = position("T15@(0,0)r2", claims=claims, turn=2, ruleset="pitchfork-long")
    after = place(before, "T31@(1,0)r0")
    assert gained(before, after) == (3, 6)
    assert [(holding.boots, holding.forks) for holding in after.seats] == [(6, 5), (6, 5)]
    assert [laid.gone for laid in after.board.laid.values()] == [1, 1]


def test_11_land_far_from_the_placed_tile_is_freed_too() -> None:
    tiles, claims = ("T38@(0,-1)r3", "T42@(0,0)r0"), ("B:boot@(0,0).L0",)
    before = position(*tiles, claims=claims, ruleset="pitchfork-long", rack=(41,))
    action = Place(0, 41, cell_at(0, 1), 1, FIRST_PART)
    after, scored = play(before, action)
    assert gained(before, after) == (3, 9)
    assert [(one.kind, one.value, one.winners) for one in scored] == [
        ("orange", 3, (0,)),
        ("mound", 6, ()),
        ("mound", 9, (1,)),
    ]
    classic = position(*tiles, claims=claims)
    after = place(classic, "T41@(0,1)r1", "B0")
    assert gained(classic, after) == (3, 0)
    assert after.seats[1].boots == 9


def test_12_three_features_at_once() -> None:
    before = position(
        *("T33@(0,-1)r3", "T50@(0,1)r1", "T36@(1,0)r0", "T19@(-1,0)r2"),
        claims=("A:boot@(0,-1).L1", "B:boot@(-1,0).L1"),
        rack=(53,),
    )
    assert rotations(before, 53, 0, 0) == [0, 2]
    after = place(before, "T53@(0,0)r0", "L1")
    assert gained(before, after) == (41, 23)
    assert [holding.boots for holding in after.seats] == [10, 10]
    assert after.last is not None
    assert [one.value for one in after.last.scored] == [18, 23, 10]
