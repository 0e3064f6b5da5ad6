import random
import re
from functools import cache

import pytest
from hypothesis import given

from games.engine import dice, registry
from games.engine.commands import main
from games.engine.dice import Opening, Shares
from games.engine.errors import BadFile, CorruptLog
from games.engine.gamefile import Record, decode, games, read, read_one, verify, write
from games.engine.replay import replay

from ..helpers.command_line import Capture, type_in
from ..helpers.random_games import TITLE, Log, Options, next_action, random_game
from ..helpers.records import GAME, NAMES, SHORTEST, record_of
from ..helpers.sealed_games import sealed_record, shares_of
from ..helpers.toy import STONES
from ..helpers.verify_dice_script import SCRIPT, faults_in
from ..rules.test_properties import rulesets, seat_counts, seeds, short_mixes


def stopped_game(ruleset: str, seats: int, seed: int, changes: Options) -> Log:
    """Play a game that seats leave, even before the first turn, and that can be aborted or end early."""
    chooser = random.Random(seed)
    leaving, ending = chooser.choice((0, 0.02, 0.3)), chooser.choice((0, 0.02))
    state, log = TITLE.start(ruleset, changes, seats), []
    while TITLE.outcome(state) is None and (not ending or chooser.random() > ending):
        action = next_action(state, chooser)
        if chooser.random() < leaving:
            inside = [seat for seat, holding in enumerate(state.seats) if not holding.out]
            action = TITLE.parse(state, chooser.choice(inside), chooser.choice(("resigns", "out of time")))
        elif ending and chooser.random() < ending:
            action = TITLE.parse(state, None, "abort")
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    return log


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_game_survives_its_file(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    log = stopped_game(ruleset, seats, seed, mix)
    text = write(record_of(log, ruleset, seats, options=mix))
    again = read_one(text)
    assert again.log == tuple(log)
    assert (again.names, again.seats, again.ruleset) == (NAMES[:seats], seats, ruleset)
    assert write(again) == text


@given(seats=seat_counts, seed=seeds, mix=short_mixes)
def test_a_roll_off_in_which_people_leave_survives_its_file(seats: int, seed: int, mix: Options) -> None:
    options = {**mix, "order": "rolloff", "rugs": "1/1/1"}
    log = stopped_game("slides", seats, seed, options)
    assert read_one(write(record_of(log, "slides", seats, options=options))).log == tuple(log)


@given(seed=seeds, mix=short_mixes)
def test_the_last_of_two_players_survives_the_file(seed: int, mix: Options) -> None:
    options = {**mix, "survivor": "plays_on", "two_player_colours": "2", "rugs": "4/4/4"}
    log = stopped_game("gigamic", 2, seed, options)
    assert read_one(write(record_of(log, seats=2, options=options))).log == tuple(log)


LAID = [(None, "c"), (None, "r"), (None, "1"), (0, "c4d4")]
INTERRUPTED = [
    ([*LAID, (1, "resigns"), (None, "c")], ["1. A 1>d5N c+c4d4 B resigns", "2. A"], '[Interrupted "4"]'),
    ([*LAID, (1, "resigns"), (None, "c"), (0, "R")], ["1. A 1>d5N c+c4d4 B resigns", "2. A R"], '[Interrupted "4"]'),
    ([*LAID, (1, "resigns"), (None, "abort")], ["1. A 1>d5N c+c4d4 B resigns", "2. abort"], '[Interrupted "4, 5"]'),
    ([*LAID, (None, "c"), (1, "resigns")], ["1. A 1>d5N c+c4d4 B resigns"], '[Next "A c, B r"]'),
    ([*LAID, (None, "c"), (0, "resigns")], ["1. A 1>d5N c+c4d4 A resigns"], '[Next "A c, B r"]'),
    ([(1, "resigns"), (None, "c")], ["0. B resigns"], '[Interrupted "0"]'),
    ([(None, "c"), (1, "resigns")], ["0. B resigns"], '[Interrupted "1"]'),
    ([(None, "c"), (None, "abort")], ["0. abort"], '[Interrupted "1"]'),
]


@pytest.mark.parametrize(("log", "lines", "header"), INTERRUPTED)
def test_a_resignation_during_a_draw_has_its_place_in_the_file(log: Log, lines: list[str], header: str) -> None:
    record = record_of(log, "gigamic-variant", 2, options={"survivor": "plays_on"})
    text = write(record)
    assert text.split("\n\n")[1].splitlines() == lines
    assert header in text.splitlines()
    assert read_one(text) == record


def test_rugs_drawn_and_put_away_are_in_the_headers() -> None:
    _, log = random_game("summary-strict", 2, 1)
    text = write(record_of(log, "summary-strict", 2))
    assert '[Next "A c, A y, A c, A c, A c, B r, B p, B p, B p, B r, B p, B p"]' in text.splitlines()
    assert read_one(text).log == tuple(log)


def test_players_who_leave_a_roll_off_share_a_line() -> None:
    log = [(None, "3"), (1, "resigns"), (None, "3"), (3, "out of time"), (None, "4"), (None, "1")]
    text = write(record_of(log, "slides", 4))
    assert "0. C resigns D out of time" in text.splitlines()
    assert '[Rolloff "A 3 4; C; B 3 1; D"]' in text.splitlines()
    assert read_one(text).log == tuple(log)


def test_a_seat_that_leaves_while_the_first_rugs_are_drawn_is_last_in_the_order_of_play() -> None:
    options = {"order": "rolloff", "survivor": "plays_on"}
    text = write(record_of([(None, "2"), (None, "3"), (1, "resigns")], "gigamic", 2, options=options))
    assert '[Rolloff "A 2; B 3"]' in text.splitlines()
    assert read_one(text).log[2:] == ((1, "resigns"),)


def test_a_game_file_is_written_as_the_rules_say() -> None:
    record = Record(
        title="marrakech",
        ruleset="gigamic",
        options={"straight": "yes", "dirhams": "20"},
        seats=3,
        names=("Amina", "Brahim", "Chama"),
        log=read_one(GAME).log,
        headers={"Ended": "2026-11-21", "Note": "x", "Table": "k3m9", "Begun": "2026-11-20", "Site": "here"},
        entropy=("aa", "bb", "cc"),
    )
    headers = """\
[Title "Marrakech"]
[Ruleset "gigamic"]
[Options "dirhams=20"]
[Seats "3"]
[A "Amina"]
[B "Brahim"]
[C "Chama"]
[Site "here"]
[Table "k3m9"]
[Start "d4N"]
[Begun "2026-11-20"]
[Ended "2026-11-21"]
[Entropy A "aa"]
[Entropy B "bb"]
[Entropy C "cc"]
[Result "*"]
[Note "x"]
"""
    assert write(record) == headers + GAME[GAME.index("\n\n") + 1 :]


def test_a_record_shows_the_line_of_every_ply() -> None:
    record = read_one(GAME)
    assert record.lines == (5, 5, 5, 6, 6, 6, 7, 7, 7)
    assert record.places == {"Title": 1, "Ruleset": 2, "Seats": 3}


LENIENT = [
    pytest.param(GAME.replace("\n", "\r\n"), id="lines may end as in Windows"),
    pytest.param("\ufeff" + GAME, id="a byte order mark may stand at the beginning"),
    pytest.param(GAME.replace("\n", "\n\n"), id="blank lines may stand everywhere"),
    pytest.param(GAME.replace("\n", " ; told [A]\n").replace("\n\n", "\n; alone\n\n"), id="comments may, too"),
    pytest.param(GAME.replace(" ", "  ").replace("Title  ", "Title "), id="between words there may be more blanks"),
    pytest.param(GAME.replace("1. A", "\t 1.\tA "), id="and tabs"),
    pytest.param(GAME.rstrip("\n"), id="the last line need not end"),
    pytest.param(GAME.replace("Marrakech", "marrakech"), id="the title may go by its key"),
    pytest.param(GAME.replace("\n\n", '\n[Result "*"]\n[Options ""]\n\n'), id="headers that say nothing are fine"),
    pytest.param(GAME.replace("\n\n", '\n[Start "d4N"]\n[Begun "2026-11-20T12:00Z"]\n\n'), id="dates have times"),
]


@pytest.mark.parametrize("text", LENIENT)
def test_the_game_file_reader_accepts_equivalent_spellings(text: str) -> None:
    text = text.replace('[Ruleset  "', '[Ruleset "').replace('[Seats  "', '[Seats "')
    assert read_one(text).log == read_one(GAME).log


def test_unknown_headers_of_a_file_are_kept() -> None:
    text = GAME.replace("\n\n", '\n[Weather "a \\"fine\\" day \\\\o/"]\n\n')
    assert read_one(text).headers == {"Weather": 'a "fine" day \\o/'}
    assert '[Weather "a \\"fine\\" day \\\\o/"]' in write(read_one(text))


def test_unprintable_characters_in_headers_are_replaced() -> None:
    text = write(Record("marrakech", "gigamic", {}, 3, ("a\nb", "\ud800", "\x85"), ()))
    assert read_one(text).names == ("a\ufffdb", "\ufffd", "\ufffd")


def test_a_file_may_hold_several_games() -> None:
    found = read(GAME + "\n; another\n" + GAME.replace('"3"', '"4"') + GAME.split("\n\n")[0])
    assert [(record.seats, len(record.log)) for record in found] == [(3, 9), (4, 9), (3, 0)]


def test_games_of_a_file_are_read_one_by_one() -> None:
    first, *_ = games(GAME + GAME.replace("c5c6", "c5c9"))
    assert len(list(first.plies())) == 9


def test_a_file_of_several_games_is_refused_where_one_is_expected() -> None:
    with pytest.raises(BadFile) as caught:
        read_one(GAME + GAME)
    assert (caught.value.code, caught.value.params["line"]) == ("more-games", 8)


def test_bytes_of_a_game_file_are_decoded() -> None:
    assert decode(b"\xef\xbb\xbf" + "é".encode()) == "é"


@pytest.mark.parametrize(
    ("data", "line", "column"), [(b"\xff", 1, 1), (b"ab\ncd\xc3x", 2, 3), (b"\xef\xbb\xbf\xff", 1, 1)]
)
def test_bytes_that_are_no_utf_8_are_refused(data: bytes, line: int, column: int) -> None:
    with pytest.raises(BadFile) as caught:
        decode(data)
    assert (caught.value.code, caught.value.params["line"], caught.value.params["column"]) == (
        "not-utf-8",
        line,
        column,
    )


TOY = '[Title "Stones"]\n[Ruleset "standard"]\n[Seats "2"]\n[A "Ada"]\n[B "Bo"]\n'


@pytest.fixture
def _stones(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.TITLES, STONES.key, STONES)


@pytest.mark.usefixtures("_stones")
@pytest.mark.parametrize(
    ("log", "lines", "result"),
    [
        ([(0, "2"), (1, "1"), (0, "2")], "1. A 2\n2. B 1\n3. A 2\n", "A 1, B 0"),
        ([(0, "2"), (1, "out of time")], "1. A 2\n2. B out of time\n", "A 1, B 0"),
        ([(0, "2"), (None, "abort")], "1. A 2\n2. - abort\n", "*"),
        ([], "", "*"),
    ],
)
def test_games_of_any_title_have_files(log: Log, lines: str, result: str) -> None:
    record = Record("stones", "standard", {}, 2, ("Ada", "Bo"), tuple(log))
    assert write(record) == f'{TOY}[Result "{result}"]\n\n{lines}'
    assert read_one(write(record)) == record


@pytest.mark.usefixtures("_stones")
@pytest.mark.parametrize(
    ("lines", "column", "code"),
    [
        ("2. A 2", 1, "contradiction"),
        ("1. C 2", 4, "unreadable"),
        ("1. A 3", 6, "unreadable"),
        ("1. A", 5, "unreadable"),
        ("1.", 3, "unreadable"),
    ],
)
def test_the_lines_of_a_file_of_any_title_are_checked(lines: str, column: int, code: str) -> None:
    with pytest.raises(BadFile) as caught:
        read_one(f"{TOY}\n{lines}\n")
    assert (caught.value.code, caught.value.params["column"]) == (code, column)


def test_headers_of_any_text_survive_a_file() -> None:
    chooser = random.Random(5)
    for _ in range(30):
        value = "".join(chooser.choice('a"\\; []é\t') for _ in range(12))
        assert read_one(write(record_of([], headers={"Note": value}))).headers["Note"] == value.replace("\t", "\ufffd")


def test_letters_of_a_file_without_a_roll_off_are_the_seats() -> None:
    record = read_one(GAME.replace("gigamic", "slides"))
    assert (record.options, record.log) == ({"order": "given"}, read_one(GAME).log)


def test_the_roll_off_of_a_file_shows_who_sits_where() -> None:
    headers = '[Rolloff "B 2; C 1; A 3"]\n[A "Third"]\n[B "First"]\n[Entropy A "cc"]\n'
    record = read_one(GAME.replace("gigamic", "slides").replace("\n\n", "\n" + headers + "\n"))
    assert record.log[:4] == ((None, "2"), (None, "1"), (None, "3"), (2, "L"))
    assert (record.names, record.entropy) == (("First", "", "Third"), ("", "", "cc"))


def test_a_file_with_any_start_may_let_assam_face_south_at_first() -> None:
    assert read_one(GAME.split("\n\n")[0] + '\n[Start "d4S"]\n').options == {"start_direction": "S"}


def two(lines: str, headers: str = "", ruleset: str = "gigamic") -> Record:
    return read_one(f'[Title "Marrakech"]\n[Ruleset "{ruleset}"]\n[Seats "2"]\n{headers}\n{lines}')


def test_the_drawn_rugs_of_a_file_follow_from_the_colours_laid() -> None:
    record = two("1. A L1>c4W y+c5c6\n2. B R1>c5N $2:A p+c6d6\n3. A L1>b5W y+a5a6\n")
    assert [text for seat, text in record.log if seat is None and text in "cyrp"] == ["y", "p", "y", "r"]


def test_a_draw_is_not_written_to_a_file_before_it_is_needed() -> None:
    assert two("1. A L1>c4W y+c5c6\n").log[-1] == (0, "c5c6")


def test_the_next_header_shows_rugs_drawn_and_never_laid() -> None:
    record = two("1. A L1>c4W y+c5c6\n", '[Next "A c, B p"]\n')
    assert record.log[:2] == ((None, "y"), (None, "p"))
    assert record.log[-1] == (None, "c")


def test_the_next_header_shows_rugs_drawn_before_the_first_turn() -> None:
    assert two("", '[Next "A y"]\n').log == ((None, "y"),)


def test_a_colour_missing_from_a_file_is_one_that_the_seat_does_not_need() -> None:
    options = '[Options "rugs=2/2/2"]\n'
    record = two("1. A L1>c4W c+c5c6\n2. B R1>c5N $2:A r+c6d6\n3. A resigns\n", options)
    assert [text for _, text in record.log[:2]] == ["c", "r"]
    assert read_one(write(record)).log == record.log


def test_the_shortest_game_of_the_rules_is_read_without_any_header_of_this_site() -> None:
    record = two(SHORTEST, '[Result "B out, A 72 (60+12)"]\n')
    state = replay(TITLE, "gigamic", {}, 2, record.log)
    assert (TITLE.outcome(state).reason, state.turn) == ("survivor", 12)


def test_an_illegal_log_is_not_written_to_a_file() -> None:
    with pytest.raises(CorruptLog):
        write(record_of([(0, "c5c6")]))


def test_a_header_value_that_fits_no_line_is_not_written() -> None:
    with pytest.raises(BadFile, match="too-long"):
        write(record_of([], headers={"Site": "x" * 2000}))


SHORT = (("rugs", "6/5/4"),)
TABLE, SECRET = "another2tab", bytes(range(50, 82))
KINDS = [("gigamic", 2, 20), ("gigamic", 3, 11), ("slides", 3, 2), ("bga-code", 2, 13)]


@cache
def branched(ruleset: str = "gigamic", seats: int = 2, given: int = 20) -> Record:
    """Return a game that begins with this many plies of another one and goes on with its own dice."""
    begun = sealed_record(ruleset, seats, options=SHORT)
    chooser, shares = random.Random(7), shares_of(seats, 7)
    commitments = tuple(dice.share_commitment(bytes.fromhex(share), TABLE) for share in shares)
    openings = [Opening(seats - 1, given)]
    log = list(begun.log[:given])
    state = TITLE.replay(TITLE.start(ruleset, dict(SHORT), seats), log)
    while TITLE.outcome(state) is None:
        chance = TITLE.chance(state)
        if len(log) > given + 6 and len(openings) == 1:
            openings += [Opening(seat, len(log)) for seat in range(seats - 1)]
        mixed = bytes.fromhex(Shares(dice.V21, shares, commitments, openings=tuple(openings)).mixed)
        drawn = chance and TITLE.parse(state, None, dice.draw(SECRET, mixed, chance))
        action = drawn or chooser.choice(TITLE.legal_actions(state))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    headers = {
        "Dice": dice.PROTOCOLS[dice.V21],
        "Table": TABLE,
        "Commitment": dice.commitment(TABLE, SECRET),
        "Secret": SECRET.hex(),
        "Branch of": begun.headers["Table"],
    }
    return Record(
        "marrakech",
        ruleset,
        dict(SHORT),
        seats,
        begun.names,
        tuple(log),
        headers,
        shares,
        commitments,
        ("site",) * seats,
        tuple(openings),
        inherited_plies=given,
    )


def with_header(value: str) -> str:
    lines = write(branched()).split("\n")
    return "\n".join(f'[Given "{value}"]' if line.startswith("[Given ") else line for line in lines)


def given_in(text: str) -> str:
    return next(line for line in text.split("\n") if line.startswith("[Given "))


@pytest.mark.parametrize("kind", KINDS)
def test_a_branched_game_survives_its_file(kind: tuple[str, int, int]) -> None:
    assert read_one(write(branched(*kind))) == branched(*kind)


def test_the_file_of_a_branched_game_counts_the_inherited_results() -> None:
    assert given_in(write(branched())) == '[Given "20: A 3, B 2, pile A 3, pile B 3"]'


def test_inherited_plies_without_results_are_a_number_alone() -> None:
    assert given_in(write(branched("gigamic", 3, 1))) == '[Given "1"]'


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_does_not_verify_inherited_results(kind: tuple[str, int, int]) -> None:
    assert verify(branched(*kind)) == ()


def test_inherited_results_without_their_header_are_faults() -> None:
    lines = write(branched()).split("\n")
    text = "\n".join(line for line in lines if not line.startswith("[Given "))
    assert verify(read_one(re.sub(r'\[Acted "A 20; B 22"\]', '[Acted "A 2; B 6"]', text)))


@pytest.mark.parametrize("kind", KINDS)
def test_the_stand_alone_verifier_does_not_verify_inherited_results(kind: tuple[str, int, int]) -> None:
    assert faults_in(write(branched(*kind))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_stand_alone_verifier_counts_inherited_results(kind: tuple[str, int, int]) -> None:
    (game,) = SCRIPT.read(write(branched(*kind)))
    game.check()
    assert sum(game.given.values()) == sum(seat is None for seat, _text in branched(*kind).log[: kind[2]])


def test_a_result_after_the_inherited_ones_is_verified() -> None:
    assert faults_in(with_header("20: A 2, B 2, pile A 3, pile B 3"))


@pytest.mark.parametrize("value", ["20: A 300", "20: pile A 300", "20: X 3", "twenty"])
def test_the_stand_alone_verifier_refuses_a_header_with_too_many_inherited_results(value: str) -> None:
    assert faults_in(with_header(value))


@pytest.mark.parametrize("value", ["20: A 3, B 3", "30: A 3, B 2, pile A 3, pile B 3", "20", "9999: A 3"])
def test_the_reader_refuses_a_header_of_inherited_results_that_the_turns_contradict(value: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_one(with_header(value))
    assert raised.value.code == "contradiction"


@pytest.mark.parametrize("value", ["", "0", "twenty", "20:", "20: A"])
def test_the_reader_refuses_a_malformed_header_of_inherited_results(value: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_one(with_header(value))
    assert raised.value.code == "bad-value"


def test_the_command_shows_the_inherited_plies(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, write(branched()))
    assert main(["verify", "-"]) == 3  # the site has not opened the share of B at the start
    assert "match the dice, 20 plies inherited; of 2 shares, 0 were drawn" in capsys.readouterr().out
