from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0047_time_out_claim")]

    operations = [
        migrations.RenameField("game", "max_house_turns", "max_stand_in_turns"),
        migrations.RenameField("seat", "house_turns", "stand_in_turns"),
    ]
