import importlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.errors import BadPosition, IllegalAction
from games.engine.marram import position_json as reader
from games.engine.marram.actions import FIRST_PART, Discard, Flip, Place, cell_at, column_and_row
from games.engine.marram.board import LaidTile, placements
from games.engine.marram.rules import apply, legal_actions, play
from games.engine.marram.state import REASONS, State, outcome
from games.engine.marram.tiles import box
from games.engine.marram.title import MARRAM
from games.engine.replay import state_hash
from games.engine.values import Leave

from ..helpers.marram_games import RULESETS, random_game, scoring_game
from ..helpers.marram_positions import (
    counted_game,
    drawn,
    flip,
    flip_rotations,
    gained,
    ordered_start,
    place,
    position,
    rotations,
    with_holding,
)

# The test positions of the specification, by number


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


A, B = "A:0/7.0.3/0.0/4.16.15", "B:0/7.0.3/0.0/23.22.52"
FIRST_LINE = f"classic-short 1 A/2 {A} {B} 0@0r0 - ?"
THREE = "classic-short 2 B/2 A:0/7.0.3/0.0/x1 B:0/7.0.3/0.0/23.22.52 C:0/7.0.3/0.0/24.25.26 0@0r0 - ?"
LEAVING = "classic-short 1 A/1 A:0/7.0.3/0.0/4.16 B:0/7.0.3/0.0/23.22.52x C:0/7.0.3/0.0/24.25.26 0@0r0 15 ?"
ALONE = f"classic-short 2 -/0 A:0/7.0.3/0.0/x1 {B} 0@0r0 - ?"
DRAWING = "pitchfork-short 0 A/0 A:0/5.4.3/0.0/- B:0/5.4.3/0.0/- 0@0r0 - ?"


def refused(line: str) -> BadPosition:
    with pytest.raises(BadPosition) as raised:
        MARRAM.read_position(line)
    return raised.value


@pytest.mark.parametrize("line", [FIRST_LINE, THREE, LEAVING, ALONE, DRAWING])
def test_a_position_line_of_marram_without_mistakes_is_read(line: str) -> None:
    assert MARRAM.position_line(MARRAM.read_position(line)) == line


@pytest.mark.parametrize(
    ("old", "new", "where", "found", "expected"),
    [
        (FIRST_LINE, FIRST_LINE + " " * 4000, "line", "classic-short", "at most 4000 characters"),
        (FIRST_LINE, "classic-short 1 A/2", "line", "classic-short 1 A/2", "two to four seats"),
        ("classic-short", "animals-short", "ruleset", "animals-short", "one of classic-short"),
        ("A/2", "A/2,5", "acting", "A/2,5", "a seat and its actions left"),
        ("A/2", "C/2", "acting", "C/2", "a seat of this game, and at most 2"),
        ("A/2", "A/3", "acting", "A/3", "a seat of this game, and at most 2"),
        (" 1 ", " one ", "turn", "one", "a number"),
        (" 1 ", " 99 ", "turn", "99", "at most"),
        (A, "A:0/7.0.3", "seats[0]", "A:0/7.0.3", "a seat such as"),
        (B, "D" + B[1:], "seats", "AD", "AB"),
        ("4.16.15", "4..15", "seats[0].rack", "4..15", "numbers of tiles joined by dots, or -"),
        ("- ?", "1,2 ?", "discards", "1,2", "numbers of tiles joined by dots, or -"),
        ("0@0r0", "0@0r4", "board", "0@0r4", "a tile such as"),
        ("0@0r0", "0@0r0,1@0r0", "board", "1@0r0", "a tile that there is, on a cell of its own"),
        ("0@0r0", "99@0r0", "board", "99@0r0", "a tile that there is, on a cell of its own"),
        ("0@0r0", "0@0r0CL0", "board", "CL0", "pieces of the seats of this game"),
        ("0@0r0", "0@n100r0", "board.n100", "n100", "a cell within 99 rows and columns of the start"),
        ("0@0r0", "0b@0r0", "board.0.face", "1", "0: tile 0 has one face"),
        ("0@0r0", "0@0r0x0", "board.0.gone", "0b1", "none: no creature disappears in Classic"),
        ("0@0r0", "0@0r0AL3", "board.0.claims", "L3", "one of B0, "),
        ("4.16.15", "4.16.99", "seats[0].rack", "99", "a tile, 0 to 84"),
        ("4.16.15", "4.16.23", "seats[1].rack", "23", "every tile once: this one is in seats[0].rack"),
        ("0@0r0", "0@0r0,50@n1r0", "board.", " in the ", ", as on "),
        ("A/2", "B/2", "current", "B", "A in turn 1"),
        (" 1 ", " 0 ", "turn", "0", "1 or more: the racks are full"),
        (B, "B:0/7.0.3/0.0/x1", "phase", "act", "over: one seat is left"),
        ("15 B", "15x B", "leaving", "A", "seats that are in the game and wait for the end of this turn"),
        ("52 0", "52x 0", "leaving", "1", "none between turns, and each seat once"),
    ],
)
def test_a_wrong_position_line_of_marram_is_refused(old: str, new: str, where: str, found: str, expected: str) -> None:
    error = refused(FIRST_LINE.replace(old, new, 1))
    assert str(error.params["where"]).startswith(where)
    assert found in str(error.params["found"])
    assert expected in str(error.params["expected"])


