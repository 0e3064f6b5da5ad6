"""Reports by the site, traces, and a record that the database itself only lets be added to.

A migration that makes SQLite rebuild the table of the record drops the triggers: it runs ``protect`` again at its end.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

MESSAGE = "The record is only added to."
KEPT = ("id", "at", "role", "verb", "before", "after", "reason")
LINKS = ("actor_id", "person_id", "game_id", "case_id")  # a deletion of what they lead to empties them
NAMELESS = "%somebody%"  # what an erasure writes instead of a name into "object"


def _changes(differ):
    """Return the condition under which an update does more than a deletion or an erasure needs."""
    kept = [f'NEW."{name}" {differ} OLD."{name}"' for name in KEPT]
    links = [f'(NEW."{name}" IS NOT NULL AND NEW."{name}" {differ} OLD."{name}")' for name in LINKS]
    name = f"""(NEW."object" {differ} OLD."object" AND NEW."object" NOT LIKE '{NAMELESS}')"""
    return " OR ".join([*kept, *links, name])


def protect_statements(vendor):
    if vendor == "postgresql":
        return [
            f"""
CREATE FUNCTION games_keep_record() RETURNS trigger AS $$
BEGIN
  IF TG_OP = 'DELETE' OR {_changes("IS DISTINCT FROM")} THEN
    RAISE EXCEPTION '{MESSAGE}' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$ LANGUAGE plpgsql""",
            """
CREATE TRIGGER games_keep_record BEFORE UPDATE OR DELETE ON games_recordedact
FOR EACH ROW EXECUTE FUNCTION games_keep_record()""",
        ]
    refuse = f"BEGIN SELECT RAISE(ABORT, '{MESSAGE}'); END"
    return [
        f"CREATE TRIGGER games_record_update BEFORE UPDATE ON games_recordedact WHEN {_changes('IS NOT')} {refuse}",
        f"CREATE TRIGGER games_record_delete BEFORE DELETE ON games_recordedact {refuse}",
    ]


def unprotect_statements(vendor):
    if vendor == "postgresql":
        return [
            "DROP TRIGGER IF EXISTS games_keep_record ON games_recordedact",
            "DROP FUNCTION IF EXISTS games_keep_record()",
        ]
    return [f"DROP TRIGGER IF EXISTS games_record_{name}" for name in ("update", "delete")]


def protect(apps, editor):
    for statement in protect_statements(editor.connection.vendor):
        editor.execute(statement, params=None)


def unprotect(apps, editor):
    for statement in unprotect_statements(editor.connection.vendor):
        editor.execute(statement, params=None)


class Migration(migrations.Migration):

    dependencies = [
        ('games', "0062_records"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='playerreport',
            name='machine',
            field=models.BooleanField(default=False, verbose_name='reported by the site'),
        ),
        migrations.AlterField(
            model_name='recordedact',
            name='verb',
            field=models.CharField(choices=[('changed', 'Changed in the administration'), ('claimed', 'Took a case'), ('decided', 'Decided a case'), ('sanction', 'Decided a sanction'), ('lifted', 'Lifted a sanction after an appeal'), ('kept', 'Kept a sanction after an appeal'), ('looked', 'Read a table and its messages'), ('quiet', 'Switched quiet mode')], max_length=8, verbose_name='what'),
        ),
        migrations.CreateModel(
            name='Trace',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField()),
                ('address', models.CharField(max_length=32)),
                ('network', models.CharField(max_length=32)),
                ('device', models.CharField(max_length=32)),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['at', 'pk'],
                'indexes': [models.Index(fields=['at'], name='trace_at')],
                'constraints': [models.UniqueConstraint(fields=('user', 'at', 'address', 'device'), name='trace_once')],
            },
        ),
        migrations.RunPython(protect, unprotect),
    ]
