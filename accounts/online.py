"""Steps of an upgrade beside a running site, for migrations and commands; old migrations go on calling them.

``AddIndex`` locks no table, ``fill_in_batches`` fills a new column outside one long transaction.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from django.contrib.postgres.operations import AddIndexConcurrently
from django.core.management.base import OutputWrapper
from django.db import migrations, transaction
from django.db.migrations.state import ProjectState
from django.db.models import QuerySet

BATCH = 2000  # rows: on PostgreSQL about a tenth of a second
BAR = 30  # characters
REDRAW = 0.2  # seconds


class ProgressBar:
    """A bar with the time that is left, on one line of a terminal. Prints nothing elsewhere."""

    def __init__(self, total: int, what: str, out: TextIO | OutputWrapper) -> None:
        self.total, self.what = total, what
        self.out = out if isinstance(out, OutputWrapper) else OutputWrapper(out)
        self.done, self.began, self.drawn_at = 0, time.monotonic(), 0.0
        self.is_shown = out.isatty()

    def add(self, count: int) -> None:
        self.done += count
        now = time.monotonic()
        if self.is_shown and (now >= self.drawn_at + REDRAW or self.done >= self.total):
            self.drawn_at = now
            self.out.write(f"\r{self.line(now - self.began)}\x1b[K", ending="" if self.done < self.total else "\n")
            self.out.flush()

    def write(self, text: str) -> None:
        """Write a line, in a terminal in the place of the bar, which comes again below it."""
        self.out.write(f"\r\x1b[K{text}" if self.is_shown else text)

    def line(self, seconds: float) -> str:
        full = BAR * self.done // self.total if self.total else BAR
        left = seconds / self.done * (self.total - self.done) if self.done else 0.0
        time_left = f"{left / 60:.0f} min" if left >= 100 else f"{left:.0f} s"
        return f"[{'#' * full}{'.' * (BAR - full)}] {self.done:,} of {self.total:,} {self.what}, {time_left} left"


def fill_in_batches(
    rows: QuerySet[Any],
    fill: Callable[[QuerySet[Any]], object],
    out: TextIO | OutputWrapper,
    *,
    batch: int = BATCH,
    pause: float = 0.0,
) -> int:
    """Let ``fill`` update all rows, some at a time and each time in a transaction of its own. Return their number.

    ``rows`` are those that are not filled yet: who stops this can start it again, and rows that code writes meanwhile
    stay as they are. A migration that calls this has ``atomic = False``. ``pause``: seconds after each batch.
    """
    progress, after, count = ProgressBar(rows.count(), "rows", out), 0, 0
    while keys := list(rows.filter(pk__gt=after).order_by("pk").values_list("pk", flat=True)[:batch]):
        with transaction.atomic():
            fill(rows.filter(pk__in=keys))
        after, count = keys[-1], count + len(keys)
        progress.add(len(keys))
        time.sleep(pause)
    return count


@contextmanager
def _patient(schema_editor: Any) -> Iterator[None]:
    """Wait for locks without a limit: what is done CONCURRENTLY waits for old transactions, and nobody waits for it."""
    if schema_editor.collect_sql:
        yield
        return
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('lock_timeout')")
        limit = cursor.fetchone()[0]
        cursor.execute("SET lock_timeout = 0")
        try:
            yield
        finally:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [limit])


def _drop_invalid(schema_editor: Any, name: str) -> None:
    """Drop what an interrupted CREATE INDEX CONCURRENTLY has left behind."""
    with schema_editor.connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_index WHERE indexrelid = to_regclass(%s) AND NOT indisvalid", [name])
        if cursor.fetchone():
            cursor.execute(f"DROP INDEX CONCURRENTLY {schema_editor.quote_name(name)}")


class AddIndex(AddIndexConcurrently):
    """Adds an index, on PostgreSQL without a lock. The migration has ``atomic = False``, and can be run again."""

    def database_forwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _patient(schema_editor):
            if not schema_editor.collect_sql:
                _drop_invalid(schema_editor, self.index.name)
            super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(
        self, app_label: str, schema_editor: Any, from_state: ProjectState, to_state: ProjectState
    ) -> None:
        if schema_editor.connection.vendor != "postgresql":
            migrations.AddIndex.database_backwards(self, app_label, schema_editor, from_state, to_state)
            return
        with _patient(schema_editor):
            super().database_backwards(app_label, schema_editor, from_state, to_state)
