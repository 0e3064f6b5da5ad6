from django.db import migrations, models

from accounts.online import AddIndex


class Migration(migrations.Migration):
    """Find the players in quiet mode without reading all profiles."""

    atomic = False

    dependencies = [
        ('accounts', '0023_export_file'),
    ]

    operations = [
        AddIndex(
            model_name='profile',
            index=models.Index(fields=['quiet'], name='profile_quiet'),
        ),
    ]