@pytest.mark.parametrize(
    ("line", "where", "expected"),
    [
        (DRAWING.replace("0@0r0", "0@0r0x012"), "board.0.gone", "parts below "),
        (FIRST_LINE.replace("A/2", "A/0"), "phase", "act: the rack is full, or the pile empty"),
        (THREE.replace(" 2 B/2", " 4 A/2"), "current", "a seat that has not left"),
        (THREE.replace("0@0r0", "0@0r0AL0"), "board.0.claims", "no piece of a seat that has left"),
    ],
)
def test_contradictory_positions_of_marram_are_refused(line: str, where: str, expected: str) -> None:
    error = refused(line)
    assert (error.code, error.params["where"]) == ("contradiction", where)
    assert expected in str(error.params["expected"])


def changed(path: str, value: object, line: str = FIRST_LINE) -> dict[str, Any]:
    """Return a position as JSON in which one value is another one."""
    data = MARRAM.to_json(MARRAM.read_position(line))
    *way, last = path.split("/")
    part: Any = data
    for step in way:
        part = part[int(step) if step.isdigit() else step]
    part[int(last) if last.isdigit() else last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "where", "expected"),
    [
        ("seats", [], "seats", "2 to 4 seats"),
        ("ruleset", "animals", "ruleset", "classic-short"),
        ("pile_count", 84, "pile_count", "78"),
        ("pile", [1, 2], "pile_count", "2"),
        ("seats/0/out", 1, "seats[0].out", "null, for one who has not left"),
        ("seats/0/out", 0, "seats[0].out", "null, for one who has not left"),
        ("outcome", {"reason": "turns"}, "outcome", "null in the phase act"),
        ("seats/0/left", 2, "seats", "the seats that have left numbered 1, 2, 3 as they went"),
        ("seats/1/left", 1, "seats[1].rack", "none, for one who has left"),
        ("leaving", ["B", "B"], "leaving", "none between turns, and each seat once"),
        ("board/n", {"tile": 1}, "board.n", "a cell such as n2e3"),
        ("discards", [85], "discards[0]", "84"),
        (
            "last",
            {
                "seat": "A",
                "cells": ["0"],
                "scored": [{"kind": "tuft", "segs": [["0"]], "value": 2, "winners": ["A"], "returned": [0, 0]}],
            },
            "last.scored[0].segs[0]",
            "a cell and a segment",
        ),
    ],
)
def test_a_json_position_of_marram_with_mistakes_is_refused(
    path: str, value: object, where: str, expected: str
) -> None:
    with pytest.raises(BadPosition) as raised:
        MARRAM.from_json(changed(path, value))
    assert raised.value.params["where"] == where
    assert expected in str(raised.value.params["expected"])


def three_who_left(*left_and_out: tuple[int | None, int | None]) -> dict[str, Any]:
    """Return an aborted game of four in turn 9, of which the last seats have left so."""
    racks: list[dict[str, Any]] = [{"seat": letter, "rack": []} for letter in "ABCD"]
    for seat, (left, out) in enumerate(left_and_out, 4 - len(left_and_out)):
        racks[seat] |= {"left": left, "out": out}
    ended = {"phase": "over", "outcome": {"reason": "aborted"}}
    return {"ruleset": "classic-short", "turn": 9, "seats": racks, "board": {"0": {"tile": 0}}, **ended}


def test_seats_that_left_without_their_order_went_in_the_order_of_their_turns() -> None:
    state = MARRAM.from_json(three_who_left((None, 7), (None, 2), (None, 5)))
    assert [(one.left, one.out) for one in state.seats] == [(0, 0), (3, 7), (1, 2), (2, 5)]
    assert MARRAM.from_json(MARRAM.to_json(state)) == state


