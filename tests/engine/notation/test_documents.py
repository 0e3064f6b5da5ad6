import hashlib
import hmac
import json
import re
from pathlib import Path
from typing import Any

import pytest

from games.engine.errors import BadFile, BadPosition
from games.engine.gamefile import Record, read_one, verify, write
from games.engine.marrakech import position_line
from games.engine.marrakech.board import GATES, NAMES
from games.engine.marrakech.options import OPTION_SPECS, RULESETS
from games.engine.marrakech.position_line import FIELDS
from games.engine.marrakech.state import PHASES
from games.engine.scoresheet import MAX_FILE, MAX_LINE, MAX_LINES

from ..helpers.random_games import TITLE

DOCS = Path(__file__).parents[3] / "docs"
NOTATION = (DOCS / "notation.md").read_text(encoding="utf-8")
FILES = (DOCS / "game-file.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```([a-z].*)\n((?:.*\n)*?)```$", re.MULTILINE)


def blocks(text: str, kind: str) -> list[Any]:
    """Return the examples of a kind with the labels of their first lines."""
    found = [(info[len(kind) :].split(), body) for info, body in BLOCK.findall(text) if info.startswith(kind)]
    return [pytest.param(labels, body, id=f"{kind} {number}") for number, (labels, body) in enumerate(found)]


LINES, JSON, GAMES = blocks(NOTATION, "position"), blocks(NOTATION, "json position"), blocks(FILES, "mkg")


def test_the_notation_document_has_examples_of_everything() -> None:
    assert (len(LINES), len(JSON), len(GAMES)) == (4, 2, 8)


@pytest.mark.parametrize(("labels", "body"), LINES)
def test_a_position_line_matches_the_notation_document(labels: list[str], body: str) -> None:
    for text in body.splitlines():
        if not labels:
            assert position_line.to_line(position_line.from_line(text)) == text
            continue
        with pytest.raises(BadPosition) as caught:
            position_line.from_line(text)
        assert ["refused", str(caught.value.params["column"]), caught.value.code] == labels


@pytest.mark.parametrize(("labels", "body"), JSON)
def test_the_json_position_of_the_notation_document_is_read(labels: list[str], body: str) -> None:
    state = TITLE.from_json(json.loads(body))
    assert TITLE.from_json(TITLE.to_json(state)) == state
    assert labels == []


@pytest.mark.parametrize(("labels", "body"), GAMES)
def test_a_game_file_matches_the_notation_document(labels: list[str], body: str) -> None:
    if "refused" in labels:
        with pytest.raises(BadFile) as caught:
            read_one(body)
        params = caught.value.params
        assert ["refused", str(params["line"]), str(params["column"]), caught.value.code] == labels
        return
    record = read_one(body)
    assert read_one(write(record)) == record
    assert labels == (["verified"] if verified(record) else [])


def verified(record: Record) -> bool:
    return "Secret" in record.headers and verify(record) == ()


def test_a_game_file_is_written_as_the_notation_document_shows() -> None:
    body = GAMES[0].values[1]
    assert write(read_one(body)) == body


def test_the_worked_results_of_the_dice_document_are_right() -> None:
    record = read_one(GAMES[0].values[1])
    mixed, secret = bytes.fromhex(record.headers["Mixed"]), bytes.fromhex(record.headers["Secret"])
    for message, first in re.findall(r"K\s*\+ `([0-9a-f ]+)`, its digest\s+begins with `(..)`", FILES):
        digest = hmac.new(secret, mixed + bytes.fromhex(message), hashlib.sha256).hexdigest()
        assert digest.startswith(first)
    assert record.log[0] == (None, "c")
    assert record.log[3] == (None, "2")


def test_the_documented_limits_are_those_of_the_code() -> None:
    assert (
        f"Limits: {MAX_FILE:,} characters a file, {MAX_LINE:,} characters a line, {MAX_LINES:,} lines a game" in FILES
    )
    assert f"at most {position_line.MAX_LINE:,} characters" in NOTATION


def test_all_rulesets_and_options_are_in_the_notation_document() -> None:
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (?:`(.*)`)? ?\|$", FILES, re.MULTILINE))
    usual = RULESETS["gigamic"].options
    for key, ruleset in RULESETS.items():
        changes = {name: value for name, value in ruleset.options.items() if usual[name] != value}
        assert key == "gigamic" or dict(part.split("=") for part in rows[key].split()) == changes
        assert f"`{key}`" in NOTATION
    for spec in OPTION_SPECS:
        row = re.search(rf"^\| `{spec.name}` \| (.*) \|$", FILES, re.MULTILINE)
        assert row
        assert spec.pattern or all(f"`{value}`" in row[1] for value in spec.values)


def test_all_fields_and_phases_of_a_line_are_in_the_notation_document() -> None:
    assert re.findall(r"^\| `([a-z]+)` \| [^|]+ \| [^|]+ \|$", NOTATION, re.MULTILINE) == list(FIELDS)
    assert all(f"`{letter}`" in NOTATION for letter in position_line.PHASE_LETTERS)
    assert all(f"`{phase}`" in NOTATION for phase in PHASES)


def test_the_documented_mosaics_are_those_of_the_board() -> None:
    table = NOTATION.split("### Mosaics")[1].split("## Actions")[0]
    pairs = re.findall(r"([a-g][1-7])(?: [a-z]+)? – ([a-g][1-7])", table)
    joined = {(NAMES[square], NAMES[step.square]) for (square, _), step in GATES.items()}
    assert {pair for here, there in pairs for pair in ((here, there), (there, here))} == joined
    assert len(pairs) == len(GATES) // 2


@pytest.mark.parametrize("module", ["scoresheet", "gamefile", "marrakech/turn_format"])
def test_every_code_of_a_refusal_is_documented(module: str) -> None:
    source = (DOCS.parent / "games" / "engine" / f"{module}.py").read_text(encoding="utf-8")
    codes = set(re.findall(r'(?:refuse|BadFile)\(\s*"([a-z0-9-]+)"', source))
    assert codes
    assert all(f"`{code}`" in FILES for code in codes)


@pytest.mark.parametrize(("labels", "body"), blocks((DOCS / "engine.md").read_text(encoding="utf-8"), "python"))
def test_the_programs_of_the_notation_document_run(labels: list[str], body: str) -> None:
    exec(compile(body, "docs/engine.md", "exec"), {})
    assert labels == []
