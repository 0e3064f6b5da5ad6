"""``manage.py vapid_keys``, which prints new keys for web push."""

from typing import Any

from django.core.management.base import BaseCommand

from games.delivery import push


class Command(BaseCommand):
    """Prints a private key as a line for the environment. The public key follows from it."""

    help = "Print a new private key for web push, as a line for the environment. Nothing is stored."

    def handle(self, *args: Any, **options: Any) -> None:
        key = push.new_private_key()
        self.stdout.write(f"VAPID_PRIVATE_KEY={key}")
        self.stderr.write(f"The public key that browsers will see: {push.public_key(key)}")
        self.stderr.write("Keep the private key: with another one, every device must turn notifications on again.")
