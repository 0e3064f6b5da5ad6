"""Tests that the JSON schema of positions fits the code."""

import copy
import importlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from games.engine.marrakech import position_json as reader
from games.engine.marrakech.options import OPTION_SPECS, RULESETS
from games.engine.marrakech.state import PHASES, REASONS

from ..helpers.random_games import ALL, TITLE, Options, random_game
from ..rules.test_properties import rulesets, seat_counts, seeds, short_mixes
from .test_position_json import turned
from .test_position_refused import MALFORMED, set_in

SCHEMA = json.loads((Path(__file__).parents[3] / "docs" / "position.schema.json").read_text(encoding="utf-8"))
PROPERTIES = SCHEMA["properties"]
VALIDATOR: Any = importlib.import_module("jsonschema").Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    type(VALIDATOR).check_schema(SCHEMA)


@given(ruleset=rulesets, seats=seat_counts, seed=seeds, mix=short_mixes)
def test_every_position_of_a_game_fits_and_has_every_key(ruleset: str, seats: int, seed: int, mix: Options) -> None:
    states, _ = random_game(ruleset, seats, seed, mix, leaving=0.01)
    for state in (states[len(states) * (seed % 7) // 6 - 1], states[-1]):
        data = TITLE.to_json(state)
        VALIDATOR.validate(data)
        assert list(data) == list(PROPERTIES)
        assert list(data["seats"][0]) == list(PROPERTIES["seats"]["items"]["properties"])


@pytest.mark.parametrize("ruleset", ALL)
def test_the_smallest_position_fits(ruleset: str) -> None:
    assert VALIDATOR.is_valid({"ruleset": ruleset, "seats": [{}, {}]})


@pytest.mark.parametrize(("path", "value"), MALFORMED)
def test_what_the_reader_cannot_read_does_not_fit(path: tuple[Any, ...], value: Any) -> None:
    data = copy.deepcopy(turned())
    set_in(data, path, value)
    assert not VALIDATOR.is_valid(data) or path == ("rolloff",)


@pytest.mark.parametrize(
    ("schema", "keys"),
    [
        (SCHEMA, reader.KEYS),
        (PROPERTIES["assam"], reader.ASSAM_KEYS),
        (PROPERTIES["seats"]["items"], reader.SEAT_KEYS),
        (PROPERTIES["board"]["patternProperties"]["^[a-g][1-7]$"], reader.RUG_KEYS),
        (PROPERTIES["last"]["anyOf"][1], reader.LAST_KEYS),
        (PROPERTIES["outcome"]["anyOf"][1], reader.OUTCOME_KEYS),
    ],
)
def test_the_schema_has_the_keys_of_the_reader_and_no_others(schema: Any, keys: tuple[str, ...]) -> None:
    assert sorted(schema["properties"]) == sorted(keys)
    assert schema["additionalProperties"] is False


def test_the_schema_names_what_there_is() -> None:
    assert PROPERTIES["ruleset"]["enum"] == list(RULESETS)
    assert PROPERTIES["phase"]["enum"] == list(PHASES)
    assert PROPERTIES["outcome"]["anyOf"][1]["properties"]["reason"]["enum"] == list(REASONS)
    assert PROPERTIES["ply"]["maximum"] == reader.MAX_COUNT
    assert PROPERTIES["rolloff"]["items"]["maxItems"] == reader.MAX_ROLLOFFS


@pytest.mark.parametrize("spec", OPTION_SPECS, ids=lambda spec: spec.name)
def test_the_schema_has_the_values_of_every_option(spec: Any) -> None:
    option = PROPERTIES["options"]["properties"][spec.name]
    expected = f"^{spec.pattern}$" if spec.pattern else list(spec.values)
    assert option.get("pattern", option.get("enum")) == expected
