from django.db import migrations


def set_apart(apps, schema_editor):
    """Leave addresses that nobody has confirmed to allauth's table alone; those of administrators stay."""
    user, address = apps.get_model("accounts", "User"), apps.get_model("account", "EmailAddress")
    confirmed = address.objects.filter(verified=True).values("user")
    waiting = user.objects.filter(is_staff=False, is_superuser=False).exclude(pk__in=confirmed).exclude(email="")
    for person in waiting.iterator():
        if not address.objects.filter(user=person).exists():
            address.objects.create(user=person, email=person.email.lower(), primary=True, verified=False)
    waiting.update(email="")


def put_back(apps, schema_editor):
    """Give everybody an address again: the one that waits, or, where it is in use, one that goes nowhere."""
    user, address = apps.get_model("accounts", "User"), apps.get_model("account", "EmailAddress")
    for person in user.objects.filter(email="").iterator():
        waiting = address.objects.filter(user=person).order_by("-primary", "-pk").first()
        is_free = waiting and not user.objects.filter(email__iexact=waiting.email).exists()
        person.email = waiting.email if waiting and is_free else f"{person.pk}@unconfirmed.invalid"
        person.save(update_fields=["email"])


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0002_robots'),
        ('account', '0009_emailaddress_unique_primary_email'),
    ]

    operations = [migrations.RunPython(set_apart, put_back)]
