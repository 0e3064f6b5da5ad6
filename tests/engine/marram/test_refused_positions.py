"""Tests of positions from outside that are refused: each says where, what it found and what belongs there."""

from typing import Any

import pytest

from games.engine.errors import BadPosition
from games.engine.marram.title import MARRAM

A, B = "A:0/7.0.3/0.0/4.16.15", "B:0/7.0.3/0.0/23.22.52"
START = f"classic-short 1 A/2 {A} {B} 0@0r0 - ?"
THREE = "classic-short 2 B/2 A:0/7.0.3/0.0/x1 B:0/7.0.3/0.0/23.22.52 C:0/7.0.3/0.0/24.25.26 0@0r0 - ?"
LEAVING = "classic-short 1 A/1 A:0/7.0.3/0.0/4.16 B:0/7.0.3/0.0/23.22.52x C:0/7.0.3/0.0/24.25.26 0@0r0 15 ?"
ALONE = f"classic-short 2 -/0 A:0/7.0.3/0.0/x1 {B} 0@0r0 - ?"
DRAWING = "pitchfork-short 0 A/0 A:0/5.4.3/0.0/- B:0/5.4.3/0.0/- 0@0r0 - ?"


def refused(line: str) -> BadPosition:
    with pytest.raises(BadPosition) as raised:
        MARRAM.read_position(line)
    return raised.value


@pytest.mark.parametrize("line", [START, THREE, LEAVING, ALONE, DRAWING])
def test_a_line_without_mistakes_is_read(line: str) -> None:
    assert MARRAM.position_line(MARRAM.read_position(line)) == line


@pytest.mark.parametrize(
    ("old", "new", "where", "found", "expected"),
    [
        (START, START + " " * 4000, "line", "classic-short", "at most 4000 characters"),
        (START, "classic-short 1 A/2", "line", "classic-short 1 A/2", "two to four seats"),
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
def test_a_line_with_a_mistake_is_refused(old: str, new: str, where: str, found: str, expected: str) -> None:
    error = refused(START.replace(old, new, 1))
    assert str(error.params["where"]).startswith(where)
    assert found in str(error.params["found"])
    assert expected in str(error.params["expected"])


@pytest.mark.parametrize(
    ("line", "where", "expected"),
    [
        (DRAWING.replace("0@0r0", "0@0r0x012"), "board.0.gone", "parts below "),
        (START.replace("A/2", "A/0"), "phase", "act: the rack is full, or the pile empty"),
        (THREE.replace(" 2 B/2", " 4 A/2"), "current", "a seat that has not left"),
        (THREE.replace("0@0r0", "0@0r0AL0"), "board.0.claims", "no piece of a seat that has left"),
    ],
)
def test_other_contradictions_are_refused(line: str, where: str, expected: str) -> None:
    error = refused(line)
    assert (error.code, error.params["where"]) == ("contradiction", where)
    assert expected in str(error.params["expected"])


def changed(path: str, value: object, line: str = START) -> dict[str, Any]:
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
def test_json_with_a_mistake_is_refused(path: str, value: object, where: str, expected: str) -> None:
    with pytest.raises(BadPosition) as raised:
        MARRAM.from_json(changed(path, value))
    assert raised.value.params["where"] == where
    assert expected in str(raised.value.params["expected"])
