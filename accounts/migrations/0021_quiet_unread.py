from django.db import migrations, models


class Migration(migrations.Migration):
    """Whether a player still has to read that a moderator has switched their quiet mode."""

    dependencies = [("accounts", "0020_households_and_quiet_mode")]

    operations = [
        migrations.AddField(
            model_name="profile", name="quiet_unread", field=models.BooleanField(default=False, editable=False)
        ),
    ]
