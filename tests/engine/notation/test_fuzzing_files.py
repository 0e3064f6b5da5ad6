import re
from collections.abc import Callable

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from games.engine.errors import BadFile
from games.engine.gamefile import decode, read, read_one, verify, write

from ..helpers.call_counts import count_calls, grows_no_faster_than
from ..helpers.find_playthroughs import PLAYTHROUGHS
from ..helpers.fuzz import changed_text, edits
from ..helpers.sealed_games import sealed_file

GAMES = [path.read_text(encoding="utf-8") for path in sorted(PLAYTHROUGHS.glob("*.mkg"))]
sealed = st.sampled_from([("gigamic", 2), ("slides", 3)]).map(lambda table: sealed_file(*table))
HEAD = '[Title "Marrakech"]\n[Ruleset "gigamic"]\n[Seats "2"]\n'
ROLLED = HEAD.replace("gigamic", "slides")
MEGABYTES = 10_000_000


def refusal_of(text: str) -> BadFile | None:
    """Read a file. Return why it is refused, or None; what is read can be written and read again."""
    try:
        records = read(text)
    except BadFile as error:
        return error
    assert [read_one(write(record)) for record in records] == records
    return None


def check(text: str) -> None:
    """Read a file, and check that a refusal names a place in it."""
    refusal = refusal_of(text)
    if refusal:
        assert set(refusal.params) == {"line", "column", "found", "expected"}
        line, column = int(refusal.params["line"]), int(refusal.params["column"])
        assert 1 <= column <= len(re.split("\r\n?|\n", text)[line - 1]) + 2


@example(text="\r0")  # its second line begins after a CR
@given(text=st.text() | st.lists(st.sampled_from(GAMES[0].split(" ")), max_size=30).map(" ".join))
def test_any_text_is_refused_as_a_game_or_can_be_written(text: str) -> None:
    check(text)


@given(game=st.sampled_from(GAMES), how=st.lists(edits, min_size=1, max_size=4))
def test_a_damaged_file_is_refused_or_can_be_written(game: str, how: list[tuple[int, int, str | None]]) -> None:
    check(changed_text(game, how))


@settings(max_examples=settings().max_examples // 4)  # each of them takes long
@given(game=sealed, how=st.lists(edits, min_size=1, max_size=2))
def test_a_damaged_file_is_refused_or_its_dice_are_verified(game: str, how: list[tuple[int, int, str | None]]) -> None:
    try:
        faults = [verify(record) for record in read(changed_text(game, how))]
    except BadFile as error:
        refusal = error
    else:
        assert all(fault.line >= 1 and fault.expected != fault.found for found in faults for fault in found)
        return
    assert set(refusal.params) == {"line", "column", "found", "expected"}


def test_a_missing_commitment_of_a_seat_is_found_beside_that_of_the_site() -> None:
    lines = [
        line for line in sealed_file("gigamic", 2).split("\n") if not line.startswith(("[Dice ", "[Commitment B "))
    ]
    faults = verify(read_one("\n".join(lines)))
    assert [lines[fault.line - 1].split()[0] for fault in faults if fault.code == "share"] == ["[Commitment"]


@given(game=st.sampled_from(GAMES), at=st.integers(0, 5000), rubbish=st.binary(min_size=1, max_size=3))
def test_undecodable_bytes_of_a_file_are_refused_at_their_place(game: str, at: int, rubbish: bytes) -> None:
    data = game.encode()
    data = data[: at % len(data)] + b"\xff" + rubbish + data[at % len(data) :]
    with pytest.raises(BadFile) as caught:
        decode(data)
    params = caught.value.params
    assert (caught.value.code, params["found"]) == ("not-utf-8", "ff")
    assert data.split(b"\n")[int(params["line"]) - 1][int(params["column"]) - 1 :].startswith(b"\xff")


LONG: dict[str, Callable[[int], str]] = {
    "one line": lambda size: "x" * size,
    "empty lines": lambda size: "\n" * size,
    "comments": lambda size: HEAD + "\n" + "; a comment\n" * size,
    "headers": lambda size: HEAD + "".join(f'[Key{number} "value"]\n' for number in range(size)),
    "escapes": lambda size: HEAD + '[Key "' + '\\"' * size + '"]\n',
    "an open quotation": lambda size: HEAD + '[Key "' + "\\" * size,
    "quotations": lambda size: HEAD + "[Key " + '"x' * size,
    "options": lambda size: HEAD + '[Options "' + "a=1 " * size + '"]\n',
    "rolls": lambda size: ROLLED + f'[Rolloff "A{" 1" * (size // 8)}; B{" 1" * (size // 8)}"]\n',
    "draws": lambda size: HEAD + f'[Next "{", ".join(["A c"] * size)}"]\n',
    "plies": lambda size: HEAD + f'[Interrupted "{", ".join(map(str, range(size)))}"]\n',
    "words": lambda size: HEAD + "\n1. A " + "L " * size,
    "turns": lambda size: HEAD + "\n" + "1. A L1>c4W\n" * size,
    "titles": lambda size: '[Title "Marrakech"]\n' * size,
    "short games": lambda size: (HEAD + "\n1. A resigns\n") * (size // 10),
}


@pytest.mark.parametrize("kind", LONG)
def test_reading_a_file_takes_linear_time(kind: str) -> None:
    assert grows_no_faster_than(lambda size: read(LONG[kind](size)), 480, refusing=BadFile)


RUBBISH = {
    "one line": "x" * MEGABYTES,
    "empty lines": "\n" * MEGABYTES,
    "brackets": "[" * MEGABYTES,
    "titles": '[Title "Marrakech"]\n' * (MEGABYTES // 20),
    "games": (HEAD + "\n1. A resigns\n") * (MEGABYTES // 70),
}


@pytest.mark.parametrize("kind", RUBBISH)
def test_ten_megabytes_of_a_game_file_are_refused_at_once(kind: str) -> None:
    with pytest.raises(BadFile) as caught:
        read(RUBBISH[kind])
    assert caught.value.code == "too-long"
    assert count_calls(read, RUBBISH[kind], refusing=BadFile) < 100


def test_ten_megabytes_of_bytes_are_refused_before_they_are_decoded() -> None:
    with pytest.raises(BadFile) as caught:
        decode(b"\xff" * MEGABYTES)
    assert caught.value.code == "too-long"
