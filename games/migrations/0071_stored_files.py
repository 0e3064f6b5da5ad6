from django.db import migrations, models

from accounts.online import AddIndex


class AddFieldAtOnce(migrations.AddField):
    atomic = True  # SQLite copies the table


class Migration(migrations.Migration):
    """Name the file of an animation, and find old reports of mail services by their age.

    Code of before adds animations with the default of the database. A later version removes what is in ``data``, which
    ``manage.py store_films`` moves into files.
    """

    atomic = False

    dependencies = [
        ('games', '0070_packed_games'),
    ]

    operations = [
        AddFieldAtOnce(
            model_name='film',
            name='file',
            field=models.FileField(blank=True, db_default='', default='', upload_to=''),
        ),
        AddIndex(
            model_name='deliveryevent',
            index=models.Index(fields=['at'], name='delivery_event_at'),
        ),
    ]
