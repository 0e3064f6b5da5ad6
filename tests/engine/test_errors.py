import ast
import re
from pathlib import Path
from typing import Any, cast

import pytest

from games import engine
from games.engine import errors, get_title, read_one
from games.engine.errors import BadNotation, BadOptions, BadPosition, CorruptLog, EngineError, IllegalAction

from .helpers.records import GAME

ENGINE = Path(engine.__file__).parent
MARRAKECH, MARRAM = get_title("marrakech"), get_title("marram")
START: Any = MARRAKECH.start("gigamic", {}, 3)
CASES: list[tuple[Any, str]] = [
    (
        lambda: MARRAKECH.start("gigamic", {}, 1),
        "This number of players is not possible: 1. Possible: 2 to 4 (bad-seats).",
    ),
    (lambda: MARRAKECH.start("chess", {}, 2), "This game has no such rules: chess (unknown-ruleset)."),
    (lambda: get_title("chess"), "This game is not known here: chess (unknown-title)."),
    (lambda: MARRAKECH.parse(START, 0, "tea"), "This cannot be read. Found: tea (unreadable)."),
    (
        lambda: MARRAKECH.apply(START, MARRAKECH.parse(START, 0, "a1a2")),
        "You can’t play this at this point in the turn (wrong-phase).",
    ),
    (
        lambda: MARRAKECH.read_position("tea"),
        "column 4, assam: This cannot be read. Expected: a square and a facing, d4N (malformed).",
    ),
    (
        lambda: MARRAKECH.from_json(cast("Any", [])),
        "This cannot be read. Found: list. Expected: an object of at most 100 entries",
    ),
    (lambda: MARRAM.read_position("{"), "line: This cannot be read. Found: {. Expected: "),
    (
        lambda: read_one(GAME.replace("$2:A", "$3:A")),
        "Line 6, column 13: The rules or other parts say otherwise. Found: $3:A. Expected: $2:A (contradiction).",
    ),
    (
        lambda: MARRAKECH.replay(START, [(0, "L"), (0, "L")]),
        "Entry 2 of the log, L: Wait for the result of chance (chance-due).",
    ),
]


@pytest.mark.parametrize(("work", "text"), CASES)
def test_the_text_of_an_error_is_a_sentence(work: Any, text: str) -> None:
    with pytest.raises(EngineError) as caught:
        work()
    assert str(caught.value).startswith(text)
    assert str(caught.value).endswith(f"({caught.value.code}).")


def test_an_error_without_a_sentence_of_its_own_is_named_by_its_code() -> None:
    assert str(IllegalAction("no-such-thing")) == "No such thing (no-such-thing)."


def codes() -> set[str]:
    """Return the codes with which the engine refuses something, as far as they are written out."""
    found: set[str] = set()
    names = {one.__name__ for one in (BadNotation, BadOptions, BadPosition, CorruptLog, IllegalAction)} | {"refuse"}
    for path in ENGINE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                if name in names and re.fullmatch("[a-z]+(-[a-z0-9]+)+", str(node.args[0].value)):
                    found.add(str(node.args[0].value))
    return found


def test_every_code_has_a_sentence() -> None:
    assert len(codes()) > 20
    assert codes() - set(errors.SENTENCES) == set()
    assert all(text[0].isupper() or text[0] in "“%" for text in errors.SENTENCES.values())
