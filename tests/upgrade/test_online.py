"""Migrations beside a running site, on PostgreSQL."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.core.management import CommandError, call_command
from django.core.management.commands import migrate
from django.db import connection, models, transaction
from django.db.migrations.state import ProjectState
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from accounts.online import AddIndex, fill_in_batches
from tests.makers import make_user
from tooling.migrations import faulty, is_new

pytestmark = [pytest.mark.stack, pytest.mark.django_db(transaction=True)]


def sql(statement: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return cursor.fetchone() if cursor.description else None


@contextmanager
def locked_table() -> Iterator[None]:
    """Have another connection, which is slow, hold a lock on the table of users."""
    with psycopg.connect(**connection.get_connection_params()) as other:
        other.execute("LOCK TABLE accounts_user IN ACCESS SHARE MODE")
        yield


def test_migrate_does_not_wait_long_for_a_lock(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.MIGRATION_LOCK_TIMEOUT = 1

    def add_column(*_given: object, **_options: object) -> None:
        with transaction.atomic():
            sql("ALTER TABLE accounts_user ADD COLUMN more integer")

    monkeypatch.setattr(migrate.Command, "handle", add_column)
    with locked_table(), pytest.raises(CommandError, match="waited 1 seconds for a lock"):
        call_command("migrate")
    assert sql("SHOW lock_timeout") == ("0",)


def forwards_and_backwards() -> list[str]:
    """Add an index to the table of users and remove it again. Return the statements."""
    before = ProjectState.from_apps(apps)
    after, step = before.clone(), AddIndex("user", models.Index(fields=["date_joined"], name="user_joined"))
    step.state_forwards("accounts", after)
    with CaptureQueriesContext(connection) as queries, connection.schema_editor(atomic=False) as editor:
        step.database_forwards("accounts", editor, before, after)
        assert sql("SELECT indisvalid FROM pg_index WHERE indexrelid = 'user_joined'::regclass") == (True,)
        step.database_backwards("accounts", editor, after, before)
    assert sql("SELECT to_regclass('user_joined')") == (None,)
    return [query["sql"] for query in queries]


def test_an_index_is_added_and_removed_without_a_lock() -> None:
    statements = forwards_and_backwards()
    indexes = [statement.split('"')[0].strip() for statement in statements if "INDEX CONCURRENTLY" in statement]
    assert indexes == ["CREATE INDEX CONCURRENTLY", "DROP INDEX CONCURRENTLY IF EXISTS"]


def test_an_index_that_was_not_completed_is_made_again() -> None:
    sql("CREATE INDEX user_joined ON accounts_user (date_joined)")
    sql("UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'user_joined'::regclass")
    assert 'DROP INDEX CONCURRENTLY "user_joined"' in forwards_and_backwards()


def test_an_index_waits_for_old_transactions_longer_than_other_steps() -> None:
    sql("SET lock_timeout = '7s'")
    statements = forwards_and_backwards()
    assert statements.index("SET lock_timeout = 0") < next(
        at for at, text in enumerate(statements) if text.startswith("CREATE INDEX")
    )
    assert sql("SHOW lock_timeout") == ("7s",)
    sql("RESET lock_timeout")


def test_a_column_is_filled_in_batches_that_can_be_stopped() -> None:
    people = [make_user(f"p{number}") for number in range(5)]
    rows, sizes = User.objects.filter(seen_at=None), list[int]()

    def fill(batch: models.QuerySet[User]) -> None:
        sizes.append(batch.update(seen_at=timezone.now()))
        if len(sizes) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fill_in_batches(rows, fill, StringIO(), batch=2)
    assert list(rows.order_by("pk")) == people[2:]  # the second batch was undone
    assert fill_in_batches(rows, fill, StringIO(), batch=2) == 3
    assert sizes == [2, 2, 2, 1]
    assert not rows.exists()


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("0050_dice_receipts", "NOT NULL constraint"),
        ("0052_final_resignations", "DROPPING columns"),
        ("0066_close_games", "CREATE INDEX locks table"),
    ],
)
def test_the_check_finds_migrations_that_running_code_does_not_survive(
    name: str, fault: str, settings: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    settings.MIGRATION_MODULES = {}  # also under --nomigrations
    assert faulty(lambda app, found: (app, found) == ("games", name)) == (1, 1)
    assert fault in capsys.readouterr().out


def test_the_check_reads_only_migrations_after_the_baseline() -> None:
    assert is_new("games", "0069_more")
    assert not is_new("games", "0068_rewinds")
    assert not is_new("mfa", "0003_authenticator_type_uniq")
