"""Tests of game files that are refused: each says which line is wrong, and what the rules expect there."""

from pathlib import Path

import pytest

from games.engine.errors import BadFile
from games.engine.gamefile import read_one

HEADERS = """\
[Title "Marram"]
[Ruleset "classic-long"]
[Seats "2"]
[A "Ada"]
[B "Ben"]
[Racks "A 4 19 72, B 5 82 74"]
[Result "*"]
"""
TURNS = """\

1. A 19 s1 3, 4 s1e1 1 | 23 16
2. B 74 n1 0, 82 w1 2 L1 | 54 52
3. A 23 n1w1 3, 72 w2 1 L1 | 66 55
4. B 52 s2 1 L0, 54 s2w1 0 | 40 34
5. A 66 n2w1 3 B1 +2:A, 16 s1w2 0 | 48 71
"""
LEFT = (Path(__file__).parent / "playthroughs" / "classic-short.left-later.mrm").read_text()


def refused(text: str) -> BadFile:
    with pytest.raises(BadFile) as raised:
        read_one(text)
    return raised.value


def test_the_game_without_mistakes_is_read() -> None:
    assert len(read_one(HEADERS + TURNS).log) == 26


@pytest.mark.parametrize(
    ("old", "new", "code", "line", "expected"),
    [
        ("A 4 19 72, B", "A 4 19 72; B", "unreadable", 6, "A 4 16 15, B 23 22 52"),
        ("A 4 19 72, B 5", "A 4 19 72, C 5", "no-such-seat", 6, "A to B, each once"),
        ("A 4 19 72, B 5", "A 4 19 72, A 5", "no-such-seat", 6, "A to B, each once"),
        ("A 4 19 72,", "A 4 19 72 6,", "contradiction", 6, "the first racks, as many tiles as each seat draws"),
        ("B 5 82 74", "B 4 82 74", "impossible-result", 6, ""),
        ('[Result "*"]', '[Interrupted "x"]', "unreadable", 7, "numbers of plies, such as 7, 12"),
        ('[Result "*"]', '[Interrupted "7"]', "contradiction", 7, "plies at which a seat leaves"),
        ('[Result "*"]', '[Interrupted "99"]', "contradiction", 7, "plies at which a seat leaves"),
        ('[Result "*"]', '[Pile "23,16"]', "unreadable", 7, "the numbers of tiles"),
        ('[Result "*"]', '[Pile "16 23"]', "contradiction", 7, "23 16 54 52"),
        ("2. B", "2 B", "unreadable", 10, "the number of the turn and a full stop"),
        ("2. B", "3. B", "contradiction", 10, "2."),
        ("2. B", "2. A", "contradiction", 10, "B"),
        ("2. B", "2. X", "unreadable", 10, "B"),
        ("2. B 74 n1 0, 82 w1 2 L1 | 54 52", "2.", "unreadable", 10, "B"),
        ("2. B 74 n1 0, 82 w1 2 L1 | 54 52", "2. B", "unfinished", 10, ""),
        (" | 54 52", "", "contradiction", 11, "2."),
        (" | 54 52", "\n2. B 5 w2 0", "unfinished", 11, ", "),
        ("| 54 52", "| 54 no", "unexpected", 10, ""),
        ("| 54 52", "| 54 52 66", "unexpected", 10, "the end of the line"),
        ("82 w1 2 L1 |", "82 w1 2 L1, 5 w2 0 |", "unexpected", 10, "the end of the line, or | and the tiles drawn"),
        ("82 w1 2 L1", "82 w1 2 L9", "unreadable", 10, ""),
        ("82 w1 2 L1", "82 n9 2", "not-beside-tile", 10, ", "),
        ("82 w1 2 L1", "82 W1 2 L1", "contradiction", 10, "82 w1 2 L1"),
        (" +2:A", "", "contradiction", 13, "+2:A"),
        (" +2:A", " +3:A", "contradiction", 13, "+2:A"),
        ("4. B 52 s2 1 L0, 54 s2w1 0 | 40 34", "4. abort", "game-over", 13, ""),
    ],
)
def test_a_file_with_a_mistake_is_refused(old: str, new: str, code: str, line: int, expected: str) -> None:
    text = HEADERS + TURNS
    assert text.count(old) == 1
    error = refused(text.replace(old, new))
    assert (error.code, error.params["line"]) == (code, line)
    assert expected in str(error.params.get("expected", ""))


def test_the_line_of_a_seat_that_left_earlier_has_the_number_of_its_turn() -> None:
    line = next(line for line in LEFT.splitlines() if line.endswith(("resigns", "out of time")))
    error = refused(LEFT.replace(line, f"1{line}"))
    assert error.code == "contradiction"
    assert error.params["expected"] == line.split()[0]
