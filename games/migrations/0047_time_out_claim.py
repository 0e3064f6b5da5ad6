import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0046_notified_at")]

    operations = [
        migrations.RenameModel("LateClaim", "TimeOutClaim"),
        migrations.AlterField(
            "timeoutclaim",
            "user",
            models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="time_out_claims",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
    ]
