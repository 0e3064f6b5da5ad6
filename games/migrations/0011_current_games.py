"""A player's own page in its order, without sorting all of their games."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0010_seen_plies")]

    operations = [
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                condition=models.Q(("finished_at__isnull", True)),
                fields=["user", "-is_acting", "acting_since", "-game"],
                name="seat_current",
            ),
        ),
    ]
