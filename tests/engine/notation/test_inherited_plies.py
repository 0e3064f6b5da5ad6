"""Tests of games that continue a position of another one: their own dice made the later results."""

import random
from functools import cache

import pytest

from games.engine import dice
from games.engine.dice import Opening, Shares
from games.engine.errors import BadFile
from games.engine.gamefile import Record, read_one, verify, write

from ..helpers.command_line import Capture, output_of, type_in
from ..helpers.random_games import TITLE
from ..helpers.sealed_games import sealed_record, shares_of
from ..helpers.verify_dice_script import SCRIPT, faults_in

SHORT = (("rugs", "6/5/4"),)
TABLE, SECRET = "another2tab", bytes(range(50, 82))
KINDS = [("gigamic", 2, 20), ("gigamic", 3, 11), ("slides", 3, 2), ("bga-code", 2, 13)]


@cache
def branched(ruleset: str = "gigamic", seats: int = 2, given: int = 20) -> Record:
    """Return a game that begins with this many plies of another one and goes on with its own dice."""
    begun = sealed_record(ruleset, seats, options=SHORT)
    chooser, shares = random.Random(7), shares_of(seats, 7)
    commitments = tuple(dice.share_commitment(bytes.fromhex(share)) for share in shares)
    openings = [Opening(seats - 1, given)]
    log = list(begun.log[:given])
    state = TITLE.replay(TITLE.start(ruleset, dict(SHORT), seats), log)
    while TITLE.outcome(state) is None:
        chance = TITLE.chance(state)
        if len(log) > given + 6 and len(openings) == 1:
            openings += [Opening(seat, len(log)) for seat in range(seats - 1)]
        mixed = bytes.fromhex(Shares(dice.V2, shares, commitments, openings=tuple(openings)).mixed)
        drawn = chance and TITLE.parse(state, None, dice.draw(SECRET, mixed, chance))
        action = drawn or chooser.choice(TITLE.legal_actions(state))
        log.append((action.seat, TITLE.notation(action)))
        state = TITLE.apply(state, action)
    headers = {
        "Dice": "marrakech-dice-v2",
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
    """Return a file with another value of the header Given."""
    lines = write(branched()).split("\n")
    return "\n".join(f'[Given "{value}"]' if line.startswith("[Given ") else line for line in lines)


def given_in(text: str) -> str:
    return next(line for line in text.split("\n") if line.startswith("[Given "))


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_the_same_game_when_its_file_is_read(kind: tuple[str, int, int]) -> None:
    assert read_one(write(branched(*kind))) == branched(*kind)


def test_the_file_counts_what_was_given() -> None:
    assert given_in(write(branched())) == '[Given "20: A 3, B 2, pile A 3, pile B 3"]'


def test_plies_without_a_result_are_a_number_alone() -> None:
    assert given_in(write(branched("gigamic", 3, 1))) == '[Given "1"]'


@pytest.mark.parametrize("kind", KINDS)
def test_the_engine_passes_over_what_was_given(kind: tuple[str, int, int]) -> None:
    assert verify(branched(*kind)) == ()


def test_without_the_header_the_given_results_are_faults() -> None:
    lines = write(branched()).split("\n")
    assert verify(read_one("\n".join(line for line in lines if not line.startswith("[Given "))))


@pytest.mark.parametrize("kind", KINDS)
def test_the_stand_alone_program_passes_over_what_was_given(kind: tuple[str, int, int]) -> None:
    assert faults_in(write(branched(*kind))) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_stand_alone_program_counts_the_results_that_were_given(kind: tuple[str, int, int]) -> None:
    (game,) = SCRIPT.read(write(branched(*kind)))
    game.check()
    assert sum(game.given.values()) == sum(seat is None for seat, _text in branched(*kind).log[: kind[2]])


def test_a_result_after_the_given_ones_is_compared() -> None:
    assert faults_in(with_header("20: A 2, B 2, pile A 3, pile B 3"))


@pytest.mark.parametrize("value", ["20: A 300", "20: pile A 300", "20: X 3", "twenty"])
def test_the_stand_alone_program_refuses_a_header_that_hides_more_than_there_is(value: str) -> None:
    assert faults_in(with_header(value))


@pytest.mark.parametrize("value", ["20: A 3, B 3", "30: A 3, B 2, pile A 3, pile B 3", "20", "9999: A 3"])
def test_the_reader_refuses_a_header_that_the_turns_contradict(value: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_one(with_header(value))
    assert raised.value.code == "contradiction"


@pytest.mark.parametrize("value", ["", "0", "twenty", "20:", "20: A"])
def test_the_reader_refuses_a_header_of_another_form(value: str) -> None:
    with pytest.raises(BadFile) as raised:
        read_one(with_header(value))
    assert raised.value.code == "bad-value"


def test_the_command_shows_the_inherited_plies(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, write(branched()))
    assert "match the dice, 20 plies inherited; shares drawn: 2 by the site\n" in output_of(capsys, "verify", "-")
