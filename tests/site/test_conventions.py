"""Tests of the conventions of the code: who writes, how long functions are, what no file may contain."""

import ast
import re
import subprocess
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from django.db.migrations import RunPython, RunSQL
from django.db.migrations.loader import MigrationLoader

from tooling.bootstrap import ROOT
from tooling.run_checks import ONE_DATABASE_FOLDERS

PACKAGES = ("accounts", "games", "marrakech_site", "tooling")
VIEWS = ("*/views.py", "*/*views.py")
READERS = (  # modules that only read and show
    *VIEWS,
    "*/api.py",
    "*/*presenters.py",
    "*/selectors.py",
    "games/board/*.py",
    "games/pictures/**/*.py",
    "games/mail/*.py",
    "games/feeds/*.py",
    "games/templatetags/*.py",
)
WRITES = {"save", "create", "bulk_create", "get_or_create", "update_or_create", "bulk_update", "delete", "update"}
NOT_A_QUERYSET = {
    "context",
    "data",
    "defaults",
    "digest",
    "headers",
    "initial",
    "kwargs",
    "params",
    "picture",
    "schema",
    "values",
    "words",
}
INLINED = {  # what is called millions of times: a call each step would cost more than the step
    "games/engine/marrakech/playouts.py: play_greedily",
}
SHARED_NAMES = {
    "Analysis",  # what the engine finds, and its row
    "Command",  # the name that Django wants
    "Meta",  # the same
}
MACHINE_PATH = re.compile(r"(?<![\w.{}>-])/(?:root|work|home/[a-z]+|opt/(?:pypi|wheels))(?:/[\w.]+)+")
EXAMPLES = {"tests/site/test_conventions.py"}


@cache
def parsed(path: Path) -> ast.Module:
    """Return the parsed module of a file, which several tests look at."""
    return ast.parse(path.read_text())


@pytest.fixture(autouse=True, scope="module")
def nothing_parsed_is_kept() -> Iterator[None]:
    yield
    parsed.cache_clear()


def sources(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield (path, parsed module) of the Python files below the folders, migrations left out."""
    for folder in folders:
        top = ROOT / folder
        for path in [top] if top.is_file() else sorted(top.rglob("*.py")):
            if "migrations" not in path.parts:
                yield str(path.relative_to(ROOT)), parsed(path)


def modules(*patterns: str) -> Iterator[tuple[str, ast.Module]]:
    """Yield (path, parsed module) of the modules of accounts and games that match one of the patterns."""
    yield from ((path, tree) for path, tree in sources("accounts", "games") if matches(path, patterns))


def matches(path: str, patterns: Iterable[str]) -> bool:
    return any(Path(path).match(pattern) for pattern in patterns)


def functions(tree: ast.Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    yield from (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def length(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return how many lines a function has, its docstring and decorators left out."""
    body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
    return (node.end_lineno or 0) - body[0].lineno + 2


def committed() -> list[Path]:
    """Return the files that belong to the project."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is not a git checkout")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def refuse(advice: str, found: Iterable[str]) -> None:
    """Fail with what to do, and where, if anything was found."""
    if places := list(found):
        pytest.fail("\n".join([advice, *places]), pytrace=False)


def written(tree: ast.Module) -> Iterator[str]:
    """Yield the calls in a module that look like writes to the database."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITES:
            owner = node.func.value
            name = owner.id if isinstance(owner, ast.Name) else owner.attr if isinstance(owner, ast.Attribute) else ""
            if name not in NOT_A_QUERYSET:
                yield f"line {node.lineno}: {ast.unparse(node)[:60]}"


def test_only_services_write_to_the_database() -> None:
    found = [f"{path} {line}" for path, tree in modules(*READERS) for line in written(tree)]
    refuse("Move the write to a service (no write to the database? Name its object in NOT_A_QUERYSET):", found)


@pytest.mark.parametrize(
    "text", ["Game.objects.create()", "game.save()", "rows.filter(pk=1).update(a=1)", "game.delete()"]
)
def test_the_check_recognises_a_write(text: str) -> None:
    assert list(written(ast.parse(text)))


def test_there_is_one_lock_for_games_one_for_users_and_one_for_ratings() -> None:
    found = [
        path
        for path, tree in sources("accounts", "games")
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and node.attr == "select_for_update"
    ]
    assert set(found) == {"games/core/lock.py", "games/ratings/lock.py", "accounts/lock.py"}


def late_imports(tree: ast.Module) -> Iterator[int]:
    """Yield the lines of the imports inside functions."""
    nodes = (node for function in functions(tree) for node in ast.walk(function))
    yield from (node.lineno for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def test_no_function_imports() -> None:
    found = [
        f"{path} line {line}"
        for path, tree in sources("accounts", "games", "marrakech_site")
        if not path.endswith("/apps.py")
        for line in late_imports(tree)
    ]
    refuse("Import at the top of the file; a circle means that the code belongs to another layer:", found)


def test_the_check_recognises_an_import_in_a_function() -> None:
    assert list(late_imports(ast.parse("def f():\n    if a:\n        from b import c"))) == [3]


def test_no_two_classes_have_the_same_name() -> None:
    """Titles do not know each other: each has names of its own."""
    places: dict[tuple[str, str], list[str]] = {}
    for path, tree in sources(*PACKAGES):
        title = re.match(r"games/(?:engine|pictures)/(?:marrakech|marram)/", path)
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef) and node.name not in SHARED_NAMES:
                places.setdefault((title[0] if title else "", node.name), []).append(f"{path}:{node.lineno}")
    shared = [f"{name}: {', '.join(found)}" for (_, name), found in places.items() if len(found) > 1]
    refuse("Rename one of two classes by what it is (a form ends in Form, a serializer in Serializer):", shared)


@pytest.mark.parametrize(("patterns", "most"), [(VIEWS, 15), (("games/tasks.py",), 8)])
def test_views_tasks_and_commands_are_thin(patterns: tuple[str, ...], most: int) -> None:
    found = [
        f"{path}: {node.name}, {length(node)}"
        for path, tree in modules(*patterns)
        for node in functions(tree)
        if length(node) > most
    ]
    refuse(f"Move what is more than {most} lines to services, selectors or presenters (path: function, lines):", found)


def test_views_contain_no_try() -> None:
    places = [(path, node) for path, tree in modules(*VIEWS) for node in ast.walk(tree)]
    found = [f"{path} line {node.lineno}" for path, node in places if isinstance(node, ast.Try)]
    refuse("Let the SiteError rise: marrakech_site/problems.py turns it into an answer:", found)


def test_functions_stay_under_forty_lines() -> None:
    found = [
        f"{path}: {node.name}" for path, tree in sources(*PACKAGES) for node in functions(tree) if length(node) > 40
    ]
    refuse("Divide what has more than 40 lines:", sorted(set(found) - INLINED))
    refuse("Remove from INLINED what no longer needs it:", sorted(INLINED - set(found)))


def test_services_selectors_and_protocols_have_docstrings() -> None:
    public: list[tuple[str, ast.FunctionDef | ast.ClassDef]] = [
        (path, node)
        for path, tree in modules("*/services.py", "*/selectors.py")
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    ]
    protocols: list[tuple[str, ast.FunctionDef | ast.ClassDef]] = [
        (path, node)
        for path, tree in sources(*PACKAGES)
        for node in tree.body
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base).startswith("Protocol") for base in node.bases)
    ]
    found = [f"{path}: {node.name}" for path, node in [*public, *protocols] if not ast.get_docstring(node)]
    refuse("Write a docstring:", found)


