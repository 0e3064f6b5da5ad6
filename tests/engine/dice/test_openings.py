import re
from dataclasses import replace

import pytest

from games.engine import dice
from games.engine.dice import Opening, Shares
from games.engine.errors import BadFile
from games.engine.gamefile import read_one, verify, write

from ..helpers.sealed_games import SECRET, TABLE, sealed_file, sealed_record
from ..helpers.verify_dice_script import faults_in

OPENED = re.compile(r'\[Opened "(.*)"\]')


def opened_in(text: str) -> str:
    found = OPENED.search(text)
    assert found
    return found[1]


def with_opened(value: str) -> str:
    return OPENED.sub(f'[Opened "{value}"]', sealed_file())


def without(key: str) -> str:
    return "\n".join(line for line in sealed_file().split("\n") if not line.startswith(f"[{key} "))


def found_by_all(text: str) -> bool:
    """Return True if both programs find a fault."""
    try:
        found = bool(verify(read_one(text)))
    except BadFile:
        found = True
    return found and bool(faults_in(text))


def test_a_game_file_says_after_which_results_a_share_was_opened() -> None:
    entries = opened_in(sealed_file()).split("; ")
    assert entries[0] == "B 0"
    assert entries[1] == "A 2: pile A 1, pile B 1"


def test_a_record_with_openings_survives_its_file() -> None:
    assert read_one(sealed_file()) == sealed_record()


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_honest_game_with_openings_has_no_fault(seats: int) -> None:
    assert verify(sealed_record(seats=seats)) == ()
    assert faults_in(sealed_file(seats=seats)) == []


def test_a_game_file_leaves_out_a_share_that_was_never_opened() -> None:
    record = sealed_record(seats=4)
    assert record.entropy[2] == ""
    assert {opening.seat for opening in record.openings} == {0, 1, 3}
    assert verify(record) == ()


@pytest.mark.parametrize("version", dice.PROTOCOLS)
def test_games_of_every_dice_version_have_no_fault(version: int) -> None:
    assert verify(sealed_record(version=version)) == ()
    assert faults_in(sealed_file(version=version)) == []


def test_an_opening_changes_only_later_results() -> None:
    record = sealed_record()
    first, second = record.openings
    moved = replace(record, openings=(first, Opening(second.seat, 0)))
    plies = {fault.ply for fault in verify(moved)}
    assert plies
    assert max(plies) < second.ply


@pytest.mark.parametrize("value", ["A 0", "B 0; A 1; B 2", "B 1; A 0", "A 0; B 0", "B 0; C 3", "B 0", "B 0; A 9999"])
def test_the_verifier_finds_changed_openings(value: str) -> None:
    assert found_by_all(with_opened(value))


@pytest.mark.parametrize("key", ["Opened", "Entropy A", "Entropy B", "Commitment A", "Commitment B", "Dice"])
def test_the_verifier_finds_a_missing_header_of_openings(key: str) -> None:
    assert found_by_all(without(key))


def test_the_engine_refuses_openings_that_do_not_fit_the_turns() -> None:
    entries = opened_in(sealed_file())
    for found in re.finditer(r"\d(?=,|$)", entries):
        other = str((int(found[0]) + 1) % 10)
        with pytest.raises(BadFile):
            read_one(with_opened(f"{entries[: found.start()]}{other}{entries[found.end() :]}"))


def test_a_share_that_does_not_fit_its_commitment_is_found_on_the_line_of_the_commitment() -> None:
    record = sealed_record()
    other = replace(record, entropy=("ab" * 16, record.entropy[1]))
    text = write(other)
    line = next(at for at, line in enumerate(text.split("\n"), 1) if line.startswith("[Commitment A"))
    assert (line, "share") in [(fault.line, fault.code) for fault in verify(read_one(text))]
    assert any("the share of A is not the one" in sentence for _line, sentence in faults_in(text))


def test_an_unknown_source_of_a_share_is_refused() -> None:
    assert found_by_all(sealed_file().replace('[Drawn A "device"]', '[Drawn A "deviec"]'))


def test_no_result_depends_on_an_unopened_share() -> None:
    shares = ("11" * 16, "22" * 16)
    commitments = tuple(dice.share_commitment(bytes.fromhex(share), TABLE) for share in shares)
    closed = Shares(dice.V21, ("", "22" * 16), commitments, openings=(Opening(1, 0),))
    both = Shares(dice.V21, shares, commitments, openings=(Opening(1, 0), Opening(0, 7)))
    assert both.mixes[:2] == closed.mixes
    assert dice.mix_at(both.mixes, 6) == dice.mix_at(closed.mixes, 6)
    assert dice.mix_at(both.mixes, 7) != dice.mix_at(closed.mixes, 7)
    assert len(SECRET) == 32
