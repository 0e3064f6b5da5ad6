from django.db import migrations
from django.db.models import F, Value
from django.db.models.functions import Replace

CHANNELS = {"mail": "email", "hook": "webhook"}


def rename_values(apps, schema_editor):
    """Store channels and notes of entries by their new names; the key of a notification to a webhook names its channel."""
    Notification = apps.get_model("games", "Notification")
    for old, new in CHANNELS.items():
        Notification.objects.filter(channel=old).update(channel=new)
    webhooks = Notification.objects.filter(channel="webhook")
    webhooks.update(key=Replace(F("key"), Value(":hook:"), Value(":webhook:")))
    apps.get_model("games", "Entry").objects.filter(note="given").update(note="inherited")


def restore_values(apps, schema_editor):
    """Undo rename_values."""
    Notification = apps.get_model("games", "Notification")
    webhooks = Notification.objects.filter(channel="webhook")
    webhooks.update(key=Replace(F("key"), Value(":webhook:"), Value(":hook:")))
    for old, new in CHANNELS.items():
        Notification.objects.filter(channel=new).update(channel=old)
    apps.get_model("games", "Entry").objects.filter(note="inherited").update(note="given")


class Migration(migrations.Migration):
    dependencies = [("games", "0012_plain_names")]

    operations = [migrations.RunPython(rename_values, restore_values)]
