from django.db import migrations, models
from django.utils import timezone

FACTS = "Decided by the administrators with “manage.py rate --exclude”, before it was said to players."


def write_sanctions(apps, schema_editor):
    """Write a sanction for each player who is left out of the ratings: from now on, these decide who is."""
    Sanction = apps.get_model("games", "Sanction")
    User = apps.get_model("accounts", "User")
    for version in apps.get_model("games", "RatingVersion").objects.filter(is_current=True):
        known = set(Sanction.objects.filter(kind="excluded", lifted_at=None).values_list("user", flat=True))
        for user in User.objects.filter(pk__in=version.excluded).exclude(pk__in=known):
            Sanction.objects.create(user=user, kind="excluded", rule="other", facts=FACTS, at=timezone.now())


def delete_sanctions(apps, schema_editor):
    apps.get_model("games", "Sanction").objects.filter(kind="excluded").delete()


class Migration(migrations.Migration):
    """Let sanctions say who is left out of the ratings."""

    dependencies = [
        ('games', '0074_public_tallies'),
    ]

    operations = [
        migrations.AlterField(
            model_name='sanction',
            name='kind',
            field=models.CharField(choices=[('note', 'a note'), ('warning', 'a warning'), ('no-chat', 'no messages'), ('unrated', 'no rated games'), ('excluded', 'left out of the ratings'), ('no-games', 'no new games'), ('closed', 'the account is closed')], max_length=8, verbose_name='kind'),
        ),
        migrations.AlterField(
            model_name='recordedact',
            name='verb',
            field=models.CharField(choices=[('changed', 'Changed in the administration'), ('claimed', 'Took a case'), ('decided', 'Decided a case'), ('sanction', 'Decided a sanction'), ('lifted', 'Lifted a sanction'), ('kept', 'Kept a sanction after an appeal'), ('looked', 'Read a table and its messages'), ('quiet', 'Switched quiet mode')], max_length=8, verbose_name='what'),
        ),
        migrations.RunPython(write_sanctions, delete_sanctions),
    ]
