from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.migrations.exceptions import IrreversibleError

from accounts.online import AddIndex


class AddFieldAtOnce(migrations.AddField):
    atomic = True  # SQLite copies the table


def require_unpacked(apps: Any, schema_editor: Any) -> None:
    """Keep the logs: what is packed has no rows."""
    for name in ("PackedLog", "PackedTurns"):
        if apps.get_model("games", name).objects.exists():
            raise IrreversibleError("Run manage.py pack_games --unpack first, with PACK_GAMES_AFTER=0.")


class Migration(migrations.Migration):
    """Make room for packed logs and turns of games that are over.

    Code of before adds games with the default of the database.
    """

    atomic = False

    dependencies = [
        ('games', '0069_ended_turns'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='PackedLog',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name='packed_log', serialize=False, to='games.game')),
                ('data', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='PackedTurns',
            fields=[
                ('game', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='packed_turns', serialize=False, to='games.game')),
                ('data', models.BinaryField()),
            ],
        ),
        migrations.CreateModel(
            name='PackedPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField()),
                ('game', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='packed_players', to='games.game')),
                ('user', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('game', 'number'), name='packed_player_once')],
            },
        ),
        AddFieldAtOnce(
            model_name='analysis',
            name='packed',
            field=models.BinaryField(null=True),
        ),
        AddFieldAtOnce(
            model_name='game',
            name='packed',
            field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False),
        ),
        AddIndex(
            model_name='game',
            index=models.Index(condition=models.Q(('finished_at__isnull', False), ('started_at__isnull', False)), fields=['packed', 'finished_at'], name='game_to_pack'),
        ),
        migrations.RunPython(migrations.RunPython.noop, require_unpacked),
    ]
