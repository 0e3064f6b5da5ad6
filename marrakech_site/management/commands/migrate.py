"""``manage.py migrate``, which on PostgreSQL does not let the site wait behind a migration that waits for a lock."""

from contextlib import suppress
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import Error, OperationalError, connections
from psycopg.errors import LockNotAvailable


class Command(migrate.Command):
    """Django's command with the lock time-out of the setting MIGRATION_LOCK_TIMEOUT."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate. Raises CommandError if a statement waits too long for a lock; nothing of that migration is done."""
        connection = connections[options["database"]]
        seconds = settings.MIGRATION_LOCK_TIMEOUT
        if connection.vendor != "postgresql" or not seconds:
            super().handle(*args, **options)
            return
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [f"{seconds}s"])
        try:
            super().handle(*args, **options)
        except OperationalError as error:
            if not isinstance(error.__cause__, LockNotAvailable):
                raise
            raise CommandError(
                f"A statement has waited {seconds} seconds for a lock on a table. Run migrate again: it goes on with "
                "this migration. If it stops here again, see in pg_stat_activity which transaction stays open."
            ) from error
        finally:
            with suppress(Error), connection.cursor() as cursor:
                cursor.execute("RESET lock_timeout")
