"""Tests of recorded results of the dice: every machine and every program must give the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import dice
from games.engine.dice import Opening, Shares
from games.engine.marrakech.board import FACE_WEIGHTS
from games.engine.values import Chance

from ..helpers.listed_chance import WEIGHTS, listed_file, shuffle_chances
from ..helpers.verify_dice_script import SCRIPT, faults_in

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "dice_vectors.json").read_text())
KINDS = {"rolls": ("roll", FACE_WEIGHTS), "rolloff": ("order", FACE_WEIGHTS), "coins": ("pile", (("c", 1), ("y", 1)))}
each = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["table"])
SECOND = [vector for vector in VECTORS if vector["version"] > dice.V1]
second = pytest.mark.parametrize("vector", SECOND, ids=lambda vector: vector["table"])


def shares_of(vector: dict[str, Any]) -> Shares:
    """Return the shares of a vector, opened one after the other."""
    openings = tuple(Opening(seat, number) for number, seat in enumerate(vector.get("openings", ())))
    commitments = tuple(vector.get("commitments", ()))
    return Shares(vector["version"], tuple(vector["shares"]), commitments, openings=openings, table=vector["table"])


def drawn(vector: dict[str, Any], chance: Chance) -> dice.Proof:
    return dice.prove(bytes.fromhex(vector["secret"]), bytes.fromhex(vector["mixed"]), chance)


@each
def test_the_commitment_to_the_secret_matches_the_vectors(vector: dict[str, Any]) -> None:
    assert dice.commitment(vector["table"], bytes.fromhex(vector["secret"]), vector["version"]) == vector["commitment"]


@each
def test_the_dice_mix_matches_the_vectors(vector: dict[str, Any]) -> None:
    assert shares_of(vector).mixed == vector["mixed"]


@second
def test_the_commitments_of_players_match_the_vectors(vector: dict[str, Any]) -> None:
    table, version = vector["table"], vector["version"]
    found = [dice.share_commitment(bytes.fromhex(share), table, version) for share in vector["shares"]]
    assert found == vector["commitments"]
    assert shares_of(vector).wrong == {}


@second
def test_every_opening_gives_the_mix_and_the_rolls_of_the_vectors(vector: dict[str, Any]) -> None:
    mixes = shares_of(vector).mixes
    assert [mixed.hex() for _, mixed in mixes] == [stage["mixed"] for stage in vector["stages"]]
    for (_, mixed), stage in zip(mixes, vector["stages"], strict=True):
        for seat, expected in enumerate(stage["rolls"]):
            chances = [Chance("roll", seat, index, FACE_WEIGHTS) for index in range(len(expected))]
            secret = bytes.fromhex(vector["secret"])
            assert "".join(dice.draw(secret, mixed, chance) for chance in chances) == expected


@each
@pytest.mark.parametrize("kind", KINDS)
def test_results_of_chance_match_the_vectors(vector: dict[str, Any], kind: str) -> None:
    label, weights = KINDS[kind]
    for seat, expected in enumerate(vector[kind]):
        chances = [Chance(label, seat, index, weights) for index in range(len(expected))]
        assert "".join(drawn(vector, chance).result for chance in chances) == expected


@each
def test_draws_from_a_shrinking_pile_match_the_vectors(vector: dict[str, Any]) -> None:
    for seat, expected in enumerate(vector["piles"]):
        piles = [(("c", 12 - index // 2), ("y", 12 - (index + 1) // 2)) for index in range(len(expected))]
        chances = [Chance("pile", seat, index, weights) for index, weights in enumerate(piles)]
        assert "".join(drawn(vector, chance).result for chance in chances) == expected


@each
def test_rejected_bytes_match_the_vectors(vector: dict[str, Any]) -> None:
    for rejected in vector["rejected"]:
        proof = drawn(vector, Chance("roll", rejected["seat"], rejected["index"], FACE_WEIGHTS))
        assert (proof.result, proof.rejections, proof.digest) == (
            rejected["result"],
            rejected["rejections"],
            rejected["digest"],
        )


@each
def test_a_proof_has_the_number_that_decides(vector: dict[str, Any]) -> None:
    proof = drawn(vector, Chance("roll", 0, 0, FACE_WEIGHTS))
    assert (proof.width, proof.total) == (1, 6)
    assert proof.number == int(proof.digest[:2], 16)
    assert proof.result == "122334"[proof.number % 6]


@each
def test_a_shuffle_by_single_draws_matches_the_vectors(vector: dict[str, Any]) -> None:
    assert [drawn(vector, chance).result for chance in shuffle_chances(vector)] == vector["shuffle"]
    assert sorted(vector["shuffle"]) == [f"T{number:02}" for number in range(1, 85)]


@each
def test_results_by_weight_and_without_a_seat_match_the_vectors(vector: dict[str, Any]) -> None:
    proofs = [drawn(vector, Chance("wind", None, number, WEIGHTS)) for number in range(len(vector["weighted"]))]
    found = [
        {"result": one.result, "rejections": one.rejections, "digest": one.digest, "number": one.number}
        for one in proofs
    ]
    assert found == vector["weighted"]
    assert {(one.width, one.total) for one in proofs} == {(2, 33_007)}


@each
def test_the_stand_alone_verifier_matches_the_vectors(vector: dict[str, Any]) -> None:
    text = listed_file(vector)
    (game,) = SCRIPT.read(text)
    game.check()
    assert game.faults == []
    assert sum(game.counts.values()) == 84 + len(vector["weighted"])
    assert faults_in(text.replace(f"={vector['shuffle'][40]};", f"={vector['shuffle'][83]};"))
