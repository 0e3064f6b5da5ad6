import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.one_database

ROOT = Path(__file__).parents[3]
WORDS = re.compile(r"\b(rugs?|assam|dirhams?|merchants?|boots?|pitchforks?|shovels?)\b", re.IGNORECASE)
TITLES = ("marrakech", "marram")
# Parts that are about one title: rules, the lesson, example games, the demo, its game files in the browser.
OF_ONE_TITLE = (
    *(f"templates/games/rules/{title}.html" for title in TITLES),
    *(f"games/{folder}/{title}/" for folder in ("engine", "pictures") for title in TITLES),
    "games/lesson/",
    "games/board/pictures.py",
    "games/management/commands/demo.py",
    "static/js/dice/game_file.js",
    "static/js/vendor/",
    "accounts/validators.py",  # reserved names
    "accounts/migrations/",
)


def shared_files() -> Iterator[tuple[str, Path]]:
    for folder, suffixes in (
        ("templates", (".html", ".txt")),
        ("static/js", (".js",)),
        ("games", (".py",)),
        ("accounts", (".py",)),
    ):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in suffixes and not name.startswith(OF_ONE_TITLE):
                yield name, path


def test_shared_pages_and_code_contain_no_words_of_one_title() -> None:
    lines = [
        f"{name}:{number}: {line.strip()}"
        for name, path in shared_files()
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if WORDS.search(line)
    ]
    assert lines == []


def test_sentences_about_shares_name_no_dice_which_one_title_does_not_have() -> None:
    catalogue = (ROOT / "locale/fr/LC_MESSAGES/django.po").read_text()
    texts = re.findall(r'^msgid(?:_plural)? "(.*)"$', catalogue, re.MULTILINE)
    named = {text for text in texts if re.search(r"\bshares?\b", text, re.IGNORECASE) and re.search(r"\bdice\b", text)}
    assert named <= {"a share of the dice was given up"}  # seen by operators alone
