from django.db import migrations, models


class Migration(migrations.Migration):
    """Let what is taken back stay in the log. Code of before adds entries with the defaults of the database."""

    dependencies = [
        ('games', '0067_ends_of_a_kind'),
    ]

    operations = [
        migrations.AddField(
            model_name='entry',
            name='is_lost',
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.AddField(
            model_name='entry',
            name='rewind',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('game', 'ply', 'rewind'), name='entry_once'),
        ),
        migrations.RemoveConstraint(
            model_name='entry',
            name='entry_ply_once',
        ),
        migrations.AddField(
            model_name='ratingversion',
            name='to_void',
            field=models.JSONField(blank=True, db_default=[], default=list, verbose_name='games that are not to count'),
        ),
    ]
