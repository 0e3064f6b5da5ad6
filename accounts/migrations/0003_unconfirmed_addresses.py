from django.db import migrations


def set_apart(apps, schema_editor):
    """Remove unconfirmed addresses from the users, except administrators; allauth's table keeps them."""
    user, address = apps.get_model("accounts", "User"), apps.get_model("account", "EmailAddress")
    confirmed = address.objects.filter(verified=True).values("user")
    waiting = user.objects.filter(is_staff=False, is_superuser=False).exclude(pk__in=confirmed).exclude(email="")
    for person in waiting.iterator():
        if not address.objects.filter(user=person).exists():
            address.objects.create(user=person, email=person.email.lower(), primary=True, verified=False)
    waiting.update(email="")


def put_back(apps, schema_editor):
    """Give each user an address again: the unconfirmed one, or, if it is in use, one that does not exist."""
    user, address = apps.get_model("accounts", "User"), apps.get_model("account", "EmailAddress")
    for person in user.objects.filter(email="").iterator():
        waiting = address.objects.filter(user=person).order_by("-primary", "-pk").first()
        is_free = waiting and not user.objects.filter(email__iexact=waiting.email).exists()
        person.email = waiting.email if waiting and is_free else f"{person.pk}@unconfirmed.invalid"
        person.save(update_fields=["email"])


class Migration(migrations.Migration):

    # Only a database of the first release runs this, and it has the tables of the app account. Their migrations depend on
    # this app, so that this one must not depend on them: the migration that replaces all would make a circle.
    dependencies = [('accounts', '0002_robots')]

    operations = [migrations.RunPython(set_apart, put_back)]
