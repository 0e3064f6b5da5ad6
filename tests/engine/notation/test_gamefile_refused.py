import pytest

from games.engine.dice import V1
from games.engine.errors import BadFile
from games.engine.gamefile import decode, read, read_one, verify, write
from games.engine.scoresheet import MAX_FILE, MAX_LINE, MAX_LINES

from ..helpers.records import GAME, SHORTEST
from ..helpers.sealed_games import sealed_record

HEAD = GAME.split("\n\n")[0] + "\n"
TWO = HEAD.replace('"3"', '"2"')
SLIDES = HEAD.replace("gigamic", "slides")
VARIANT = HEAD.replace("gigamic", "gigamic-variant")
MINE = "L1>c4W"  # the first turn of these games
PLACES = "c+a4a5 c+a4b4 c+b3b4 c+b4b5 c+b5c5 c+c2c3 c+b3c3 c+c3d3 c+c5c6 c+c5d5"


def fault_of(text: str) -> tuple[str, int, int, str, str]:
    """Return code, line, column, what was found and what was expected."""
    with pytest.raises(BadFile) as caught:
        read_one(text)
    params = caught.value.params
    return caught.value.code, int(params["line"]), int(params["column"]), str(params["found"]), str(params["expected"])


TURNS = [
    # what is redundant
    ("A L1>c4N c+c5c6", "contradiction", 8, ">c4N", ">c4W"),
    ("A L1>c4W $1:B c+c5c6", "contradiction", 13, "$1:B", ""),
    ("A L1>c4W # c+c5c6", "contradiction", 13, "#", ""),
    ("A L1>c4W y+c5c6", "contradiction", 13, "y+c5c6", "c+c5c6"),
    ("A L1>c4W c+c6c5", "contradiction", 13, "c+c6c5", "c+c5c6"),
    ("B L1>c4W c+c5c6", "contradiction", 4, "B", "A"),
    ("D L1>c4W c+c5c6", "unreadable", 4, "D", "A"),
    # what the rules forbid
    ("A L1>c4W c+c4c5", "under-assam", 13, "c+c4c5", "c+"),
    ("A L1>c4W c+f1f2", "not-beside-assam", 13, "c+f1f2", "c+"),
    ("A L1>c4W +--", "can-lay", 13, "+--", "c+"),
    # what is not due
    ("A 1>d5N", "unexpected", 4 + 2, "1>d5N", "F L R"),
    ("A c+c5c6", "unexpected", 6, "c+c5c6", "F L R"),
    ("A L L1>c4W", "unexpected", 8, "L1>c4W", "1 2 3 4"),
    ("A L1>c4W L", "unexpected", 13, "L", "c+"),
    ("A L1>c4W c+c5c6 L", "unexpected", 20, "L", "the end of the line"),
    ("A L1>c4W c+c5c6 B resigns", "unexpected", 20, "B", "the end of the line"),
    ("A L1>c4W $", "contradiction", 13, "$", ""),
    ("A L1>c4W resigns", "unreadable", 13, "resigns", "c+"),
    # what means nothing
    ("A L5>c4W c+c5c6", "unreadable", 6, "L5>c4W", "F L R"),
    ("A l1>c4W c+c5c6", "unreadable", 6, "l1>c4W", "F L R"),
    ("A L1>c4W c+c5h6", "unreadable", 13, "c+c5h6", "c+"),
    ("A out of tea", "unreadable", 6, "out", "resigns, out of time"),
    ("A", "unfinished", 5, "", "F L R"),
    ("", "unreadable", 3, "", "A"),
    ("abort abort", "unexpected", 10, "abort", "the end of the line"),
    ("A resigns B resigns", "unexpected", 14, "B", "the end of the line"),
]


@pytest.mark.parametrize(("turn", "code", "column", "found", "expected"), TURNS)
def test_a_refused_turn_names_its_word(turn: str, code: str, column: int, found: str, expected: str) -> None:
    fault = fault_of(f"{HEAD}\n1. {turn}\n")
    assert fault[:4] == (code, 5, column, found)
    assert fault[4].startswith(expected)


