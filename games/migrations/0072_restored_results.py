from django.db import migrations, models


class Migration(migrations.Migration):
    """Let results that were voided count again. Code of before adds versions with the default of the database."""

    dependencies = [
        ('games', '0071_stored_files'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingversion',
            name='to_restore',
            field=models.JSONField(
                blank=True, db_default=[], default=list, verbose_name='games that are to count again'
            ),
        ),
        migrations.AlterModelOptions(
            name='recordedact',
            options={
                'ordering': ['-pk'],
                'verbose_name': 'recorded act',
                'verbose_name_plural': 'recorded acts',
            },
        ),
    ]
