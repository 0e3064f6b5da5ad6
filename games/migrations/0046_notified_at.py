from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0045_seat_version")]

    operations = [
        migrations.RenameField("turn", "told_at", "notified_at"),
        migrations.RenameField("turn", "told_by", "notified_by"),
    ]
