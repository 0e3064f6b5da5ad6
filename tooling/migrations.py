"""Does code that is running survive new migrations, and do they lock no table? ``python -m tests.servers python -m
tooling.migrations`` asks django-migration-linter, with the statements of PostgreSQL. See docs/operating.md, "Upgrade".
"""

import os
import sys
from collections.abc import Callable

# The last migration of each app that leads to version 1.0.0. Sites stop for that upgrade.
BASELINE = {"accounts": 22, "games": 68}
IGNORED_RULES = {
    "RUNPYTHON_ARGS_NAMING_CONVENTION": "about names only",
    "RUNPYTHON_MODEL_VARIABLE_NAME": "about names only",
}
# Migrations that may do what the linter warns of, such as dropping a column that the version before no longer reads.
REASONS: dict[tuple[str, str], str] = {}

Choice = Callable[[str, str], bool]


def is_new(app: str, name: str) -> bool:
    return app in BASELINE and int(name[:4]) > BASELINE[app] and (app, name) not in REASONS


def faulty(is_chosen: Choice = is_new) -> tuple[int, int]:
    """Print the faults of migrations, chosen by app and name. Return how many have one, and how many were read."""
    from django_migration_linter import MigrationLinter

    linter = MigrationLinter(no_cache=True, all_warnings_as_errors=True, exclude_migration_tests=list(IGNORED_RULES))
    for (app, name), migration in sorted(linter.migration_loader.disk_migrations.items()):
        if is_chosen(app, name):
            linter.lint_migration(migration)
    return linter.nb_erroneous, linter.nb_total


def main() -> int:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    import django

    django.setup()
    faults, read = faulty()
    print(f"{read} migrations after version 1.0.0, {faults} of them faulty.")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
