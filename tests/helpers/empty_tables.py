"""Empty tables after a test that has committed its rows."""

from importlib import import_module
from types import ModuleType
from typing import Any

from django.db import connection, transaction

from tooling.bootstrap import ROOT

KEPT = {"django_content_type", "auth_permission"}  # written when the tables are made, and the same for all tests


def empty_tables(_test: Any) -> None:
    """Delete all rows, in one transaction because they refer to each other.

    Django truncates every table and writes the permissions again, which takes longer than most of these tests.
    """
    tables = sorted(set(connection.introspection.django_table_names(only_existing=True, include_views=False)) - KEPT)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(" UNION ALL ".join(f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {table})" for table in tables))
        for (table,) in cursor.fetchall():
            if table == "games_recordedact":
                let_record_go()
            cursor.execute(f"DELETE FROM {table}")


def record_migration() -> ModuleType:
    """Return the migration with the triggers, whatever its number is."""
    (path,) = (ROOT / "games/migrations").glob("*_people.py")
    return import_module(f"games.migrations.{path.stem}")


def let_record_go() -> None:
    """Drop the triggers that keep the record of acts: a test of them makes its own."""
    with connection.cursor() as cursor:
        for statement in record_migration().unprotect_statements(connection.vendor):
            cursor.execute(statement)
