"""CPU time, statements and bytes of pages and API calls, beside a bare Django view in the same run.

Run from the project folder: ``python -m tests.servers python -m benchmarks.pages [--rounds 100]``, which starts
PostgreSQL and Redis; without ``tests.servers`` the database is a new SQLite file and the cache is in the process.
Requests go through the whole stack of the site (middleware, session, user) in this process, and all kinds take turns in
every round. Tables differ at each request, 400 in turn. The CPU time is that of this process, without that of the
database. Each line has the median of the CPU time in ms, its ratio to the bare view, the goal for that (docs/speed.md),
statements beside session and user, and kilobytes. ``SHOW=1`` prints the statements.
"""

import argparse
import gc
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from statistics import median
from typing import Any
from urllib.parse import urlencode

TABLES, GAMES, OPEN_TABLES = 400, 500, 300
SESSION, USER = "django_session", 'FROM "accounts_user" LEFT OUTER JOIN "accounts_profile"'
Response = tuple[str, dict[str, str], bytes]  # status, headers, body
Prepare = Callable[[], Callable[[], Response]]


@dataclass
class PageRequest:
    """One kind of request. ``prepare`` returns the measured call; ``goal`` is a ratio, 0 for none."""

    name: str
    prepare: Prepare
    goal: float = 0
    times: list[float] = field(default_factory=list)
    statements: int = 0
    size: int = 0


class Site:
    """The site in this process, with and without its middleware."""

    def __init__(self) -> None:
        from django.core.handlers.wsgi import WSGIHandler
        from django.test.utils import override_settings

        from benchmarks import bare_view

        self.full = WSGIHandler()
        with override_settings(MIDDLEWARE=bare_view.MIDDLEWARE):
            self.bare = WSGIHandler()

    def sign_in(self, user: Any) -> str:
        """Return the cookies of a browser with a new session."""
        from django.conf import settings
        from django.test import Client
        from django.utils.crypto import get_random_string

        client = Client()
        client.force_login(user)
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        # Browsers have both cookies; without the second one no page is answered by 304.
        return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={get_random_string(32)}"

    def ask(
        self,
        path: str,
        cookie: str = "",
        data: dict[str, str] | None = None,
        bare: bool = False,
        headers: dict[str, str] | None = None,
    ) -> Callable[[], Response]:
        from django.test import RequestFactory

        handler = self.bare if bare else self.full
        host = {"HTTP_HOST": "127.0.0.1", "HTTP_COOKIE": cookie, **(headers or {})}
        factory = RequestFactory()
        token = "a" * 32
        if data is None:
            environ = factory.get(path, **host).environ
        else:
            host["HTTP_COOKIE"] += f"; csrftoken={token}"
            body = urlencode({**data, "csrfmiddlewaretoken": token})  # as browsers send forms
            environ = factory.post(path, body, "application/x-www-form-urlencoded", **host).environ
        seen: list[tuple[str, dict[str, str]]] = []

        def call() -> Response:
            answer = handler(environ, lambda line, headers, exc=None: seen.append((line, dict(headers))))
            body = b"".join(answer)
            answer.close()
            return (*seen[-1], body)

        return call


@dataclass
class World:
    ann: Any
    busy: Any
    tables: list[str]  # codes of ann's running games with three others
    pool: list[Any]  # games in which turns are played


