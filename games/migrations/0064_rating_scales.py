"""The formula of each version of the ratings, and what players of rated games had at the start."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0063_people'),
    ]

    operations = [
        migrations.AddField(
            model_name='ratingversion',
            name='formula',
            field=models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='formula'),
        ),
        migrations.AddField(
            model_name='seat',
            name='start_deviation',
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='seat',
            name='start_rating',
            field=models.SmallIntegerField(blank=True, null=True),
        ),
    ]
