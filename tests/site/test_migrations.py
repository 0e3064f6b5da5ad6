"""Migrations own what they call, so that code can move without them."""

import ast

from tests.site.test_conventions import PACKAGES
from tooling.bootstrap import ROOT

# The last state of a field that takes a function from live code must name it: see the comment there.
LAST_STATES = {
    "accounts/migrations/0001_squashed_0014_no_second_indexes.py": {"accounts.models"},
    "games/migrations/0001_squashed_0048_stand_in_turns.py": {"games.models"},
}


def project_imports(tree: ast.Module) -> set[str]:
    """Return what a module imports from the project, by full names; a relative import begins with dots."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names |= {f"{'.' * node.level}{node.module or ''}.{alias.name}" for alias in node.names}
    return {name for name in names if name.startswith((".", *PACKAGES))}


def test_migrations_import_no_live_code() -> None:
    found = {}
    for app in ("accounts", "games"):
        for path in sorted((ROOT / app / "migrations").glob("*.py")):
            names = project_imports(ast.parse(path.read_text()))
            allowed = (f"{app}.migrations.", "accounts.online.")
            found[str(path.relative_to(ROOT))] = {name for name in names if not name.startswith(allowed)}
    assert {path: names for path, names in found.items() if names} == LAST_STATES


def test_the_check_recognises_an_import_of_the_project() -> None:
    text = "import re\nimport games.core.models\nfrom accounts import models\nfrom ..models import game"
    assert project_imports(ast.parse(text)) == {"games.core.models", "accounts.models", "..models.game"}