@pytest.mark.parametrize(
    ("seats", "code", "where", "expected"),
    [
        (((None, 5), (None, 5)), "missing", "seats[3].left", "which of the seats that left in one turn went first"),
        (((1, 5), (2, 3)), "contradiction", "seats", "in the order in which they went"),
        (((1, 5), (0, 6)), "contradiction", "seats[3].out", "null, for one who has not left"),
        (((1, 10),), "contradiction", "seats[3].out", "at most 9"),
    ],
)
def test_contradictions_about_seats_that_left_are_refused(
    seats: tuple[tuple[int | None, int | None], ...], code: str, where: str, expected: str
) -> None:
    with pytest.raises(BadPosition) as raised:
        MARRAM.from_json(three_who_left(*seats))
    assert (raised.value.code, raised.value.params["where"]) == (code, where)
    assert expected in str(raised.value.params["expected"])


def test_a_position_that_is_over_has_no_current_seat() -> None:
    with pytest.raises(BadPosition) as raised:
        MARRAM.from_json(three_who_left() | {"current": "A"})
    assert (raised.value.code, raised.value.params["where"]) == ("contradiction", "current")


@pytest.mark.parametrize("swapped", [False, True])
def test_two_seats_that_left_in_one_turn_are_told_apart_in_every_form(swapped: bool) -> None:
    order = (2, 1) if swapped else (1, 2)
    state = MARRAM.from_json(three_who_left(*((left, 6) for left in order)))
    other = MARRAM.from_json(three_who_left(*((left, 6) for left in reversed(order))))
    assert state != other
    assert state_hash(MARRAM, state) != state_hash(MARRAM, other)
    assert MARRAM.position_line(state) != MARRAM.position_line(other)
    assert MARRAM.from_json(MARRAM.to_json(state)) == state
    assert [one.left for one in MARRAM.read_position(MARRAM.position_line(state)).seats] == [0, 0, *order]


SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "position-marram.schema.json").read_text(encoding="utf-8"))
PROPERTIES = SCHEMA["properties"]
LAST = PROPERTIES["last"]["anyOf"][1]
VALIDATOR: Any = importlib.import_module("jsonschema").Draft202012Validator(SCHEMA)


def test_the_position_schema_of_marram_is_valid() -> None:
    type(VALIDATOR).check_schema(SCHEMA)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_position_of_marram_fits_the_schema_and_has_every_key(ruleset: str, seats: int) -> None:
    played = [*random_game(ruleset, seats, Random(seats), leaving=0.01), *scoring_game(ruleset, seats, Random(seats))]
    for ply in played[::7] + played[-1:]:
        data = MARRAM.to_json(ply.after)
        VALIDATOR.validate(data)
        assert list(data) == list(PROPERTIES)
        assert list(data["seats"][0]) == list(PROPERTIES["seats"]["items"]["properties"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_smallest_position_of_marram_fits_the_schema(ruleset: str) -> None:
    data = {"ruleset": ruleset, "seats": [{"seat": "A"}, {"seat": "B"}], "board": {"0": {"tile": 0}}}
    VALIDATOR.validate(data)
    assert MARRAM.position_line(MARRAM.from_json(data)).startswith(f"{ruleset} 1 A/2 ")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [{"seat": "A"}]},
        {"ruleset": "animals"},
        {"title": "marrakech"},
        {"board": {"n": {"tile": 0}}},
        {"board": {"0": {"tile": 85}}},
        {"board": {"0": {"tile": 0, "rot": 4}}},
        {"discards": "0"},
        {"acting": "A", "phase": "roll"},
        {"unknown": 1},
        {"phase": "over", "outcome": {"reason": "rugs"}},
        {"leaving": ["E"]},
    ],
)
def test_a_position_of_marram_that_the_reader_refuses_does_not_fit_the_schema(change: dict[str, Any]) -> None:
    data = {"ruleset": "classic-short", "seats": [{"seat": "A"}, {"seat": "B"}], "board": {"0": {"tile": 0}}, **change}
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(BadPosition):
        MARRAM.from_json(data)


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        (SCHEMA, reader.KEYS),
        (PROPERTIES["seats"]["items"], reader.SEAT_KEYS),
        (PROPERTIES["board"]["additionalProperties"], reader.LAID_KEYS),
        (LAST["properties"]["scored"]["items"], reader.SCORED_KEYS),
    ],
)
def test_the_position_schema_of_marram_has_exactly_the_keys_of_the_reader(schema: Any, keys: tuple[str, ...]) -> None:
    assert sorted(schema["properties"]) == sorted(keys)
    assert schema["additionalProperties"] is False


def test_the_position_schema_of_marram_names_every_value() -> None:
    assert PROPERTIES["ruleset"]["enum"] == list(RULESETS)
    assert PROPERTIES["phase"]["enum"] == list(reader.PHASES)
    assert PROPERTIES["outcome"]["anyOf"][1]["properties"]["reason"]["enum"] == list(REASONS)
    assert LAST["properties"]["scored"]["items"]["properties"]["kind"]["enum"] == list(reader.KINDS)
