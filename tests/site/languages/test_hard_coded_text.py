import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tooling.bootstrap import ROOT

SCRIPTS = sorted(path for path in (ROOT / "static" / "js").rglob("*.js") if path.parent.name != "vendor")
TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
SOURCES = sorted(path for app in ("accounts", "games") for path in (ROOT / app).rglob("*.py"))

# A script's strings, its comments and patterns left out; what stands in ${} is a program.
TOKENS = re.compile(
    r"""//[^\n]*|/\*.*?\*/|(?:(?<=[=(,:!&|?[])|(?<=[=,:!&|?]\s)|(?<=return\s))/(?![/*])(?:\\.|\[[^\]]*\]|[^/\n\\])+/\w*"""
    r"""|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`""",
    re.DOTALL,
)
PROGRAM = re.compile(r"\$\{[^{}]*\}")
SENTENCE = re.compile(r"[A-Z][a-z]+,? [a-z]+|[a-z]{2,} [a-z]{2,}[^<>]*[.!?…].$")
SHOWN = re.compile(
    r"""(?:\.(?:textContent|innerText|title|placeholder|alt|ariaLabel)\s*\+?=\s*|\b(?:alert|confirm|prompt)\(\s*"""
    r"""|setAttribute\(\s*["'](?:aria-label|title|alt|placeholder)["']\s*,\s*)["'`][^"'`]*?[A-Za-z]{2,}"""
)
TAG = re.compile(r"\{#.*?#\}|\{\{.*?\}\}|\{%.*?%\}", re.DOTALL)
READ = re.compile(r"""\s(data-[\w-]+|value|content)="([^"]*)\"""")
WORDS = re.compile(r"[A-Z][a-z]+,? [a-z]+")
FOR_PROGRAMS = {"content"}  # of a meta element
LABELS = {"label", "help_text", "verbose_name", "empty_label"}
HEADERS = {'"Given up"'}  # of game files
IN_ENGLISH = {"admin", "admin.py", "api", "api.py", "migrations"}  # for administrators and programmers
SPEAKS = re.compile(r"\b(?:label|help_text|verbose_name|empty_label)=|\bmessages\.")
SAID = {"success", "error", "warning", "info"}


def texts_of(script: str) -> Iterator[str]:
    """Yield the strings of a script that read like sentences, and those that it shows."""
    while PROGRAM.search(script):
        script = PROGRAM.sub("", script)
    for found in TOKENS.findall(script):
        if found[0] in "\"'`" and SENTENCE.search(found) and found not in HEADERS:
            yield found
    yield from SHOWN.findall(script)


def spoken_attributes(template: str) -> Iterator[str]:
    """Yield the attributes of a template that hold words of their own."""
    for name, value in READ.findall(TAG.sub("", template)):
        if name not in FOR_PROGRAMS and WORDS.search(value):
            yield f"{name}: {value}"


def untranslated(source: ast.Module) -> Iterator[str]:
    """Yield labels and messages of a module that are plain strings."""
    for node in ast.walk(source):
        if not isinstance(node, ast.Call):
            continue
        said = [word.value for word in node.keywords if word.arg in LABELS]
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "messages":
            said += node.args[1:2] if node.func.attr in SAID else []
        for text in said:
            if isinstance(text, ast.Constant) and isinstance(text.value, str) and re.search(r"[a-z]{2}", text.value):
                yield f"{node.lineno}: {text.value}"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_scripts_contain_no_words_of_their_own(path: Path) -> None:
    script = path.read_text(encoding="utf-8")
    assert [*texts_of(script)] == []


def test_the_service_worker_contains_no_words_of_its_own() -> None:
    script = TAG.sub("", (ROOT / "templates/games/site/sw.js").read_text(encoding="utf-8"))
    assert [*texts_of(script)] == []


def test_texts_that_scripts_read_in_a_page_are_translated() -> None:
    found = {str(path.relative_to(ROOT)): [*spoken_attributes(path.read_text(encoding="utf-8"))] for path in TEMPLATES}
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_labels_and_messages_of_python_code_are_translated() -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in SOURCES if not set(path.parts) & IN_ENGLISH}
    speaking = {path: text for path, text in texts.items() if SPEAKS.search(text)}
    found = {path.name: [*untranslated(ast.parse(text))] for path, text in speaking.items()}
    assert {name: texts for name, texts in found.items() if texts} == {}


@pytest.mark.parametrize(
    "script",
    ['say("Choose a square");', "x = `You have ${count} games.`;", 'box.textContent = "Gone";', 'confirm("Really?")'],
)
def test_the_scanner_finds_words_of_scripts(script: str) -> None:
    assert [*texts_of(script)]


def test_the_scanner_ignores_selectors_and_comments() -> None:
    script = '// Choose a square.\nfind("main form button[type=submit]"); add("b-ghost is-open");'
    assert [*texts_of(script)] == []


def test_the_scanner_finds_words_in_attributes_and_calls() -> None:
    assert [*spoken_attributes('<p data-said="You are late" data-x="{% translate \'You are late\' %}">')]
    assert [*untranslated(ast.parse('messages.success(request, "Saved.")\nCharField(label="Name")'))]
