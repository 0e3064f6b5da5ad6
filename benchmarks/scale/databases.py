"""The databases of ``benchmarks.scale``: a small site, copied many times."""

import json
import re
import shutil
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from statistics import median
from typing import Any

STEP = 10_000  # added to all ids of a copy: more than the rows of any table of the small site
WITH_LOG = "(k % 50 = 0 OR k > {copies} - 5)"
OPEN_COPIES = 50  # only so many copies have their open tables, offered seats and open cases
CLOSED_VALUES = {  # what the others have instead, by model and column
    ("Game", "status"): "CASE WHEN status = 'open' THEN 'cancelled' ELSE status END",
    ("Seat", "offered_at"): "NULL",
    ("Case", "closed_at"): "opened_at",
}
SHARED_COPIES = 20_000  # "regular" plays in so many copies; the others have a player of their own instead
NOT_COPIED = {"Session", "ContentType", "Permission", "Group", "LogEntry", "Heartbeat", "Outage", "RatingVersion"}
OF_A_PLAYER = ("Feed", "Profile", "PlaceTally", "OpponentTally", "Rating", "PersonalRecord")
FOLLOWED_COPIES = 15  # no one follows more than 200 players
RATED = 300  # games of a small site that is about ratings


def make_site(*, is_rated: bool) -> Any:
    """Make the small site: everything that has a page, about twenty games, messages and jobs; rated games if wanted."""
    from django.conf import settings
    from django.utils import timezone

    from accounts.models import User
    from benchmarks.pages import clone
    from games.analysis.models import Analysis
    from games.chat.models import ChatMessage
    from games.core.models import Game, Seat
    from games.notifications.feeds import make_feed
    from games.notifications.models import Notification
    from games.pictures.film import drawing_version
    from games.play.models import RobotTurn
    from games.replay.models import Film
    from tests.makers import finished_game, make_user, play_on, started_game
    from tests.site.access.access_data import make_access_data

    world, now = make_access_data(), timezone.now()
    people = [make_user(f"Player{number}") for number in range(5)]
    for number in range(3):
        play_on(started_game(*people[: 2 + number]), 20 * number + 5, seed=number)
    regular = User.objects.create_user("regular", "regular@example.org")
    world.add_viewer("regular", regular)
    for kind in ("calendar", "turns", "tables", "following"):
        world.names[f"feed_of_{kind}"] = make_feed(regular, kind).code
    world.jars["regular, dense list"] = f"{world.jars['regular']}; {settings.LOOK_COOKIE_NAME}=dense"
    play_on(started_game(regular, people[0]), 8)
    finished_game(regular, people[1])
    robot = User.objects.get(robot="greedy")
    for game in (play_on(started_game(*people[:2])), finished_game(*people[2:5])):
        codes = clone(game, 2)
        Seat.objects.filter(game__code__in=codes, number=1).update(user=robot)
    Notification.objects.filter(pk__gt=60).delete()
    Notification.objects.update(state="sent", sent_at=now)
    over = Game.objects.filter(status="finished")
    values = {"state": "done", "due_at": now, "finished_at": now}
    Analysis.objects.bulk_create([Analysis(game=game, version=1, **values) for game in over], ignore_conflicts=True)
    films = [Film(game=game, format="webp", version=1, data=b"RIFF", **values) for game in over[:9]]
    Film.objects.bulk_create(films)
    Film.objects.update(version=drawing_version(), state="done")
    Analysis.objects.filter(result=None, pk=world.names["analysis_id"]).update(state="failed")
    RobotTurn.objects.update(state="played")
    if is_rated:
        rate_games([regular, *people])
    ChatMessage.objects.bulk_create(ChatMessage(game=game, text="Hello.", at=now) for game in Game.objects.all())
    return world


