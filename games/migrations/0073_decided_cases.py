from django.db import migrations, models

from accounts.online import AddIndex


class Migration(migrations.Migration):
    """Find the cases that were decided last."""

    atomic = False

    dependencies = [
        ('games', '0072_restored_results'),
    ]

    operations = [
        AddIndex(
            model_name='case',
            index=models.Index(condition=models.Q(('closed_at__isnull', False)), fields=['-closed_at'], name='case_closed'),
        ),
    ]
