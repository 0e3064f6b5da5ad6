"""A kind of mail that was switched off is one that comes never."""

from django.db import migrations


def switches_to_choices(apps, schema_editor):
    choice = apps.get_model("games", "MailChoice")
    for switch in apps.get_model("games", "MailSwitch").objects.all():
        choice.objects.get_or_create(
            user_id=switch.user_id, kind=switch.kind, game=None, defaults={"frequency": "never"}
        )


def choices_to_switches(apps, schema_editor):
    switch = apps.get_model("games", "MailSwitch")
    for choice in apps.get_model("games", "MailChoice").objects.filter(game=None, frequency="never").exclude(kind=""):
        switch.objects.get_or_create(user_id=choice.user_id, kind=choice.kind)


class Migration(migrations.Migration):
    dependencies = [("games", "0005_turn_mail")]

    operations = [migrations.RunPython(switches_to_choices, choices_to_switches)]
