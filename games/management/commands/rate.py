"""``manage.py rate``, which computes all ratings again."""

from collections.abc import Callable, Collection
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.models import User
from accounts.online import ProgressBar
from accounts.selectors import person_by_name
from games.conduct.selectors import excluded_from_ratings
from games.core.models import Game
from games.moderation.services import exclude_from_ratings, include_in_ratings
from games.ratings.models import RatedGame
from games.ratings.replays import Replay, ReplayRuns, replay
from games.ratings.selectors import current_version
from games.ratings.services import decide_by_command, rate_waiting

SHOWN = 20  # corrections


class Command(BaseCommand):
    """Replays all rated games into a new version of the ratings, compares it with the current one, and switches."""

    help = (
        "Compute all ratings again from the rated games, and switch to them in one step. Players whose rating moves by "
        "5 points or more get an email. What was voided or excluded before stays so. A player who is excluded or "
        "included reads the reason in an email and in the settings, and can appeal."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--void", nargs="+", default=[], metavar="CODE", help="games that do not count from now on")
        parser.add_argument("--restore", nargs="+", default=[], metavar="CODE", help="games that count again")
        parser.add_argument(
            "--exclude", nargs="+", default=[], metavar="NAME", help="players whose games are rated without them"
        )
        parser.add_argument("--include", nargs="+", default=[], metavar="NAME", help="players who are rated again")
        parser.add_argument("--reason", default="", help="why players are excluded or included, for these to read")
        parser.add_argument("--dry-run", action="store_true", help="only show what would change")

    def handle(self, *args: Any, **options: Any) -> None:
        """Replay, and print what changes. Raises CommandError for an unknown game or player, or if it runs already."""
        rate_waiting()
        games = self._codes(options["void"]), self._codes(options["restore"])
        people = self._players(options["exclude"]), self._players(options["include"])
        is_trial = options["dry_run"]
        try:
            done = self._tried(*games, *people) if is_trial else self._done(*games, *people, options["reason"])
        except ReplayRuns:
            raise CommandError("The ratings are being computed again. Try again when that has ended.") from None
        self._report(done, is_trial=is_trial)

    def _tried(self, void: set[str], restore: set[str], exclude: set[User], include: set[User]) -> Replay:
        voided = (current_version().decided_void() | void) - restore
        excluded = {*excluded_from_ratings(), *(user.pk for user in exclude)} - {user.pk for user in include}
        return replay(voided=voided, excluded=sorted(excluded), is_trial=True, progress=self._progress())

    def _done(self, void: set[str], restore: set[str], exclude: set[User], include: set[User], reason: str) -> Replay:
        if (exclude or include) and not reason.strip():
            raise CommandError("Give a --reason. The player concerned can read it.")
        for code in sorted(void | restore):
            decide_by_command(code, counts=code in restore)
        for user in exclude - include:
            exclude_from_ratings(user, reason)
        for user in include:
            include_in_ratings(user, reason)
        return replay(progress=self._progress())

    def _codes(self, codes: Collection[str]) -> set[str]:
        if unknown := set(codes) - set(Game.objects.filter(code__in=codes).values_list("code", flat=True)):
            raise CommandError(f"There is no game called {', '.join(sorted(unknown))}.")
        return set(codes)

    def _players(self, names: Collection[str]) -> set[User]:
        found = {name: person_by_name(name) for name in names}
        if unknown := [name for name, person in found.items() if person is None or person.robot]:
            raise CommandError(f"There is no player called {', '.join(sorted(unknown))}.")
        return {person for person in found.values() if person}

    def _progress(self) -> Callable[[int], None]:
        """Return what shows how many games are entered. After the last one, their luck is."""
        bar = ProgressBar(RatedGame.objects.exclude(number=None).count(), "games", self.stdout)
        return lambda number: bar.add(number - bar.done) if number > bar.done else None

    def _report(self, done: Replay, *, is_trial: bool) -> None:
        names = User.objects.in_bulk({one.key.user for one in done.corrections[:SHOWN]})
        for one in done.corrections[:SHOWN]:
            name = names[one.key.user].username if one.key.user in names else "a deleted account"
            self.stdout.write(f"{name}, {one.key.title}: {one.before} -> {one.after}")
        if len(done.corrections) > SHOWN:
            self.stdout.write(f"and {len(done.corrections) - SHOWN} smaller changes")
        what = "would be rated" if is_trial else "rated"
        self.stdout.write(f"{done.games} games {what}; {len(done.corrections)} ratings change.")