def rate_games(players: Sequence[Any]) -> None:
    """Write rated games of the last weeks, without logs, and rate them; some of two have luck-free points."""
    from random import Random

    from django.db.models import F
    from django.utils import timezone

    from games.analysis.models import Analysis
    from games.core.models import Game
    from games.ratings.models import PersonalRecord
    from games.ratings.services import rate_waiting
    from tests.makers import make_user
    from tests.ratings.rated_games import START, written_rated_game

    random, now, analyses = Random(1), timezone.now(), list[Analysis]()
    people = [*players, *(make_user(f"Rated{number}") for number in range(6))]
    for number in range(RATED):
        order = random.sample(people, random.choice((2, 2, 3, 4)))
        at, free = now - (RATED - number) * timedelta(minutes=20), random.gauss(0, 5)
        luck_free = {"version": 1, "beta": 1.0, "points": [free, -free]} if len(order) == 2 else None
        hours = (at - START) // timedelta(hours=1)
        rated = written_rated_game(*order, hours=hours, luck_free=luck_free)
        about = {"user": order[0], "game": rated.game, "title": rated.title, "kind": "patch", "at": at}
        PersonalRecord.objects.create(value=random.randrange(3, 20), **about)
        rated.game.seats.update(score=F("place") * -random.randrange(1, 9) + 40)
        done = {"version": 1, "state": "done", "due_at": at, "finished_at": at}
        analyses.append(Analysis(game=rated.game, luck_swing=abs(random.gauss(0, 22)), **done))
    Game.objects.filter(rated_game__isnull=False).update(ply=60)
    Analysis.objects.bulk_create(analyses, ignore_conflicts=True)
    rate_waiting()
    bring_together(people)


def bring_together(people: Sequence[Any]) -> None:
    """Let the first one follow all others, who do the same, and mark all games; the others guide, search and challenge.

    Nobody has the rating that the challenges ask for: a search reads as many as it ever does and takes none.
    """
    from django.utils import timezone

    from accounts.models import User
    from games.core.models import Game
    from games.following.models import Follow, Mark
    from games.following.services import note_recent_games
    from games.guides.models import Guide, GuidedGame
    from games.lobby.models import SavedFilter
    from games.pairing.models import Challenge, PairedGame

    first, *others = people
    challenge = {"title": "marrakech", "ruleset": "gigamic", "seat_count": 2, "min_rating": 2900}
    pairs = [pair for other in others for pair in ((first, other), (other, first))]
    Follow.objects.bulk_create(Follow(follower=one, followed=other) for one, other in pairs)
    Guide.objects.create(user=others[0])
    SavedFilter.objects.bulk_create(SavedFilter(user=other, criteria={"pace": "usual"}) for other in others)
    Challenge.objects.bulk_create(Challenge(user=other, **challenge) for other in others for _number in range(5))
    games = Game.objects.filter(status="finished")
    Mark.objects.bulk_create(Mark(user=first, game=game) for game in games.exclude(seats__user=first))
    for other in others:
        played = games.filter(seats__user=other, seat_count=2)[:10]
        PairedGame.objects.bulk_create(PairedGame(user=other, game=game) for game in played)
    guided = games.filter(seats__user=others[0], seat_count=2)
    GuidedGame.objects.bulk_create(GuidedGame(game=game, guide=others[0]) for game in guided)
    User.objects.update(seen_at=timezone.now())
    note_recent_games(timezone.now() + timedelta(hours=1))


def copy_rows(copies: int, only: Collection[str] = (), *, all_logs: bool = False) -> None:
    """Insert copies of all rows, with other ids, names and codes. Robots and "regular" are shared by the copies.

    ``only`` has the names of the models to copy, if not all. With ``all_logs``, no copy of a game lacks its log.
    """
    from django.apps import apps
    from django.db import connection

    from accounts.models import User
    from games.play.tallies import recount

    models = [model for model in apps.get_models() if model.__name__ not in NOT_COPIED]
    regular = User.objects.get(username="regular").pk
    values = {
        "robots": ",".join(map(str, User.objects.exclude(robot="").values_list("pk", flat=True))),
        "regular": regular,
        "shared": SHARED_COPIES,
        "copies": copies,
    }
    own = "{0} NOT IN ({robots}) AND ({0} <> {regular} OR k > {shared})"
    which = {
        "User": own.format("id", **values),
        "Entry": "true" if all_logs else WITH_LOG.format(**values),
        **dict.fromkeys(OF_A_PLAYER, own.format("user_id", **values)),
        "SeasonScore": own.format("person", **values),
        "Follow": f"k <= {FOLLOWED_COPIES} OR followed_id = {regular}",
    }
    insert = insert_on_postgresql if connection.vendor == "postgresql" else insert_on_sqlite
    copied = [model for model in models if not only or model.__name__ in only]
    insert(
        [
            (
                model._meta.db_table,
                {column.column: copied_value(column, models, values) for column in model._meta.concrete_fields},
                which.get(model.__name__, "true"),
            )
            for model in copied
        ],
        copies,
    )
    if not only:
        recount([regular])


