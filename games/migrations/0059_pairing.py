

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0058_moderation'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Challenge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('title', models.CharField(max_length=40, verbose_name='title')),
                ('ruleset', models.CharField(max_length=40, verbose_name='ruleset')),
                ('seat_count', models.PositiveSmallIntegerField(verbose_name='number of players')),
                ('pace', models.CharField(choices=[('brisk', 'brisk'), ('usual', 'usual'), ('leisurely', 'leisurely'), ('own', 'custom times'), ('1d', '1 day per turn'), ('3d', '3 days per turn'), ('7d', '7 days per turn'), ('none', 'no clock')], default='usual', max_length=9, verbose_name='pace')),
                ('is_rated', models.BooleanField(default=True, verbose_name='rated')),
                ('min_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating from')),
                ('max_rating', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='rating to')),
                ('min_hours', models.PositiveSmallIntegerField(default=0, verbose_name='hours awake together')),
                ('max_games', models.PositiveSmallIntegerField(default=1, verbose_name='games at once')),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created at')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('checked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='challenges', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'standing challenge',
                'verbose_name_plural': 'standing challenges',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PairedGame',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('challenge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='games', to='games.challenge')),
                ('game', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pairings', to='games.game')),
                ('user', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='paired_games', to=settings.AUTH_USER_MODEL)),
            ],
        ),
        migrations.CreateModel(
            name='PairingSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('is_paused', models.BooleanField(default=False, verbose_name='paused')),
                ('max_running', models.PositiveSmallIntegerField(default=10, verbose_name='running games')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='pairing', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['title', 'seat_count', 'pace', 'id'], name='challenge_kind'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['-id'], name='challenge_current'),
        ),
        migrations.AddIndex(
            model_name='challenge',
            index=models.Index(condition=models.Q(('ended_at', None)), fields=['checked_at'], name='challenge_checked'),
        ),
        migrations.AddConstraint(
            model_name='pairedgame',
            constraint=models.UniqueConstraint(fields=('user', 'game'), name='paired_game_once'),
        ),
    ]