FILES = [
    pytest.param(GAME.replace("2. B", "3. B"), "contradiction", 6, 1, "2.", id="the number of a turn"),
    pytest.param(GAME.replace("2. B", "1. B"), "contradiction", 6, 1, "2.", id="a number that was there already"),
    pytest.param(GAME.replace("2. B", "B"), "unreadable", 6, 1, "the number", id="no number"),
    pytest.param(GAME.replace("2. B", "02. B"), "unreadable", 6, 1, "the number", id="a number with a nought"),
    pytest.param(GAME.replace(" y+c6d6", ""), "unfinished", 6, 17, "y+", id="a turn without its rug"),
    pytest.param(GAME.replace("$2:A", "$3:A"), "contradiction", 6, 13, "$2:A", id="another payment"),
    pytest.param(GAME.replace("$2:A", "$2:C"), "contradiction", 6, 13, "$2:A", id="paid to another"),
    pytest.param(GAME.replace(" $2:A", ""), "contradiction", 6, 13, "$2:A", id="a payment that is missing"),
    pytest.param(GAME.split("2. B")[0] + "2. B R1>c5N", "contradiction", 6, 12, "$2:A", id="nor at the end"),
    pytest.param(GAME + "4. abort\n5. A L", "game-over", 9, 1, "", id="a turn after the end"),
    pytest.param(TWO + "\n" + SHORTEST.replace(" #", ""), "contradiction", 16, 21, "#", id="going out untold"),
    pytest.param(TWO + "\n" + SHORTEST.replace("$0/12", "$12"), "contradiction", 16, 14, "$0/12:A", id="paid it all"),
    pytest.param(VARIANT + "\n1. A 1>d5N c+c4d4\n2. B 1>d6N", "unfinished", 5, 18, "L R", id="no end rotation"),
    pytest.param(VARIANT + "\n1. A 1>d5N c+c4d4 F\n", "must-turn", 5, 19, "L R", id="straight on"),
    pytest.param(VARIANT + "\n1. A L1>d5N\n", "unexpected", 5, 6, "1 2 3 4", id="a rotation too early"),
    pytest.param(VARIANT + "\n1. A 1>d5N c+c4d4 3>d6N\n", "unexpected", 5, 19, "L R", id="a roll too early"),
    pytest.param(HEAD + "\n0. A L\n", "contradiction", 5, 1, "1.", id="a turn before the first"),
    pytest.param(SLIDES + '[Rolloff "A; B; C"]\n\n0. A L\n', "contradiction", 6, 4, "A resigns", id="before rolling"),
]


@pytest.mark.parametrize(("text", "code", "line", "column", "expected"), FILES)
def test_a_refused_game_file_names_its_line(text: str, code: str, line: int, column: int, expected: str) -> None:
    fault = fault_of(text)
    assert fault[:3] == (code, line, column)
    assert fault[4].startswith(expected)


HEADERS = [
    ('[Title "Chess"]', "unknown-title", 8, "Marrakech"),
    ('[Seats "5"]', "bad-seats", 8, "2 to 4"),
    ('[Seats "three"]', "bad-value", 8, "a number"),
    ('[Ruleset "chess"]', "unknown-ruleset", 10, "gigamic "),
    ('[Options "tea=yes"]', "unknown-option", 10, "dirhams "),
    ('[Options "straight=perhaps"]', "bad-value", 10, "yes no"),
    ('[Options "straight"]', "unreadable", 10, "every option once"),
    ('[Options "straight=no straight=no"]', "unreadable", 10, "every option once"),
    ('[D "Driss"]', "no-such-seat", 4, "A to C"),
    ('[Entropy D "ab"]', "no-such-seat", 12, "A to C"),
    ('[Entropy A "abc"]', "bad-value", 12, "hexadecimal digits"),
    ('[Commitment "abc"]', "bad-value", 13, "64 hexadecimal digits"),
    ('[Secret "abc"]', "bad-value", 9, "64 hexadecimal digits"),
    ('[Begun "yesterday"]', "bad-value", 8, "a date"),
    ('[Start "d4E"]', "contradiction", 8, "d4N"),
    ('[Result "A 30 (30+0), B 30 (30+0), C 30 (30+0)"]', "cut-off", 9, "*"),
    ('[Rolloff "A 1; B 2; C 3"]', "contradiction", 10, ""),
    ('[Next "A c"]', "contradiction", 7, "only rugs"),
    ('[Next "A y"]', "contradiction", 7, "seats of ABC"),
    ('[Next "D p"]', "contradiction", 7, "seats of ABC"),
    ('[Next "c"]', "unreadable", 7, "A c, B r"),
    ('[Interrupted "3"]', "contradiction", 14, "only steps"),
    ('[Interrupted "x"]', "unreadable", 14, "4, 7"),
    ('[Site "a" b]', "unreadable", 10, "]"),
    ("[Site here]", "unreadable", 7, '"…"'),
    ('[Site "a\\b"]', "unreadable", 7, '"…"'),
    ('[Site "a\tb"]', "unreadable", 9, "characters"),
    ('["a"]', "unreadable", 1, "[Key"),
]


@pytest.mark.parametrize(("header", "code", "column", "expected"), HEADERS)
def test_the_game_file_reader_refuses_a_header_at_its_value(header: str, code: str, column: int, expected: str) -> None:
    key = header[1:].split(" ")[0]
    lines = [line for line in HEAD.splitlines() if not line.startswith(f"[{key} ")]
    lines.insert(0 if key == "Title" else 1, header)
    fault = fault_of("\n".join(lines))
    assert fault[:3] == (code, 1 if key == "Title" else 2, column)
    assert fault[4].startswith(expected)


