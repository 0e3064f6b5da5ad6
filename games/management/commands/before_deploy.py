"""``manage.py before_deploy``: does new code make of the stored games what the code before it has made of them?"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import F, QuerySet, Window
from django.db.models.functions import RowNumber

from accounts.online import ProgressBar
from games.common.release import release
from games.core.choices import Status
from games.core.models import Game
from games.management.cores import on_cores
from games.play.after_action import difference_from_log

PART = 25  # games that a process takes at a time
KIND = ["title", "ruleset", "seat_count", "rules_version", "status"]  # a sample has games of each
Found = list[tuple[str, str, bool]]  # code, difference, whether the game was in trouble before


def compare(ids: Sequence[int]) -> Found:
    """Return those of the games that differ from what this code makes of their logs."""
    return [found for pk in ids if (found := compare_game(pk))]


def compare_game(pk: int) -> tuple[str, str, bool] | None:
    """Compare one game. It may be played meanwhile: only a difference of a game that stands still is one."""
    while game := Game.objects.filter(pk=pk).first():
        version, ply, is_known = game.version, game.ply, game.troubled_at is not None
        difference = difference_from_log(game)
        if not difference:
            return None
        if Game.objects.filter(pk=pk, version=version, ply=ply).exists():
            return game.code, difference, is_known
    return None


class Command(BaseCommand):
    """Replays running games and a sample of those that are over, compares, and changes nothing."""

    help = (
        "Replay all running games and a sample of those that are over with this code, and compare every position and "
        "every column that follows from the log. Exit code 1 if a game differs: do not deploy this code then."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--from", type=int, default=1, dest="first", help="id of the first game")
        parser.add_argument("--to", type=int, dest="last", help="id of the last game")
        parser.add_argument("--sample", type=int, default=100, help="games of each kind that are over (100)")
        parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one for each core)")
        parser.add_argument("--resume", action="store_true", help="go on where the last run was stopped")

    def handle(self, *args: Any, **options: Any) -> None:
        """Compare the games. Raises CommandError (exit code 1) if one differs, or if the database lacks migrations."""
        self._require_migrations()
        ids = _chosen(options["first"], options["last"], options["sample"])
        notes = Notes({name: options[name] for name in ("first", "last", "sample")}, resume=options["resume"])
        if notes.checked:
            self.stdout.write(f"{notes.checked} games were compared before.")
        ids = [pk for pk in ids if pk > notes.after]
        progress = ProgressBar(len(ids), "games", self.stdout)
        parts = [ids[at : at + PART] for at in range(0, len(ids), PART)]
        for part, found in zip(parts, on_cores(compare, parts, options["jobs"]), strict=True):
            notes.add(part, found)
            progress.add(len(part))
        notes.forget()
        for code, difference, is_known in notes.found:
            self.stdout.write(f"{code}: {difference}{' (known to be in trouble)' if is_known else ''}")
        if new := sum(not is_known for _code, _difference, is_known in notes.found):
            raise CommandError(f"{new} of {notes.checked} games differ with this code. Do not deploy it.")
        self.stdout.write(f"{notes.checked} games compared: this code changes none of them.")

    def _require_migrations(self) -> None:
        executor = MigrationExecutor(connection)
        if plan := executor.migration_plan(executor.loader.graph.leaf_nodes()):
            first = plan[0][0]
            raise CommandError(f"Run migrate first: {len(plan)} migrations, from {first.app_label} {first.name} on.")


def _chosen(first: int, last: int | None, sample: int) -> list[int]:
    """Return the ids of all running games and of the latest that are over of each kind, in order."""
    games = Game.objects.exclude(started_at=None).filter(pk__gte=first)
    if last is not None:
        games = games.filter(pk__lte=last)
    number = Window(RowNumber(), partition_by=[F(name) for name in KIND], order_by="-pk")
    over: QuerySet[Game] = games.exclude(status=Status.RUNNING).annotate(number=number).filter(number__lte=sample)
    running = games.filter(status=Status.RUNNING)
    return sorted([*running.values_list("pk", flat=True), *over.values_list("pk", flat=True)])


class Notes:
    """What a run has done so far, in a file of the data folder, for ``--resume``. Other code begins anew."""

    def __init__(self, choice: dict[str, int | None], *, resume: bool) -> None:
        self.path = Path(settings.DATA_DIR) / "before_deploy.json"
        self.of = {"release": release(), **choice}
        self.after, self.checked = 0, 0
        self.found: Found = []
        stored = json.loads(self.path.read_text()) if resume and self.path.exists() else {}
        if stored.get("of") == self.of:
            self.after, self.checked = stored["after"], stored["checked"]
            self.found = [(code, difference, is_known) for code, difference, is_known in stored["found"]]

    def add(self, ids: Sequence[int], found: Found) -> None:
        self.after, self.checked = ids[-1], self.checked + len(ids)
        self.found += found
        self.path.parent.mkdir(parents=True, exist_ok=True)
        draft = self.path.with_suffix(".new")
        draft.write_text(json.dumps({"of": self.of, "after": self.after, "checked": self.checked, "found": self.found}))
        draft.replace(self.path)

    def forget(self) -> None:
        self.path.unlink(missing_ok=True)