Copy = tuple[str, dict[str, str], str]  # table, values by column, condition


def insert_on_postgresql(tables: Sequence[Copy], copies: int) -> None:
    """Read the copies on one connection and write them on another one, by COPY."""
    from django.apps import apps
    from django.core.management.color import no_style
    from django.db import connection, connections

    reader = connections.create_connection("default")
    reader.settings_dict = connection.settings_dict
    with reader.cursor() as source, connection.cursor() as target:
        target.execute("SET session_replication_role = replica")  # without checks of foreign keys
        for table, columns, which in tables:
            names = ", ".join(f'"{name}"' for name in columns)
            rows = f"SELECT {', '.join(columns.values())} FROM {table}, generate_series(1, {copies}) AS k"  # noqa: S608
            with (
                source.copy(f"COPY ({rows} WHERE {which} ORDER BY k) TO STDOUT") as copied,
                target.copy(f"COPY {table} ({names}) FROM STDIN") as stored,
            ):
                for block in copied:
                    stored.write(block)
        target.execute("SET session_replication_role = DEFAULT")
        for statement in connection.ops.sequence_reset_sql(no_style(), apps.get_models()):
            target.execute(statement)
        target.execute("VACUUM ANALYZE")
    reader.close()


def insert_on_sqlite(tables: Sequence[Copy], copies: int) -> None:
    """Insert the copies by one statement for each table."""
    from django.db import connection

    series = f"WITH RECURSIVE series(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM series WHERE k < {copies})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA foreign_keys = OFF")
        cursor.execute("PRAGMA synchronous = OFF")
        for table, columns, which in tables:
            names = ", ".join(f'"{name}"' for name in columns)
            rows = f"SELECT {', '.join(columns.values())} FROM series, {table} WHERE {which}"  # noqa: S608
            cursor.execute(f"INSERT INTO {table} ({names}) {series} {rows}")
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA foreign_keys = ON")


def copied_value(column: Any, models: Sequence[Any], values: dict[str, Any]) -> str:
    """Return the SQL of a column's value in the k-th copy. The later copies are some milliseconds younger."""
    from django.db import connection
    from django.db.models import DateTimeField

    name = f'"{column.column}"'
    if column.name == "person" or (column.is_relation and column.related_model in models):
        if column.name != "person" and column.related_model.__name__ != "User":
            return f"{name} + k * {STEP}"
        kept = f"{name} IN ({values['robots']}) OR {name} = {values['regular']} AND k <= {values['shared']}"
        return f"CASE WHEN {kept} THEN {name} ELSE {name} + k * {STEP} END"
    if in_others := CLOSED_VALUES.get((column.model.__name__, column.name)):
        return f"CASE WHEN k > {OPEN_COPIES} THEN {in_others} ELSE {name} END"
    if isinstance(column, DateTimeField):
        if connection.vendor == "postgresql":
            return f"{name} - ({values['copies']} - k) * INTERVAL '1 millisecond'"
        return f"strftime('%Y-%m-%d %H:%M:%f', {name}, ((k - {values['copies']}) / 1000.0) || ' seconds')"
    if column.primary_key or (column.unique and column.get_internal_type() == "PositiveIntegerField"):
        return f"{name} + k * {STEP}"
    if column.name in {"code", "invite_code"}:
        code = f"replace(replace(CAST(k AS text), '0', 'x'), '1', 'y') || {name}"  # only letters that codes have
        return f"substr({code}, 1, {column.max_length})"
    alone = [one.fields for one in column.model._meta.constraints if hasattr(one, "fields")]
    if column.unique or (column.name,) in alone or column.name == "email":
        return f"CASE WHEN {name} = '' THEN '' ELSE substr(k || '-' || {name}, 1, {column.max_length or 200}) END"
    return name


@contextmanager
def database(connection: Any) -> Iterator[None]:
    """Make this connection the one that Django uses."""
    from django.db import connections

    connections["default"] = connection
    yield


