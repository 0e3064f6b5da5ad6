import ast
import gettext
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

from tooling.bootstrap import ROOT
from tooling.translate import COMPLETE, JUNK, MakeMessages, missing_texts, tidied

UPDATE = "Run: python -m tooling.translate"
CATALOGUES = sorted(ROOT.glob("locale/*/LC_MESSAGES/django.po"))
COMPLETE_CATALOGUES = [path for path in CATALOGUES if path.parts[-3] in COMPLETE]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
MARKUP = re.compile(r"</?(\w+)")
PART = re.compile(r'(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?) (".*")')

# What need not be translated: names, signs, and what programs read.
SAME_EVERYWHERE = {"Marrakech", "Gigamic", "Amina", "Brahim", "UTC", "nbsp", "rsaquo"}
TEMPLATE_NOISE = (
    re.compile(r"\{#.*?#\}|\{%\s*comment\b.*?endcomment\s*%\}", re.DOTALL),
    re.compile(r"\{%\s*blocktrans(?:late)?\b.*?\{%\s*endblocktrans(?:late)?\s*%\}", re.DOTALL),
    re.compile(r"<(script|style|svg)\b.*?</\1>", re.DOTALL),
    re.compile(r"\{\{.*?\}\}|\{%.*?%\}", re.DOTALL),
    re.compile(r"\bhx-[\w-]+=\"[^\"]*\""),
    re.compile(r"\bdata-[\w-]+"),  # in templates of attributes alone
)
SPOKEN = re.compile(r'\s(?:alt|title|aria-label|placeholder|data-label|label|summary)="([^"]*)"')
WORD = re.compile(r"[^\W\d_]{2,}")


@dataclass
class Entry:
    """One message of a .po file."""

    context: str | None = None
    texts: list[str] = field(default_factory=list)
    translations: list[str] = field(default_factory=list)
    flags: set[str] = field(default_factory=set)

    @property
    def key(self) -> tuple[str | None, str]:
        """What a message is found by."""
        return self.context, self.texts[0]

    @property
    def is_translated(self) -> bool:
        return all(self.translations) and "fuzzy" not in self.flags