@pytest.mark.parametrize("key", ["Ruleset", "Seats"])
def test_the_game_file_reader_refuses_a_game_without_what_it_needs(key: str) -> None:
    text = "\n".join(line for line in HEAD.splitlines() if not line.startswith(f"[{key}"))
    assert fault_of(text) == ("missing-header", 1, 1, "", key)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "no-game", 1, 1),
        ("; nothing\n", "no-game", 1, 1),
        ("1. A L", "unexpected", 1, 1),
        ('[Seats "2"]', "unexpected", 1, 1),
        (HEAD + '[Seats "2"]', "twice", 4, 1),
        (GAME + ' [Site "x"]', "unexpected", 8, 2),
        (GAME + "; " + "x" * MAX_LINE, "too-long", 8, MAX_LINE + 1),
        (GAME + "\n" * MAX_LINES, "too-long", MAX_LINES + 1, 1),
        ("x" * (MAX_FILE + 1), "too-long", 1, 1),
    ],
)
def test_the_game_file_reader_refuses_what_is_no_file(text: str, code: str, line: int, column: int) -> None:
    assert fault_of(text)[:3] == (code, line, column)


def test_the_limits_of_game_files_hold_for_each_game_of_a_file() -> None:
    blank = "\n" * (MAX_LINES - 20)
    assert len(read(GAME + blank + GAME + blank)) == 2


def test_the_game_file_reader_refuses_bytes_beyond_the_limit() -> None:
    with pytest.raises(BadFile, match="too-long"):
        decode(b"x" * (MAX_FILE + 1))


ROLLOFFS = [
    ("A 3; B 2; C 2", "missing-roll", "another roll in part 2"),
    ("A 3; B 2", "contradiction", "every letter of ABC once"),
    ("A 3; B 2; B 1", "contradiction", "every letter of ABC once"),
    ("A 3; C 2; B 1", "contradiction", "A 3; B 2; C 1"),
    ("A 3 1; B 2; C 1", "contradiction", "no more rolls than were needed"),
    ("A3; B2; C1", "unreadable", "B 2; C 1 2; A 3"),
]


@pytest.mark.parametrize(("value", "code", "expected"), ROLLOFFS)
def test_the_game_file_reader_refuses_a_roll_off_at_its_header(value: str, code: str, expected: str) -> None:
    assert fault_of(f'{SLIDES}[Rolloff "{value}"]\n\n1. A L1>c4W\n') == (code, 4, 10, value, expected)


def test_the_game_file_reader_refuses_letters_that_a_roll_off_has_not_given_yet() -> None:
    assert fault_of(f'{SLIDES}[Rolloff "B 3; A; C"]\n')[:3] == ("contradiction", 4, 10)


def test_the_file_of_an_honest_game_verifies() -> None:
    record = sealed_record("slides", 4, leaving=3)
    assert verify(record) == ()
    assert verify(read_one(write(record))) == ()


def test_a_changed_roll_of_a_file_is_found_on_its_line() -> None:
    record = sealed_record(seats=3, version=V1)
    lines = write(record).splitlines()
    honest = read_one("\n".join(lines))
    cut = next(number for number, line in enumerate(lines) if line.startswith("2. "))
    text = "\n".join([line for line in lines[:cut] if not line.startswith("[Result")])
    turn = lines[cut - 1].split(" ")[:2]
    for face, end in enumerate(("d5N", "d6N", "d7N", "c7S"), 1):
        changed = read_one("\n".join([*text.splitlines()[:-1], f"{' '.join(turn)} F{face}>{end}"]))
        faults = verify(changed)
        rolled = next(entry for entry in honest.log if entry[0] is None)[1]
        assert [(fault.line, fault.ply, fault.code) for fault in faults] == (
            [] if str(face) == rolled else [(cut - 1, 1, "roll")]
        )


def test_a_changed_commitment_of_a_file_is_found_on_its_line() -> None:
    text = write(sealed_record())
    line = next(line for line in text.splitlines() if line.startswith("[Commitment"))
    record = read_one(text.replace(line, f'[Commitment "{"0" * 64}"]'))
    (fault,) = verify(record)
    assert (fault.line, fault.ply, fault.code) == (text.splitlines().index(line) + 1, -1, "commitment")


def test_changed_mixed_entropy_of_a_file_is_found_on_its_line() -> None:
    text = write(sealed_record())
    line = next(line for line in text.splitlines() if line.startswith("[Mixed"))
    (fault,) = verify(read_one(text.replace(line, f'[Mixed "{"0" * 64}"]')))
    assert (fault.line, fault.ply, fault.code, fault.found) == (
        text.splitlines().index(line) + 1,
        -1,
        "mixed",
        "0" * 64,
    )


@pytest.mark.parametrize("key", ["Table", "Commitment", "Secret", "Entropy B"])
def test_a_game_whose_dice_are_not_open_cannot_be_verified(key: str) -> None:
    text = write(sealed_record())
    record = read_one("\n".join(line for line in text.splitlines() if not line.startswith(f"[{key}")))
    with pytest.raises(BadFile) as caught:
        verify(record)
    assert (caught.value.code, caught.value.params["expected"]) == ("missing-header", key.split()[0])


def test_a_file_with_opened_dice_needs_its_roll_off() -> None:
    text = write(sealed_record("slides", 3))
    cut = "\n".join(line for line in text.splitlines() if not line.startswith("[Rolloff"))
    assert fault_of(cut) == ("missing-header", 1, 1, "", "Rolloff")