def filled_databases(sizes: Sequence[int], *, is_rated: bool = False) -> tuple[list[Any], Any]:
    from django.core.management import call_command
    from django.db import connection, connections
    from django.utils import timezone

    from games.core.models import Game, Heartbeat

    call_command("migrate", verbosity=0)
    world = make_site(is_rated=is_rated)
    base, made = Game.objects.count(), []
    template = connection.settings_dict
    is_sqlite = connection.vendor == "sqlite"
    connection.close()
    for number in sizes:
        name = f"{template['NAME']}_{number}"
        copy_file(Path(template["NAME"]), Path(name)) if is_sqlite else copy_database(template, name)
        made.append(connections.create_connection("default"))
        made[-1].settings_dict = {**template, "NAME": name}
        with database(made[-1]):
            copy_rows(number // base)
    for filled in made:
        with database(filled):
            Heartbeat.objects.update(at=timezone.now())  # filling was no outage
    return made, world


def copy_file(source: Path, target: Path) -> None:
    """Copy a database of SQLite, which no one uses."""
    shutil.copy(source, target)


def copy_database(template: dict[str, Any], name: str) -> None:
    """Copy a database of PostgreSQL, which no one uses."""
    from django.db import connections

    other = connections.create_connection("default")
    other.settings_dict = {**template, "NAME": "template1"}
    with other.cursor() as cursor:
        cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template["NAME"]}"')
    other.close()


MAX_ROWS = 1000
STEPS_OF_A_ROW = 15  # SQLite counts steps of its machine: between 5 and 25 for each row that a plan reads
NOT_COUNTED = re.compile(r"(RELEASE )?SAVEPOINT|ROLLBACK|BEGIN")


@dataclass
class Figures:
    """The measurements of one request or sweep in one database. ``large`` are the plans that read too many rows."""

    times: list[float] = field(default_factory=list)
    statements: int = 0
    rows: int = 0
    worst: str = ""
    large: list[str] = field(default_factory=list)

    @property
    def time(self) -> float:
        """The median of the times, in milliseconds."""
        return median(self.times)


def cpu_seconds() -> float:
    """Return the CPU time of this process and, on the same machine with Linux, of PostgreSQL's that answers it."""
    from django.db import connection

    own = time.process_time()
    if connection.vendor != "postgresql":
        return own
    connection.ensure_connection()
    other = Path(f"/proc/{connection.connection.info.backend_pid}/schedstat")
    return own + (int(other.read_text().split()[0]) / 1e9 if other.exists() else 0.0)


def rows_of_plan(plan: dict[str, Any]) -> int:
    """Return how many rows the scans of a plan of PostgreSQL read."""
    own = 0.0
    if "Scan" in plan["Node Type"] and plan["Node Type"] != "Bitmap Index Scan":
        removed = sum(plan.get(f"Rows Removed by {why}", 0) for why in ("Filter", "Index Recheck"))
        own = (plan["Actual Rows"] + removed) * plan["Actual Loops"]
    return int(own) + sum(map(rows_of_plan, plan.get("Plans", ())))


def rows_on_postgresql(sql: str, params: Any) -> int:
    from django.db import connection

    with connection.connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params)
        plan = cursor.fetchone()[0]
    return rows_of_plan((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])


def rows_on_sqlite(sql: str, params: Any) -> int:
    """Return about how many rows the statement reads, from the steps that SQLite's machine takes."""
    from django.db import connection

    steps = 0

    def count() -> int:
        nonlocal steps
        steps += STEPS_OF_A_ROW
        return 0

    connection.connection.set_progress_handler(count, STEPS_OF_A_ROW)
    try:
        with closing(connection.create_cursor()) as cursor:  # without the wrapper that called this
            cursor.execute(sql, params)
            cursor.fetchall()
    finally:
        connection.connection.set_progress_handler(None, 0)
    return steps // STEPS_OF_A_ROW


def look(work: Callable[[], object]) -> Figures:
    """Do the work once, and note its statements and the rows that they read."""
    from django.db import connection, transaction

    found = Figures()
    rows_read = rows_on_postgresql if connection.vendor == "postgresql" else rows_on_sqlite

    def explain(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        found.statements += not NOT_COUNTED.match(sql)
        is_read = sql.lstrip().startswith(("SELECT", "UPDATE", "DELETE"))
        if is_read and "pg_catalog" not in sql:  # which does not grow
            with transaction.atomic():
                rows = rows_read(sql, params)
                transaction.set_rollback(True)
            if rows > found.rows:
                found.rows, found.worst = rows, sql
            if rows > MAX_ROWS:
                found.large.append(f"{rows} rows: {sql}")
        return execute(sql, params, many, context)

    with transaction.atomic():
        with connection.execute_wrapper(explain):
            work()
        transaction.set_rollback(True)
    return found
