from typing import Any

import pytest

from games.engine.marrakech.board import (
    CANDIDATE_MASKS,
    CANDIDATE_PLACES,
    CANDIDATE_RUGS,
    CANDIDATE_SETS,
    DIE,
    FACE_WEIGHTS,
    GATES,
    LOOPS,
    MOVE,
    NAMES,
    NEIGHBOURS,
    PLACE_BETWEEN,
    PLACE_BITS,
    PLACE_NAMES,
    PLACE_SQUARES,
    PLACES,
    POSE_AFTER_ROTATION,
    TOUCHING_MASKS,
    places_of,
    walk_from,
)

from ..helpers.positions import assam, position
from ..helpers.random_games import apply_texts

GATE_TABLE = (
    "A00N A10S  A60E A60S  A06S A06E  A00W A01E",
    "A10N A00S  A61E A62W  A16S A26N  A01W A00E",
    "A20N A30S  A62E A61W  A26S A16N  A02W A03E",
    "A30N A20S  A63E A64W  A36S A46N  A03W A02E",
    "A40N A50S  A64E A63W  A46S A36N  A04W A05E",
    "A50N A40S  A65E A66W  A56S A66N  A05W A04E",
    "A60N A60W  A66E A65W  A66S A56N  A06W A06N",
)
GATE_ROWS = [pair.split() for row in GATE_TABLE for pair in row.split("  ")]

FEWEST = ("2344432", "3677763", "4788874", "4788874", "4788874", "3677763", "2344432")
CANDIDATE_COUNTS = [
    [4, 6, 7, 7, 7, 6, 4],
    [6, 10, 11, 11, 11, 10, 6],
    [7, 11, 12, 12, 12, 11, 7],
    [7, 11, 12, 12, 12, 11, 7],
    [7, 11, 12, 12, 12, 11, 7],
    [6, 10, 11, 11, 11, 10, 6],
    [4, 6, 7, 7, 7, 6, 4],
]


@pytest.mark.parametrize(("at", "expected"), GATE_ROWS)
def test_a_gate_leads_back_onto_the_board_through_its_mosaic(at: str, expected: Any) -> None:
    assert assam(apply_texts(position("gigamic", at=at, phase="roll"), "1")) == expected


def test_fourteen_mosaics_join_all_28_gates() -> None:
    assert (len(LOOPS), len(GATES), len({gate for loop in LOOPS for gate in loop})) == (14, 28, 28)


def test_squares_are_named_from_the_bottom_left() -> None:
    assert (NAMES[0], NAMES[6], NAMES[24], NAMES[42], NAMES[48]) == ("a7", "g7", "d4", "a1", "g1")


def test_a_board_has_84_places_for_a_rug() -> None:
    assert len(PLACES) == 84
    assert all(second in NEIGHBOURS[first] for first, second in PLACES.values())


def test_candidate_places_are_as_many_as_the_rules_say() -> None:
    assert [[len(CANDIDATE_RUGS[row * 7 + column]) for column in range(7)] for row in range(7)] == CANDIDATE_COUNTS


def most_disjoint(places: list[tuple[int, int]]) -> int:
    """Return the size of the largest set of places of which no two share a square."""
    if not places:
        return 0
    (first, *others) = places
    without = [place for place in others if not set(place) & set(first)]
    return max(1 + most_disjoint(without), most_disjoint(others))


@pytest.mark.parametrize("square", range(49))
def test_whole_rugs_leave_at_least_the_places_of_the_rules(square: int) -> None:
    places = [place[1:] for place in CANDIDATE_RUGS[square]]
    assert len(places) - most_disjoint(places) == int(FEWEST[square // 7][square % 7])


POSES = range(196)


def test_a_rotation_of_a_pose_keeps_the_square() -> None:
    assert [POSE_AFTER_ROTATION[24 << 2 | facing] for facing in range(4)] == [
        (99, 96, 97),
        (96, 97, 98),
        (97, 98, 99),
        (98, 99, 96),
    ]
    assert all(turned >> 2 == pose >> 2 for pose in POSES for turned in POSE_AFTER_ROTATION[pose])


def test_a_move_is_the_rotation_and_then_the_walk() -> None:
    for pose in POSES:
        walks = [walk_from(pose >> 2, (pose + quarter) % 4, face) for quarter in (-1, 0, 1) for face in (1, 2, 3, 4)]
        assert MOVE[pose] == tuple(walk.square << 2 | walk.facing for walk in walks)


def test_face_weights_are_those_of_the_die() -> None:
    assert [(str(face), DIE.count(face)) for face in (1, 2, 3, 4)] == list(FACE_WEIGHTS)


def test_places_are_numbered_in_the_order_of_their_notation() -> None:
    assert list(PLACE_NAMES) == sorted(PLACES)
    assert [NAMES[first] + NAMES[second] for first, second in PLACE_SQUARES] == list(PLACE_NAMES)


def test_two_squares_name_their_place() -> None:
    found = {(first, second): PLACE_BETWEEN[first][second] for first in range(49) for second in range(49)}
    expected = dict.fromkeys(found, -1)
    for place, (first, second) in enumerate(PLACE_SQUARES):
        expected |= {(first, second): place, (second, first): place}
    assert found == expected


def test_the_tables_of_candidate_places_agree() -> None:
    for square, places in enumerate(CANDIDATE_PLACES):
        assert CANDIDATE_RUGS[square] == tuple((place, *PLACE_SQUARES[place]) for place in places)
        assert CANDIDATE_SETS[square] == set(places)


def test_sets_of_places_are_bits() -> None:
    assert tuple(map(places_of, CANDIDATE_MASKS)) == CANDIDATE_PLACES
    assert [places_of(bit) for bit in PLACE_BITS] == [(place,) for place in range(84)]
    for squares, touching in zip(PLACE_SQUARES, TOUCHING_MASKS, strict=True):
        assert [*places_of(touching)] == [i for i, others in enumerate(PLACE_SQUARES) if {*squares} & {*others}]