def make_world() -> World:
    """Make players, 400 tables of one, 500 games of another, 300 open tables and some games to play in."""
    from tests.makers import make_table, make_user, play_on, started_game

    ann, bob, cleo, dora, busy = (make_user(name) for name in ("Ann", "Bob", "Cleo", "Dora", "Busy"))
    plies = range(10, 90, 10)
    played = [play_on(started_game(ann, bob, cleo, dora), number, seed=number) for number in plies]
    tables = [code for game in played for code in clone(game, TABLES // len(plies) - 1)]
    random.Random(3).shuffle(tables)
    clone(play_on(started_game(busy, bob), 20), GAMES - 1)
    hosts = [make_user(f"Host{number}") for number in range(20)]
    for number in range(OPEN_TABLES):
        make_table(hosts[number % len(hosts)], seat_count=2 + number % 3)
    pool = [play_on(started_game(ann, bob), number % 40) for number in range(24)]
    return World(ann, busy, tables, pool)


def clone(game: Any, times: int) -> list[str]:
    """Copy a game with its rows and return the codes of all copies and its own."""
    from games.core.models import DiceSecret, Entry, Game, Seat, new_code

    values = {
        f.attname: getattr(game, f.attname)
        for f in Game._meta.concrete_fields
        if f.name not in {"id", "code", "invite_code"}
    }
    games = Game.objects.bulk_create(Game(**values, code=new_code(), invite_code=new_code()) for _ in range(times))
    for model in (Seat, Entry, DiceSecret):
        rows = list(model.objects.filter(game=game))
        names = [f.attname for f in model._meta.concrete_fields if f.name not in {"id", "game"}]
        model.objects.bulk_create(
            [model(game=new, **{n: getattr(row, n) for n in names}) for new in games for row in rows], batch_size=500
        )
    return [game.code, *(new.code for new in games)]


def requests_of(site: Site, world: World) -> list[PageRequest]:
    """Return all kinds of measured requests, the bare view first."""
    ann, busy = site.sign_in(world.ann), site.sign_in(world.busy)
    bare = site.ask(f"/bare/{world.pool[0].pk}/", ann, bare=True)

    def page(path: str, cookie: str) -> Prepare:
        call = site.ask(path, cookie)
        return lambda: call

    def table(path: str) -> Prepare:
        codes = cycle(world.tables)
        return lambda: site.ask(path.format(next(codes)), ann)

    return [
        PageRequest("bare view: user, lock, update, insert", lambda: bare),
        PageRequest("table, first visit after a turn", table("/t/{}/"), 8),
        PageRequest("table, unchanged", unchanged_table(site, world, ann), 1.5),
        PageRequest("table, nothing new (204)", nothing_new(site, world, ann), 0.3),
        PageRequest("dashboard, 50 of 500, one changed", dashboard(site, world, busy), 8),
        PageRequest("lobby, 300 open tables", page("/lobby/", busy), 8),
        PageRequest("history, 25 of 500", page("/players/Busy/games/", busy), 8),
        PageRequest("submit a rotation", submit_form(site, world.pool, is_rug=False), 6),
        PageRequest("submit a rug: the end of a turn", submit_form(site, world.pool, is_rug=True), 6),
        PageRequest("API detail", table("/api/v1/games/{}/"), 8),
        PageRequest("API list of 50", page("/api/v1/games/?page_size=50&filter=mine", ann), 8),
    ]


def unchanged_table(site: Site, world: World, cookie: str) -> Prepare:
    """Return a function that visits a table unmeasured and prepares the same visit with the ETag of the answer."""
    codes = cycle(world.tables[::-1])

    def prepare() -> Callable[[], Response]:
        path = f"/t/{next(codes)}/"
        _status, headers, _body = site.ask(path, cookie)()
        return site.ask(path, cookie, headers={"HTTP_IF_NONE_MATCH": headers.get("ETag", "")})

    return prepare


def nothing_new(site: Site, world: World, cookie: str) -> Prepare:
    """Return a function that prepares the poll of an open page whose table has not changed."""
    from games.core.models import Game
    from marrakech_site.middleware import viewer_fingerprint

    person = {"HTTP_X_PERSON": viewer_fingerprint(world.ann.pk)}  # as scripts of pages send it
    versions = cycle(Game.objects.filter(code__in=world.tables).values_list("code", "version"))

    def prepare() -> Callable[[], Response]:
        code, version = next(versions)
        return site.ask(f"/t/{code}/poll/?v={version}", cookie, headers=person)

    return prepare


def dashboard(site: Site, world: World, cookie: str) -> Prepare:
    """Return a function that changes one of the games on a dashboard and prepares a visit."""
    from django.db.models import F

    from games.core.models import Game

    games = cycle(Game.objects.waiting_for(world.busy).values_list("pk", flat=True)[:50])

    def prepare() -> Callable[[], Response]:
        Game.objects.filter(pk=next(games)).update(version=F("version") + 1)
        return site.ask("/", cookie)

    return prepare


def submit_form(site: Site, games: list[Any], *, is_rug: bool) -> Prepare:
    """Return a function that prepares the next rotation, or the next rug, of a random game."""
    from tests.makers import acting_user, any_action, play_on, started_game

    rng, cookies = random.Random(7), {}

    def prepare() -> Callable[[], Response]:
        game = games[at := rng.randrange(len(games))]
        game.refresh_from_db()
        while game.is_over or (len(any_action(game)) > 1) != is_rug:  # "c4d4", not "R"
            people = (seat.user for seat in game.seats.all())
            game = started_game(*people) if game.is_over else play_on(game, 1, seed=rng.randrange(99))
        games[at], user, action = game, acting_user(game), any_action(game, rng)
        if user.pk not in cookies:
            cookies[user.pk] = site.sign_in(user)
        return site.ask(f"/t/{game.code}/act/", cookies[user.pk], {"ply": str(game.ply), "action": action})

    return prepare


def count(request: PageRequest) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _ in range(2):  # the first fills caches
        call = request.prepare()
        with CaptureQueriesContext(connection) as captured:
            status, _headers, body = call()
        if status[0] not in "23":
            raise SystemExit(f"{request.name}: {status}")
        request.size = len(body)
    statements = [query["sql"] for query in captured if SESSION not in query["sql"]]
    request.statements = len(statements) - any(USER in sql for sql in statements)  # a second one reads other people
    if os.environ.get("SHOW"):
        sys.stdout.write("\n".join([f"== {request.name}", *(sql[:400] for sql in statements), ""]))


def measure(requests: list[PageRequest], rounds: int) -> None:
    gc.collect()
    gc.freeze()  # the objects from making the data
    for _ in range(rounds):
        for request in requests:
            call = request.prepare()
            start = time.process_time()
            call()
            request.times.append((time.process_time() - start) * 1000)


def report(requests: list[PageRequest]) -> Iterator[str]:
    yield f"{'':36}{'CPU ms':>8}{'ratio':>8}{'goal':>8}{'statements':>12}{'KB':>8}"
    bare = median(requests[0].times)
    for request in requests:
        ms, goal = median(request.times), f"{request.goal:8.1f}" if request.goal else " " * 8
        yield f"{request.name:36}{ms:8.2f}{ms / bare:8.2f}{goal}{request.statements:12}{request.size / 1000:8.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="pages-")
    for name, value in {"DATA_DIR": folder.name, "LOG_LEVEL": "ERROR", "REDIS_URL": "", "DEBUG": "0"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")

    import django
    from django.conf import settings
    from django.core.management import call_command

    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    django.setup()
    settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"].update(user="1000000/min", anon="1000000/min")
    from django.db import connection

    if not connection.introspection.table_names():
        call_command("migrate", verbosity=0)
    requests = requests_of(Site(), make_world())
    for request in requests:
        count(request)
    measure(requests, args.rounds)
    sys.stdout.write("\n".join([*report(requests), ""]))
    folder.cleanup()


if __name__ == "__main__":
    main()