# Time-outs of locks, and indexes that are half built: Django has nothing for them.
SQL_FILES = {"accounts/online.py", "marrakech_site/management/commands/migrate.py"}


def test_sql_and_private_django_stay_in_their_places() -> None:
    forbidden = re.compile(
        r"_iterable_class|get_related_populators|get_compiler|klass_info|_meta\.|RawSQL|cursor\.execute"
    )
    found = [
        f"{path}: {forbidden.findall(text)}"
        for path, text in (
            (str(path.relative_to(ROOT)), path.read_text())
            for package in ("accounts", "games", "marrakech_site")
            for path in sorted((ROOT / package).rglob("*.py"))
            if "migrations" not in path.parts
        )
        if forbidden.search(text) and path not in SQL_FILES
    ]
    refuse("Use Django's public API, and querysets instead of SQL:", found)


def test_every_migration_can_be_undone() -> None:
    loader = MigrationLoader(None, ignore_no_migrations=True)
    operations = [
        (key, operation)
        for key, migration in loader.disk_migrations.items()
        if key[0] in {"accounts", "games"}
        for operation in migration.operations
    ]
    code = [pair for pair in operations if isinstance(pair[1], RunPython | RunSQL)]
    assert [key for key, operation in code if not operation.reversible] == []


def templates() -> list[Path]:
    """Return the templates of pages; those of mails are styled inline because mail programs want it."""
    everything = sorted((ROOT / "templates").rglob("*.html"))
    return [path for path in everything if not {"mail", "email"} & set(path.parts)]


def test_templates_have_no_inline_style_or_script() -> None:
    inline = re.compile(
        r"<style|\sstyle=|<script(?![^>]*\bsrc=)(?![^>]*application/(?:ld\+)?json)|\son[a-z]+=|javascript:"
    )
    found = [
        f"{path.relative_to(ROOT)}: {hit.group()}" for path in templates() for hit in inline.finditer(path.read_text())
    ]
    assert found == []


def test_templates_load_no_files_of_other_hosts() -> None:
    foreign = re.compile(r"""(?:src|action|<link[^>]* href)=["'](?:https?:)?//""")
    assert [str(path.relative_to(ROOT)) for path in templates() if foreign.search(path.read_text())] == []


def test_no_file_names_a_development_machine() -> None:
    found = []
    for path in committed():
        name = str(path.relative_to(ROOT))
        if name in EXAMPLES or path.suffix in {".png", ".mo", ".ico", ".ttf", ".woff2"}:
            continue
        found += [f"{name}: {hit.group()}" for hit in MACHINE_PATH.finditer(path.read_text(errors="replace"))]
    assert found == []


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock", "requirements-uv.lock"])
def test_lock_files_contain_no_address(lock: str) -> None:
    assert "://" not in (ROOT / lock).read_text()


@pytest.mark.parametrize("script", ["run", "test"])
def test_an_old_python_can_read_the_start_of_a_script(script: str) -> None:
    text = (ROOT / script).read_text()
    ast.parse(text, feature_version=(3, 4))
    assert text.index("sys.version_info <") < text.index("from tooling")


def test_every_name_in_settings_exists() -> None:
    from marrakech_site import settings as real

    for dotted in real.MIDDLEWARE:
        module, name = dotted.rsplit(".", 1)
        assert hasattr(import_module(module), name)


def test_no_test_of_one_database_needs_servers_or_a_browser() -> None:
    """Else nothing would run it: its folder is left out of the run on PostgreSQL, and its mark of that on SQLite."""
    mark = re.compile(r"^\s*(?:@|pytestmark = .*)pytest\.mark\.(?:stack|browser)\b", re.MULTILINE)
    paths = [path for name in ONE_DATABASE_FOLDERS for path in (ROOT / "tests" / name).rglob("test_*.py")]
    assert len(paths) > 100
    assert [str(path) for path in paths if mark.search(path.read_text())] == []
