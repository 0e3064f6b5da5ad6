"""``manage.py reseal``, which moves sealed secrets to the newest SECRET_KEY."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.services import reseal_authenticators
from games.core.dice import reseal_dice
from games.core.receipts import replace_receipt_key, reseal_receipt_key


class Command(BaseCommand):
    """Seals the dice of games that are not over, the key of their receipts, and two-factor secrets with SECRET_KEY."""

    help = "Seal secrets again with SECRET_KEY. After it, SECRET_KEY_FALLBACKS is not needed for them."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--new-receipt-key",
            action="store_true",
            help="make a new key for receipts of opened shares, because the old one is lost",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print what was moved. Raises CommandError (exit code 1) if no key opens a secret."""
        if options["new_receipt_key"]:
            replace_receipt_key()
        dice, lost_dice = reseal_dice()
        _keys, lost_keys = reseal_receipt_key()
        authenticators, lost_authenticators = reseal_authenticators()
        self.stdout.write(f"Sealed with the newest key: dice of {dice} games, {authenticators} authenticators.")
        if lost := lost_dice + lost_keys + lost_authenticators:
            raise CommandError(
                f"{lost} secrets were sealed with a key that is missing: add it to SECRET_KEY_FALLBACKS."
            )
