"""How much the statements of ``benchmarks.scale`` read, as the databases tell it."""

import json
import re
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass, field
from typing import Any

MAX_ROWS = 1000
STEPS_OF_A_ROW = 15  # SQLite counts steps of its machine: between 5 and 25 for each row that a plan reads
NOT_COUNTED = re.compile(r"(RELEASE )?SAVEPOINT|ROLLBACK|BEGIN")


@dataclass
class Figures:
    """The measurements of one request or sweep in one database. ``large`` are the plans that read too many rows."""

    times: list[float] = field(default_factory=list)
    statements: int = 0
    rows: int = 0
    worst: str = ""
    large: list[str] = field(default_factory=list)

    @property
    def time(self) -> float:
        """The lower quartile of the times, in milliseconds."""
        return sorted(self.times)[len(self.times) // 4]


def rows_of_plan(plan: dict[str, Any]) -> int:
    """Return how many rows the scans of a plan of PostgreSQL read."""
    own = 0.0
    if "Scan" in plan["Node Type"] and plan["Node Type"] != "Bitmap Index Scan":
        removed = sum(plan.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
        own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return int(own) + sum(map(rows_of_plan, plan.get("Plans", ())))


def rows_on_postgresql(sql: str, params: Any) -> int:
    from django.db import connection

    with connection.connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0]
    return rows_of_plan((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])


def rows_on_sqlite(sql: str, params: Any) -> int:
    """Return about how many rows the statement reads, from the steps that SQLite's machine takes."""
    from django.db import connection

    steps = 0

    def count() -> int:
        nonlocal steps
        steps += STEPS_OF_A_ROW
        return 0

    connection.connection.set_progress_handler(count, STEPS_OF_A_ROW)
    try:
        with closing(connection.create_cursor()) as cursor:  # without the wrapper that called this
            cursor.execute(sql, params)
            cursor.fetchall()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps // STEPS_OF_A_ROW


def look(work: Callable[[], object]) -> Figures:
    """Do the work once, and note its statements and the rows that they read."""
    from django.db import connection, transaction

    found = Figures()
    rows_read = rows_on_postgresql if connection.vendor == "postgresql" else rows_on_sqlite

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.statements += not NOT_COUNTED.match(sql)
        if sql.startswith(("SELECT", "UPDATE", "DELETE")) or sql.lstrip().startswith("SELECT"):
            with transaction.atomic():
                rows = rows_read(sql, params)
                transaction.set_rollback(True)
            if rows > found.rows:
                found.rows, found.worst = rows, sql
            if rows > MAX_ROWS:
                found.large.append(f"{rows} rows: {sql}")
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(explain):
            work()
        transaction.set_rollback(True)
    return found
