from dataclasses import replace
from pathlib import Path

import pytest

from games.engine.commands.files import FOLDER
from games.engine.errors import BadFile
from games.engine.gamefile import decode, read_one, write
from games.engine.scoresheet import with_plain_blanks

from ..helpers.mailed_files import MAILED, quoted, wrapped
from ..helpers.records import GAME
from ..helpers.tampering import FILES

LONG = """\
; This game was played in the evening by two friends who had a long talk about tea and rugs and the road to Fez.
[Title "Marrakech"] ; a comment that is so long that a mail program must wrap it somewhere, if it wraps lines at all
[Ruleset "gigamic"]
[Seats "3"]
[Site "a place whose name has many words, so that its header cannot be kept on a single line of an email"]

1. A L1>c4W c+c5c6 ; a turn with a comment that goes on and on, until it has to be wrapped at the end of the line
2. B R1>c5N $2:A y+c6d6
3. C F1>c6N $2:B r+d5d6
; step 12 (played by a stand-in robot), with a remark that is rather longer than the widest line of a mail, to be sure
"""
SAMPLES = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.glob("*.m??")}
ALL = {**SAMPLES, "a pile": FILES["a pile"], "comments": LONG}


@pytest.mark.parametrize("way", MAILED)
@pytest.mark.parametrize("name", ALL)
def test_a_file_that_was_mailed_is_read_as_it_was(name: str, way: str) -> None:
    record, before = read_one(decode(MAILED[way](ALL[name]))), read_one(ALL[name])
    assert replace(record, headers=before.headers) == before
    assert {key: with_plain_blanks(value) for key, value in record.headers.items()} == before.headers


def test_no_break_spaces_in_a_name_and_in_the_place_are_kept() -> None:
    text = GAME.replace('[Seats "3"]', '[Seats\u00a0"3"]\n[A "Jean\u00a0Luc"]\n[Site "Fez\u00a0est"]')
    record = read_one(text)
    assert (record.names[0], record.headers["Site"]) == ("Jean\u00a0Luc", "Fez\u00a0est")
    assert read_one(write(record)) == record


@pytest.mark.parametrize("data", [GAME.encode("utf-16-le"), GAME.encode("utf-16-be"), GAME.encode("utf-32")])
def test_utf_16_without_its_mark_is_refused_at_its_first_nought(data: bytes) -> None:
    with pytest.raises(BadFile) as caught:
        decode(data)
    assert (caught.value.code, caught.value.params["line"], caught.value.params["found"]) == ("not-utf-8", 1, "00")


def test_half_a_character_of_utf_16_is_refused_at_its_place() -> None:
    with pytest.raises(BadFile) as caught:
        decode(GAME.encode("utf-16") + b"x")
    assert (caught.value.code, caught.value.params["line"]) == ("not-utf-8", GAME.count("\n") + 1)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        (quoted(GAME.replace("$2:A", "$3:A")), 6, 15),
        (GAME.replace("$2:A", "$3:A").replace("\n", "\r"), 6, 13),
        (wrapped(LONG.replace("$2:A", "$3:A")), 12, 13),
        (GAME.replace('[Seats "3"]', f'[Seats "3"]\n[Site "{"x " * 30}\n  and\tmore"]'), 5, 6),
    ],
)
def test_a_fault_of_a_mailed_file_is_found_at_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(BadFile) as caught:
        read_one(text)
    assert (caught.value.params["line"], caught.value.params["column"]) == (line, column)


def test_a_short_line_is_never_taken_for_the_rest_of_another() -> None:
    with pytest.raises(BadFile) as caught:
        read_one(GAME.replace("2. B", "B"))
    assert (caught.value.code, caught.value.params["line"]) == ("unreadable", 6)


def test_a_header_wrapped_into_very_many_lines_is_refused() -> None:
    value = "\n".join(["x" * 59] * 100)
    with pytest.raises(BadFile):
        read_one(GAME.replace('[Seats "3"]', f'[Seats "3"]\n[Site "{value}"]'))


def test_samples_are_long_enough_to_be_wrapped() -> None:
    assert isinstance(FOLDER, Path)
    assert all(wrapped(text) != text for text in ALL.values())
