"""Tests that the JSON schema of positions of Marram fits the code."""

import importlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.engine.errors import BadPosition
from games.engine.marram import position_json as reader
from games.engine.marram.state import REASONS
from games.engine.marram.title import MARRAM

from ..helpers.marram_games import RULESETS, random_game, scoring_game

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "position-marram.schema.json").read_text(encoding="utf-8"))
PROPERTIES = SCHEMA["properties"]
LAST = PROPERTIES["last"]["anyOf"][1]
VALIDATOR: Any = importlib.import_module("jsonschema").Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    type(VALIDATOR).check_schema(SCHEMA)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("ruleset", RULESETS)
def test_every_position_of_a_game_fits_and_has_every_key(ruleset: str, seats: int) -> None:
    played = [*random_game(ruleset, seats, Random(seats), leaving=0.01), *scoring_game(ruleset, seats, Random(seats))]
    for ply in played[::7] + played[-1:]:
        data = MARRAM.to_json(ply.after)
        VALIDATOR.validate(data)
        assert list(data) == list(PROPERTIES)
        assert list(data["seats"][0]) == list(PROPERTIES["seats"]["items"]["properties"])


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_smallest_position_fits(ruleset: str) -> None:
    data = {"ruleset": ruleset, "seats": [{"seat": "A"}, {"seat": "B"}], "board": {"0": {"tile": 0}}}
    VALIDATOR.validate(data)
    assert MARRAM.position_line(MARRAM.from_json(data)).startswith(f"{ruleset} 1 A/2 ")


@pytest.mark.parametrize(
    "change",
    [
        {"seats": [{"seat": "A"}]},
        {"ruleset": "animals"},
        {"title": "marrakech"},
        {"board": {"n": {"tile": 0}}},
        {"board": {"0": {"tile": 85}}},
        {"board": {"0": {"tile": 0, "rot": 4}}},
        {"discards": "0"},
        {"acting": "A", "phase": "roll"},
        {"unknown": 1},
        {"phase": "over", "outcome": {"reason": "rugs"}},
        {"leaving": ["E"]},
    ],
)
def test_what_the_reader_cannot_read_does_not_fit(change: dict[str, Any]) -> None:
    data = {"ruleset": "classic-short", "seats": [{"seat": "A"}, {"seat": "B"}], "board": {"0": {"tile": 0}}, **change}
    assert not VALIDATOR.is_valid(data)
    with pytest.raises(BadPosition):
        MARRAM.from_json(data)


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        (SCHEMA, reader.KEYS),
        (PROPERTIES["seats"]["items"], reader.SEAT_KEYS),
        (PROPERTIES["board"]["additionalProperties"], reader.LAID_KEYS),
        (LAST["properties"]["scored"]["items"], reader.SCORED_KEYS),
    ],
)
def test_the_schema_has_the_keys_of_the_reader_and_no_others(schema: Any, keys: tuple[str, ...]) -> None:
    assert sorted(schema["properties"]) == sorted(keys)
    assert schema["additionalProperties"] is False


def test_the_schema_names_what_there_is() -> None:
    assert PROPERTIES["ruleset"]["enum"] == list(RULESETS)
    assert PROPERTIES["phase"]["enum"] == list(reader.PHASES)
    assert PROPERTIES["outcome"]["anyOf"][1]["properties"]["reason"]["enum"] == list(REASONS)
    assert LAST["properties"]["scored"]["items"]["properties"]["kind"]["enum"] == list(reader.KINDS)
