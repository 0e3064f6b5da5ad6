"""Sheets of sentences for a person to read: python -m tooling.contact_sheets writes tests/site/languages/sheets/.

A sheet has, in one language, the sentences in which a robot, a table of two or an empty list often reads wrong, with
names and numbers in their places. A test compares the sheets with the texts: after a change, read the new sentences in
each language, then run the command and commit the sheets.
"""

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import django
from django.utils.translation import gettext, ngettext, override

from .bootstrap import ROOT, say
from .translate import COMPLETE

SHEETS = ROOT / "tests" / "site" / "languages" / "sheets"
# A heading of a sheet, and which English sentences are below it.
CHAPTERS = {
    "Robots": re.compile(r"\brobots?\b|\bGreedy\b", re.IGNORECASE),
    "Tables of two": re.compile(r"\b(?:two players?|two-player|rematch|swap|you are both|each other)\b", re.IGNORECASE),
    "Empty lists": re.compile(
        r"^(?:No(?! longer)|None|Nothing|You (?:have|get) no|There (?:is|are) no(?:thing)?)\b .*|\bmint tea\b|"
        r"\bnone yet\b|\bstill empty\b"
    ),
}
NAMES = {"name": "Greedy", "who": "Greedy", "player": "Nora", "seat": "Nora", "robot": "Greedy", "rival": "Greedy"}
LONGEST = 240  # characters: longer texts explain something, and are read on their pages
PLACEHOLDER = re.compile(r"%\((\w+)\)([sd])")
ENTRY = re.compile(r'^msgid (".*"(?:\n".*")*)\n(?:msgid_plural (".*"(?:\n".*")*)\n)?msgstr', re.MULTILINE)


def english_texts() -> Iterator[tuple[str, str]]:
    """Return every English text in the order of the catalogue, with its plural or ""."""
    (catalogue,) = ROOT.glob("locale/fr/LC_MESSAGES/django.po")
    for found in ENTRY.finditer(catalogue.read_text(encoding="utf-8")):
        yield _unquoted(found[1]), _unquoted(found[2] or "")


def sheet(language: str) -> str:
    """Return the sheet of a language."""
    texts = [texts for texts in english_texts() if 0 < len(texts[0]) <= LONGEST]
    with override(language):
        parts = []
        for heading, about in CHAPTERS.items():
            lines = [line for one, more in texts if about.search(one) for line in _rendered(one, more)]
            parts.append("\n".join([f"== {heading}", *dict.fromkeys(lines), ""]))
    return "\n".join(parts)


def sheets() -> dict[Path, str]:
    """Return the sheets of English and of all complete languages by their files."""
    return {SHEETS / f"{language}.txt": sheet(language) for language in ("en", *sorted(COMPLETE))}


def _rendered(text: str, plural: str) -> Iterator[str]:
    if not plural:
        yield _filled(gettext(text), 2)
        return
    for count in (1, 2):
        yield _filled(ngettext(text, plural, count), count)


def _filled(text: str, count: int) -> str:
    """Return a text with a name or number in each place; other places show what belongs there."""

    def sample(place: re.Match[str]) -> str:
        name, kind = place.groups()
        return str(count) if kind == "d" or name in {"count", "games", "turns"} else NAMES.get(name, f"[{name}]")

    return PLACEHOLDER.sub(sample, text).replace("%%", "%")


def _unquoted(quoted: str) -> str:
    return "".join(line[1:-1] for line in quoted.split("\n")).replace('\\"', '"').replace("\\n", "\n")


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    django.setup()
    SHEETS.mkdir(exist_ok=True)
    for path, text in sheets().items():
        path.write_text(text, encoding="utf-8")
        say(f"{path.relative_to(ROOT)}: {text.count(chr(10))} lines")
    return 0


if __name__ == "__main__":
    sys.exit(main())
