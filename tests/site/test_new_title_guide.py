import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "new-title.md").read_text(encoding="utf-8")
TOY = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests/engine/helpers/meadow").glob("*.py"))


@pytest.mark.parametrize("example", re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL), ids=lambda text: text[:30])
def test_each_example_of_the_guide_is_a_part_of_the_toy_title(example: str) -> None:
    assert example in TOY


def test_every_name_in_the_guide_to_titles_exists() -> None:
    named = set(re.findall(r"`((?:games|tests|docs|static)/[\w/.]+)`", GUIDE))
    assert len(named) > 8
    assert [name for name in sorted(named) if not (ROOT / name).exists()] == []


def test_the_guide_to_titles_names_every_member_of_a_title() -> None:
    core = (ROOT / "games/engine/core.py").read_text(encoding="utf-8")
    protocol = core[core.index("class Title(") : core.index("class TurnParser(")]
    members = set(re.findall(r"    def (\w+)|^    (\w+):", protocol, re.MULTILINE))
    explained = {"key", "name", "min_seats", "max_seats", "replay", "iter_plies", "turn_line"}  # by their names
    assert {one or other for one, other in members} - explained - set(re.findall(r"\w+", GUIDE)) == set()
