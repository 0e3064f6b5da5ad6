"""Two databases for ``benchmarks.flatness``: a small site, copied many times."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

STEP = 10_000  # added to all ids of a copy: more than the rows of any table of the small site
WITH_LOG = "(k % 50 = 0 OR k > {copies} - 5)"
OPEN_COPIES = 50  # only so many copies have their open tables, which are cancelled in the others
NOT_COPIED = {"Session", "ContentType", "Permission", "Group", "LogEntry", "Heartbeat"}


def make_site() -> Any:
    """Make the small site: everything that has a page, about twenty games, messages and jobs."""
    from django.utils import timezone

    from accounts.models import User
    from benchmarks.pages import clone
    from games.models import Analysis, ChatMessage, Film, Game, Notification, RobotTurn, Seat
    from games.presenters.pictures.film_file import drawing_version
    from tests.makers import finished_game, make_user, play_on, started_game
    from tests.site.access_data import make_access_data

    world, now = make_access_data(), timezone.now()
    people = [make_user(f"Player{number}") for number in range(5)]
    for number in range(3):
        play_on(started_game(*people[: 2 + number]), 20 * number + 5, seed=number)
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
    ChatMessage.objects.bulk_create(ChatMessage(game=game, text="Hello.", at=now) for game in Game.objects.all())
    return world


def copy_rows(copies: int) -> None:
    """Insert copies of all rows, with other ids, names and codes. Robots are shared by all copies."""
    from django.apps import apps
    from django.db import connection

    from accounts.models import User

    models = [model for model in apps.get_models() if model.__name__ not in NOT_COPIED]
    robots = ",".join(map(str, User.objects.exclude(robot="").values_list("pk", flat=True)))
    with connection.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")  # without checks of foreign keys
        for model in models:
            table = model._meta.db_table
            values = [copied_value(column, models, robots) for column in model._meta.concrete_fields]
            names = ", ".join(f'"{column.column}"' for column in model._meta.concrete_fields)
            which = {"User": "robot = ''", "Profile": f"user_id NOT IN ({robots})"}.get(model.__name__, "true")
            which = WITH_LOG.format(copies=copies) if model.__name__ == "Entry" else which
            cursor.execute(
                f"INSERT INTO {table} ({names}) SELECT {', '.join(values)} "  # noqa: S608 - names of our own columns
                f"FROM {table}, generate_series(1, {copies}) AS k WHERE {which} ORDER BY k"
            )
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")


def copied_value(column: Any, models: list[Any], robots: str) -> str:
    """Return the SQL of a column's value in the k-th copy."""
    name = f'"{column.column}"'
    if column.is_relation and column.related_model in models:
        moved = f"{name} + k * {STEP}"
        is_user = column.related_model.__name__ == "User"
        return f"CASE WHEN {name} IN ({robots}) THEN {name} ELSE {moved} END" if is_user else moved
    if column.primary_key:
        return f"{name} + k * {STEP}"
    if column.unique or column.name == "email":
        return f"CASE WHEN {name} = '' THEN '' ELSE left(k || '-' || {name}, {column.max_length or 200}) END"
    if column.name == "status":
        return f"CASE WHEN {name} = 'open' AND k > {OPEN_COPIES} THEN 'cancelled' ELSE {name} END"
    return name


@contextmanager
def database(connection: Any) -> Iterator[None]:
    """Make this connection the one that Django uses."""
    from django.db import connections

    connections["default"] = connection
    yield


def two_databases(games: tuple[int, int]) -> tuple[list[Any], Any]:
    """Return connections to databases with about these numbers of games, and the addresses' data."""
    from django.core.management import call_command
    from django.db import connection, connections

    from games.models import Game

    call_command("migrate", verbosity=0)
    world = make_site()
    base, made = Game.objects.count(), []
    names = [f"flatness_{number}" for number in games]
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_database()")
        source = cursor.fetchone()[0]
    connection.close()
    for name in names:
        other = connections.create_connection("default")
        other.settings_dict = {**other.settings_dict, "NAME": "template1"}
        with other.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}" TEMPLATE "{source}"')
        other.close()
    for name, number in zip(names, games, strict=True):
        made.append(connections.create_connection("default"))
        made[-1].settings_dict = {**made[-1].settings_dict, "NAME": name}
        with database(made[-1]):
            copy_rows(number // base)
    return made, world
