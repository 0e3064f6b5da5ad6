"""The tables of a new site. A site of version 0.1 or 0.2 runs the migrations that this one replaces; 1.1 removes them."""

import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

# What a field takes from live code must be the very object here, or makemigrations sees a change. It is taken from the
# app's models module, whose path Django fixes: modules below it may move.
from accounts import models as live


class Migration(migrations.Migration):
    replaces = [
        ("accounts", "0001_initial"),
        ("accounts", "0002_robots"),
        ("accounts", "0003_unconfirmed_addresses"),
        ("accounts", "0004_mail_habits"),
        ("accounts", "0005_plain_texts"),
        ("accounts", "0006_rare_rows"),
        ("accounts", "0007_clocks"),
        ("accounts", "0008_mail_choices"),
        ("accounts", "0009_user_is_guest"),
        ("accounts", "0010_name_skeletons"),
        ("accounts", "0011_token_expiry"),
        ("accounts", "0012_robots_index"),
        ("accounts", "0013_unconfirmed_index"),
        ("accounts", "0014_no_second_indexes"),
    ]

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('username', models.CharField(error_messages={'unique': 'This name is taken.'}, help_text='2 to 30 letters and digits, with - _ . in between. Everyone can see it.', max_length=30, unique=True, validators=live.NAME_VALIDATORS, verbose_name='name')),
                ('skeleton', models.CharField(blank=True, editable=False, max_length=60)),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('robot', models.CharField(blank=True, editable=False, max_length=20, verbose_name='robot')),
                ('is_guest', models.BooleanField(default=False, editable=False, verbose_name='guest')),
                ('bounced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('undelivered_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('seen_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'user',
                'verbose_name_plural': 'users',
                'abstract': False,
            },
        ),
        migrations.CreateModel(
            name='ApiToken',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('prefix', models.CharField(max_length=8, verbose_name='starts with')),
                ('digest', models.CharField(max_length=64)),
                ('created_at', models.DateTimeField(auto_now_add=True, verbose_name='created')),
                ('last_used_at', models.DateTimeField(blank=True, null=True, verbose_name='last used')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('expires_at', models.DateTimeField(default=live.in_a_year, verbose_name='expires')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='api_tokens', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'API token',
                'verbose_name_plural': 'API tokens',
                'ordering': ['-created_at', '-pk'],
            },
        ),
        migrations.CreateModel(
            name='Profile',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('display_name', models.CharField(blank=True, max_length=40, verbose_name='display name')),
                ('skeleton', models.CharField(blank=True, editable=False, max_length=80)),
                ('time_zone', models.CharField(default='UTC', max_length=64, verbose_name='time zone')),
                ('language', models.CharField(default='en', max_length=8, verbose_name='language')),
                ('colour', models.CharField(blank=True, max_length=12, verbose_name='preferred colour')),
                ('about', models.TextField(blank=True, max_length=1000, verbose_name='about me')),
                ('plays_by_reply', models.BooleanField(default=False, help_text='Your reply to a turn email is played. Anyone who can send email in your name could play for you.', verbose_name='play by replying to emails')),
                ('digest_hour', models.PositiveSmallIntegerField(default=8, validators=[django.core.validators.MaxValueValidator(23)], verbose_name='hour of my digest')),
                ('quiet_from', models.TimeField(blank=True, null=True, verbose_name='no emails from')),
                ('quiet_until', models.TimeField(blank=True, null=True, verbose_name='until')),
                ('mail_threads', models.CharField(choices=[('turn', 'One for each turn; the subject says what has happened'), ('table', 'One for each table; the subject is always the same')], default='turn', max_length=5, verbose_name='conversations')),
                ('mails_as_text', models.BooleanField(default=False, help_text='Emails without pictures, in lines of at most 72 characters.', verbose_name='text only')),
                ('takes_automatic_holidays', models.BooleanField(default=True, help_text='When your time runs out, a holiday of one day begins by itself, as long as you have days left.', verbose_name='automatic holidays')),
                ('user', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='profile', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'profile',
                'verbose_name_plural': 'profiles',
            },
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(fields=['robot'], name='user_robots'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('email', '')), fields=['robot', 'last_login', 'date_joined'], name='user_unconfirmed'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(fields=['skeleton'], name='user_skeleton'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_staff', True)), fields=['-id'], name='user_staff'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('is_active', False)), fields=['-id'], name='user_closed'),
        ),
        migrations.AddIndex(
            model_name='user',
            index=models.Index(condition=models.Q(('email', '')), fields=['-id'], name='user_without_address'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('username'), name='one_user_per_name', violation_error_message='This name is taken.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='one_user_per_address', violation_error_message='This email address is already in use.'),
        ),
        migrations.AddConstraint(
            model_name='apitoken',
            constraint=models.UniqueConstraint(fields=('digest',), name='api_token_once'),
        ),
        migrations.AddIndex(
            model_name='profile',
            index=models.Index(fields=['skeleton'], name='profile_skeleton'),
        ),
        migrations.AddIndex(
            model_name='profile',
            index=models.Index(django.db.models.functions.text.Lower('display_name'), condition=models.Q(('display_name', ''), _negated=True), name='profile_display_name'),
        ),
    ]
