from django.db import migrations, models

from accounts.online import AddIndex


class AddFieldAtOnce(migrations.AddField):
    atomic = True  # SQLite copies the table


class Migration(migrations.Migration):
    """Count the turns of a day by an index, and note which request caused a notification.

    Code of before adds notifications with the default of the database.
    """

    atomic = False

    dependencies = [
        ('games', '0068_rewinds'),
    ]

    operations = [
        AddIndex(
            model_name='turn',
            index=models.Index(condition=models.Q(('ended_at__isnull', False)), fields=['ended_at'], name='turn_ended'),
        ),
        AddFieldAtOnce(
            model_name='notification',
            name='request_id',
            field=models.CharField(blank=True, db_default='', default='', max_length=64, verbose_name='number of the request'),
        ),
    ]
