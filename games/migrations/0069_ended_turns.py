from typing import Any

from django.contrib.postgres.operations import AddIndexConcurrently
from django.db import migrations, models


class AddIndexBesideWriters(AddIndexConcurrently):
    """Make an index while turns are played. If that was interrupted, it can be started again."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        if schema_editor.connection.vendor != "postgresql":
            return migrations.AddIndex.database_forwards(self, app_label, schema_editor, from_state, to_state)
        schema_editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {schema_editor.quote_name(self.index.name)}")
        return super().database_forwards(app_label, schema_editor, from_state, to_state)

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        postgresql = schema_editor.connection.vendor == "postgresql"
        operation = AddIndexConcurrently if postgresql else migrations.AddIndex
        operation.database_backwards(self, app_label, schema_editor, from_state, to_state)


class AddFieldAtOnce(migrations.AddField):
    atomic = True  # SQLite copies the table


class Migration(migrations.Migration):
    """Count the turns of a day by an index, and note which request caused a notification.

    Code of before adds notifications with the default of the database.
    """

    atomic = False

    dependencies = [
        ('games', '0068_rewinds'),
    ]

    operations = [
        AddIndexBesideWriters(
            model_name='turn',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['ended_at'], name='turn_ended'),
        ),
        AddFieldAtOnce(
            model_name='notification',
            name='request_id',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='number of the request'),
        ),
    ]
