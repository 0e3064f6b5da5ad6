"""The plans of SQLite for the statements of some work."""

from collections.abc import Callable
from contextlib import closing
from typing import Any

from django.db import connection


def plans(work: Callable[[], object]) -> str:
    """Return the plans of the statements of some work, a line for each step.

    They are asked for with the parameters apart, as in the work itself: SQLite plans statements with constants in them
    in other ways.
    """
    lines: list[str] = []

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith(("SELECT", "UPDATE", "DELETE")):
            with closing(connection.create_cursor()) as cursor:
                lines.extend(row[3] for row in cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params))
        return execute(sql, params, many, context)

    with connection.execute_wrapper(explain):
        work()
    return "\n".join(lines)
