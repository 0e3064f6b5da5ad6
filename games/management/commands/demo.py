"""``manage.py demo``, which creates demonstration players and games."""

import secrets
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.common.errors import Conflict
from games.demo import make_games, make_players

# Not a secret: in development, everyone can sign in as one of the players.
DEVELOPMENT_PASSWORD = "saffron-and-indigo"  # noqa: S105


class Command(BaseCommand):
    """Creates four players with known passwords and games in every stage. A second run adds only what is missing."""

    help = "Create four demonstration players and games in every stage, and print how to sign in."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="also without DEBUG, with a random password")

    def handle(self, *args: Any, **options: Any) -> None:
        """Create what is missing. Raises CommandError without DEBUG, or if a name belongs to another account."""
        if not (settings.DEBUG or options["force"]):
            raise CommandError(
                "The demonstration is for development (DEBUG=1). Use --force to make it here all the same."
            )
        password = DEVELOPMENT_PASSWORD if settings.DEBUG else secrets.token_urlsafe(12)
        try:
            players = make_players(password, mails=settings.DEBUG)
        except Conflict as error:
            raise CommandError(str(error.message)) from error
        for game in make_games(players, mails=settings.DEBUG):
            about = f"{game.ruleset}, {game.seat_count} players, {game.status}, turn {game.turn}"
            self.stdout.write(f"  {game.name} ({game.code}): {about}")
        names = ", ".join(user.username for user in players)
        self.stdout.write(f"\n  Demonstration players: {names}. Password of new ones: {password}\n")
