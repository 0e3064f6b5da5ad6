"""Tests of recorded results of the dice: every machine and every program must give the same."""

import json
from pathlib import Path
from typing import Any

import pytest

from games.engine import dice
from games.engine.marrakech.rules.board import FACE_WEIGHTS
from games.engine.values import Chance

VECTORS: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "dice_vectors.json").read_text())
KINDS = {"rolls": ("roll", FACE_WEIGHTS), "rolloff": ("order", FACE_WEIGHTS), "coins": ("pile", (("c", 1), ("y", 1)))}
each = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["table"])


def drawn(vector: dict[str, Any], chance: Chance) -> dice.Proof:
    return dice.prove(bytes.fromhex(vector["secret"]), bytes.fromhex(vector["mixed"]), chance)


@each
def test_the_seal_is_the_same(vector: dict[str, Any]) -> None:
    assert dice.commitment(vector["table"], bytes.fromhex(vector["secret"])) == vector["commitment"]


@each
def test_the_mix_is_the_same(vector: dict[str, Any]) -> None:
    assert dice.table_entropy([bytes.fromhex(share) for share in vector["shares"]]).hex() == vector["mixed"]


@each
@pytest.mark.parametrize("kind", KINDS)
def test_results_are_the_same(vector: dict[str, Any], kind: str) -> None:
    label, weights = KINDS[kind]
    for seat, expected in enumerate(vector[kind]):
        chances = [Chance(label, seat, index, weights) for index in range(len(expected))]
        assert "".join(drawn(vector, chance).result for chance in chances) == expected


@each
def test_draws_from_a_shrinking_pile_are_the_same(vector: dict[str, Any]) -> None:
    for seat, expected in enumerate(vector["piles"]):
        piles = [(("c", 12 - index // 2), ("y", 12 - (index + 1) // 2)) for index in range(len(expected))]
        chances = [Chance("pile", seat, index, weights) for index, weights in enumerate(piles)]
        assert "".join(drawn(vector, chance).result for chance in chances) == expected


@each
def test_what_is_rejected_is_the_same(vector: dict[str, Any]) -> None:
    for rejected in vector["rejected"]:
        proof = drawn(vector, Chance("roll", rejected["seat"], rejected["index"], FACE_WEIGHTS))
        assert (proof.result, proof.rejections, proof.digest) == (
            rejected["result"],
            rejected["rejections"],
            rejected["digest"],
        )


@each
def test_a_proof_says_what_decides(vector: dict[str, Any]) -> None:
    proof = drawn(vector, Chance("roll", 0, 0, FACE_WEIGHTS))
    assert (proof.width, proof.total) == (1, 6)
    assert proof.number == int(proof.digest[:2], 16)
    assert proof.result == "122334"[proof.number % 6]
