"""Mark all plies of all games as seen by their players, so that none of them is shown as new."""

from django.db import migrations
from django.db.models import OuterRef, Subquery


def have_seen(apps, schema_editor):
    game = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game_id"))
    apps.get_model("games", "Seat").objects.update(seen_ply=Subquery(game.values("ply")[:1]))


class Migration(migrations.Migration):
    dependencies = [("games", "0009_table_page")]

    operations = [migrations.RunPython(have_seen, migrations.RunPython.noop)]