def catalogue_of(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


@cache
def entries(path: Path) -> list[Entry]:
    """Return the messages of a .po file, its header left out."""
    blocks = path.read_text(encoding="utf-8").split("\n\n")
    return [entry for entry in map(read, blocks) if entry.texts and entry.texts[0]]


def read(block: str) -> Entry:
    """Return the message that one paragraph of a .po file holds."""
    entry, parts = Entry(), list[list[str]]()
    for line in block.splitlines():
        if line.startswith("#,"):
            entry.flags |= {flag.strip() for flag in line[2:].split(",")}
        elif found := PART.fullmatch(line):
            parts.append([found[1], ast.literal_eval(found[2])])
        elif line.startswith('"'):
            parts[-1][1] += ast.literal_eval(line)
    for name, text in parts:
        if name == "msgctxt":
            entry.context = text
        else:
            (entry.texts if name.startswith("msgid") else entry.translations).append(text)
    return entry


def compiled(path: Path) -> dict[str, str]:
    """Return the messages of the .mo file beside a .po file, by context and text; plurals by their number, too."""
    with path.with_suffix(".mo").open("rb") as file:
        catalogue = gettext.GNUTranslations(file)._catalog  # type: ignore[attr-defined]
    return {name if isinstance(name, str) else f"{name[0]}[{name[1]}]": text for name, text in catalogue.items()}


def expected(messages: list[Entry]) -> Iterator[tuple[str, str]]:
    """Yield what the .mo file must hold. What has no translation is left out, and so shown in English."""
    for message in (message for message in messages if message.is_translated):
        name = message.texts[0] if message.context is None else f"{message.context}\x04{message.texts[0]}"
        if len(message.texts) == 1:
            yield name, message.translations[0]
        else:
            yield from ((f"{name}[{number}]", text) for number, text in enumerate(message.translations))


def hard_coded(template: str) -> set[str]:
    """Return the words of a template that no translator has seen."""
    for noise in TEMPLATE_NOISE:
        template = noise.sub(" ", template)
    shown = [re.sub(r"<[^>]*>|&[a-z]+;", " ", template), *SPOKEN.findall(template)]
    return {word for text in shown for word in WORD.findall(text)} - SAME_EVERYWHERE


def test_every_language_but_the_first_has_a_catalogue() -> None:
    offered = {code for code, _ in settings.LANGUAGES} - {settings.LANGUAGE_CODE}
    assert COMPLETE <= offered <= {path.parts[-3] for path in CATALOGUES}


@pytest.mark.parametrize("path", COMPLETE_CATALOGUES, ids=lambda path: path.parts[-3])
def test_no_translation_of_a_complete_language_is_missing_or_fuzzy(path: Path) -> None:
    bad = [entry.texts[0] for entry in entries(path) if not entry.is_translated]
    if bad:
        pytest.fail("\n".join([f"Translate these texts in {path.relative_to(ROOT)}. {UPDATE}", *bad]), pytrace=False)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_placeholders_and_markup_survive_translation(path: Path) -> None:
    for entry in (entry for entry in entries(path) if entry.is_translated):
        for text in entry.translations:
            for pattern in (PLACEHOLDER, MARKUP):
                assert sorted(pattern.findall(text)) == sorted(pattern.findall(entry.texts[-1])), text


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_every_plural_has_all_its_translations(path: Path) -> None:
    (forms,) = re.findall(r"nplurals=(\d+)", path.read_text(encoding="utf-8"))
    messages = [entry for entry in entries(path) if entry.is_translated]
    bad = [entry.texts for entry in messages if len(entry.translations) != (int(forms) if entry.texts[1:] else 1)]
    assert bad == []


COUNTED = re.compile(r"%\((?:count|games|tables|squares|plies|turns|seconds)\)[sd] [a-z]+s\b")
# Limits, the table of the robots' strength, the lengths of Marram's games, and hours from 8 on.
ALWAYS_MANY = (
    "%(count)d hours together",
    "You can have at most %(count)s orders in advance",
    "It wins %(percent)s",
    "no answer within %(seconds)d",
    "The last of %(turns)s rounds",
)


def test_a_counted_text_has_a_singular() -> None:
    messages = entries(CATALOGUES[0])
    single = {message.texts[0] for message in messages if not message.texts[1:] and COUNTED.search(message.texts[0])}
    assert {text for text in single if not text.startswith(ALWAYS_MANY)} == set()


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_the_compiled_catalogue_matches_the_readable_one(path: Path) -> None:
    found = compiled(path)
    found.pop("")
    if found != dict(expected(entries(path))):
        pytest.fail(f"{path.with_suffix('.mo').relative_to(ROOT)} is out of date. {UPDATE}", pytrace=False)


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_contains_nothing_about_the_machine_that_made_it(path: Path) -> None:
    assert not re.search(r"^#:|POT-Creation-Date|FULL NAME|YEAR", path.read_text(encoding="utf-8"), re.MULTILINE)


def test_french_punctuation_keeps_its_narrow_spaces() -> None:
    texts = [text for entry in entries(catalogue_of("fr")) for text in entry.translations]
    assert not [
        text for text in texts if re.search(r"« | »| [;:!?]|\w[;!?]|[a-z]'[a-zé]", re.sub(r"<[^>]*>", "", text))
    ]


def test_german_says_du_and_has_its_own_quotation_marks() -> None:
    texts = [re.sub(r"<[^>]*>", "", text) for entry in entries(catalogue_of("de")) for text in entry.translations]
    assert not [text for text in texts if re.search(r"['\"”]|\s[;:!?]\s", text) or text.count("„") != text.count("“")]
    assert not [text for text in texts if re.search(r"[a-zäöüß,] (?:Sie|Ihnen|Ihre?[mnrs]?)\b", text)]


def test_english_apostrophes_and_quotation_marks_are_curly() -> None:
    texts = [text for entry in entries(CATALOGUES[0]) for text in entry.texts]
    assert not [text for text in texts if re.search(r"['\"]", re.sub(r"<[^>]*>", "", text))]


@pytest.mark.skipif(not shutil.which("xgettext"), reason="gettext is not installed")
def test_the_catalogue_has_the_texts_of_the_sources_in_their_order(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.po", "*.mo", "__pycache__")
    for folder in ("accounts", "games", "marrakech_site", "templates"):
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=ignored)
    (tmp_path / "locale").mkdir()
    command = [sys.executable, "-m", "django", "makemessages", "-l", "fr", "--no-location", "--no-wrap"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "DJANGO_SETTINGS_MODULE": "marrakech_site.settings"}
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    used = [entry.key for entry in entries(tmp_path / "locale/fr/LC_MESSAGES/django.po")]
    listed = [entry.key for entry in entries(CATALOGUES[0])]
    if used != listed:
        lines = [f"missing: {text}" for _context, text in used if (_context, text) not in listed]
        lines += [f"not used any more: {text}" for _context, text in listed if (_context, text) not in used]
        pytest.fail(
            "\n".join([f"The catalogue is out of date. {UPDATE}", *(lines or ["Only the order differs."])]),
            pytrace=False,
        )


@pytest.mark.parametrize("path", CATALOGUES[1:], ids=lambda path: path.parts[-3])
def test_every_catalogue_has_the_same_texts(path: Path) -> None:
    keys, first = ([entry.key for entry in entries(one)] for one in (path, CATALOGUES[0]))
    if keys != first:
        pytest.fail(f"{path.relative_to(ROOT)} is out of date. {UPDATE}", pytrace=False)


CATALOGUE = """msgid ""
msgstr ""
"Language: fr\\n"

#: games/views/a.py:3
msgid "tea"
msgstr "thé"

#: games/views/a.py:4 templates/b.html:5
#: templates/c.html:6
msgid "mint"
msgstr ""

#: games/views/a.py:7
#, python-format
msgid "%(count)s rug"
msgid_plural "%(count)s rugs"
msgstr[0] "%(count)s tapis"
msgstr[1] ""

#: templates/c.html:8
#, fuzzy
msgid ""
"two\\n"
"lines"
msgstr "deux"

#: templates/c.html:9
msgid "three lines"
msgstr ""
"trois"
" lignes"
"""


def test_the_catalogue_update_lists_texts_without_a_translation_and_their_places() -> None:
    assert list(missing_texts(CATALOGUE)) == [
        "games/views/a.py:4, templates/b.html:5, templates/c.html:6: mint",
        "games/views/a.py:7: %(count)s rug",
        "templates/c.html:8: two\\nlines",
    ]


def test_the_catalogue_update_lets_half_a_plural_wait_for_its_translator() -> None:
    blocks = tidied(CATALOGUE, "fr").split("\n\n")
    assert [block for block in blocks if block.startswith("#, fuzzy, python-format")] == [blocks[3]]


def test_the_catalogue_update_gives_a_new_language_a_short_header() -> None:
    made = '# FIRST AUTHOR\n#, fuzzy\nmsgid ""\nmsgstr ""\n"Last-Translator: FULL NAME\\n"\n"Language: \\n"\n'
    assert tidied(made, "it") == 'msgid ""\nmsgstr ""\n"Project-Id-Version: Marrakech by Mail\\n"\n"Language: it\\n"\n'


def test_the_catalogue_update_does_not_guess_translations() -> None:
    assert "--no-fuzzy-matching" in MakeMessages.msgmerge_options


def test_a_catalogue_contains_no_dates_and_line_numbers() -> None:
    assert JUNK.sub("", '"POT-Creation-Date: 2026-01-01\\n"\n#: games/views/a.py:3\nmsgid "tea"\n') == 'msgid "tea"\n'


def test_every_phrase_of_a_title_is_in_the_catalogue() -> None:
    from games.engine.registry import TITLES

    known = {text for entry in entries(CATALOGUES[0]) if entry.context is None for text in entry.texts}
    texts = {text for title in TITLES.values() for text in title.phrases.values()}
    assert not {text for text in texts if not text.isdigit()} - known


@pytest.mark.parametrize(
    "path",
    [p for p in sorted((ROOT / "templates").rglob("*")) if p.suffix in {".html", ".txt"}],
    ids=lambda path: str(path.relative_to(ROOT / "templates")),
)
def test_all_texts_in_templates_are_translatable(path: Path) -> None:
    assert not hard_coded(path.read_text(encoding="utf-8"))


def test_the_scanner_finds_words_between_tags_and_in_attributes() -> None:
    assert hard_coded('<p title="Hello">{{ name }} was {% translate "here" %}</p>') == {"Hello", "was"}


def test_the_component_for_weblate_finds_the_catalogues() -> None:
    (component,) = json.loads((ROOT / "deploy/weblate.json").read_text(encoding="utf-8"))
    assert sorted(ROOT.glob(component["filemask"])) == CATALOGUES
    assert (component["file_format"], component["new_base"]) == ("po", "")
