"""What the pages and the API cost, beside a bare Django view in the same run: CPU time, statements, bytes.

Run from the project folder: ``python -m benchmarks.pages [--rounds 40] [--postgres-url ...]``. The database is that of
DATABASE_URL, else a new SQLite file. Requests go through the whole stack of the site (middleware, session, user) in
this process; all kinds of them come by turns in every round. CPU time is that of this process: with PostgreSQL its own
time is not in it. Prints one line for each request: median of the CPU time in ms, the ratio to the bare view, that of
the goal (SPEED: the bare view took 1.45 ms there), statements beside session and user, bytes.
"""

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from statistics import median
from typing import Any
from urllib.parse import urlencode

REFERENCE_BARE_MS = 1.45  # ms: what the bare view took where the goals were set
GAMES = 500
NOT_COUNTED = ("django_session", 'FROM "accounts_user" LEFT OUTER JOIN "accounts_profile"')  # session and user


@dataclass
class PageRequest:
    """One kind of request. ``send`` prepares one and returns what sends it; ``goal`` is in ms where it was set."""

    name: str
    send: Callable[[], Callable[[], Any]]
    goal: float
    statements: int
    taken: list[float] = field(default_factory=list)
    counted: int = 0
    size: int = 0


class Site:
    """The site in this process, and somebody signed in."""

    def __init__(self) -> None:
        from django.core.handlers.wsgi import WSGIHandler
        from django.test.utils import override_settings

        from benchmarks import bare_view

        self.whole = WSGIHandler()
        with override_settings(MIDDLEWARE=bare_view.MIDDLEWARE):
            self.bare = WSGIHandler()

    def sign_in(self, user: Any) -> str:
        """Return the cookie of a new session."""
        from django.conf import settings
        from django.test import Client

        client = Client()
        client.force_login(user)
        return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}"

    def asks(self, path: str, cookie: str = "", data: dict[str, str] | None = None, bare: bool = False) -> Any:
        """Return a call that asks for a page and returns the answer's body."""
        from django.test import RequestFactory

        handler = self.bare if bare else self.whole
        host = {"HTTP_HOST": "127.0.0.1", "HTTP_COOKIE": cookie}
        factory = RequestFactory()
        token = "a" * 32
        if data is None:
            environ = factory.get(path, **host).environ
        else:
            host["HTTP_COOKIE"] += f"; csrftoken={token}"
            body = urlencode({**data, "csrfmiddlewaretoken": token})  # as browsers send forms
            environ = factory.post(path, body, "application/x-www-form-urlencoded", **host).environ
        status: list[str] = []

        def call() -> tuple[str, bytes]:
            answer = handler(environ, lambda line, headers, exc=None: status.append(line))
            body = b"".join(answer)
            answer.close()
            return status[-1], body

        return call


def make_world() -> dict[str, Any]:
    """Return players and games: one begun, one near its end, one over, 500 of one player, some to play in."""
    from tests.makers import make_user, play_on, started_game

    ann, bob, cleo, dora = (make_user(name) for name in ("Ann", "Bob", "Cleo", "Dora"))
    four = (ann, bob, cleo, dora)
    first = started_game(*four)
    late = last_but_one(play_on(started_game(*four), 86, seed=3), ann)
    over = play_on(started_game(*four), 400, seed=4)
    busy = make_user("Busy")
    clone(play_on(started_game(busy, bob), 20), GAMES - 1)
    pool = [play_on(started_game(ann, bob), number % 40) for number in range(24)]
    return {"ann": ann, "busy": busy, "first": first, "late": late, "over": over, "pool": pool}


def last_but_one(game: Any, player: Any) -> Any:
    """Return the game when the player must act again."""
    from tests.makers import acting_user, play_on

    while acting_user(game) != player and not game.is_over:
        game = play_on(game, 1, seed=game.ply)
    return game


def clone(game: Any, times: int) -> None:
    """Make more games like one, rows and all."""
    from games.models import Entry, Game, Seat
    from games.models.game import new_code

    seats, entries = list(Seat.objects.filter(game=game)), list(Entry.objects.filter(game=game))
    values = {
        f.attname: getattr(game, f.attname)
        for f in Game._meta.concrete_fields
        if f.name not in {"id", "code", "invite_code"}
    }
    games = Game.objects.bulk_create(Game(**values, code=new_code(), invite_code=new_code()) for _ in range(times))
    for model, rows in ((Seat, seats), (Entry, entries)):
        names = [f.attname for f in model._meta.concrete_fields if f.name not in {"id", "game"}]
        model.objects.bulk_create(
            [model(game=new, **{n: getattr(row, n) for n in names}) for new in games for row in rows], batch_size=500
        )


def requests_of(site: Site, world: dict[str, Any]) -> list[PageRequest]:
    """Return every kind of request that is measured; the bare view first."""
    from games.models import Game

    ann, busy = site.sign_in(world["ann"]), site.sign_in(world["busy"])
    first, late, over = (world[name].code for name in ("first", "late", "over"))

    def page(path: str, cookie: str) -> Callable[[], Any]:
        call = site.asks(path, cookie)
        return lambda: call

    bare = site.asks(f"/bare/{world['pool'][0].pk}/", ann, bare=True)
    code, version = Game.objects.values_list("code", "version").get(code=first)
    return [
        PageRequest("bare view: lock, update, insert", lambda: bare, REFERENCE_BARE_MS, 5),
        PageRequest("table, first ply", page(f"/t/{first}/", ann), 2.0, 4),
        PageRequest("table, last ply of a running game", page(f"/t/{late}/", ann), 2.6, 4),
        PageRequest("table, game over", page(f"/t/{over}/", ann), 2.6, 4),
        PageRequest("table, nobody has seen it so", fetch_fresh_page(site, world), 0, 4),
        PageRequest("table, nothing new (204)", page(f"/t/{code}/poll/?v={version}", ann), 0, 1),
        PageRequest("dashboard, 50 of 500", page("/", busy), 2.5, 4),
        PageRequest("submit a turn", submit_form(site, world), 3.4, 9),
        PageRequest("API detail", page(f"/api/v1/games/{late}/", ann), 1.6, 3),
        PageRequest("API list of 50", page("/api/v1/games/?page_size=50", ann), 2.0, 3),
    ]


def fetch_fresh_page(site: Site, world: dict[str, Any]) -> Callable[[], Any]:
    """Return what plays one action (outside the time taken) and prepares the table as it is then."""
    from tests.makers import play_on, started_game

    people = [seat.user for seat in world["first"].seats.select_related("user")]
    cookie, games = site.sign_in(world["ann"]), [play_on(started_game(*people), 30)]

    def prepare() -> Callable[[], Any]:
        game = games.pop()
        games.append(started_game(*people) if game.is_over else play_on(game, 1, seed=game.ply))
        return site.asks(f"/t/{games[0].code}/", cookie)

    return prepare


def submit_form(site: Site, world: dict[str, Any]) -> Callable[[], Any]:
    """Return what prepares the next action of some game."""
    from tests.makers import acting_user, any_action, started_game

    chooser, cookies = random.Random(7), {}
    games: list[Any] = world["pool"]

    def prepare() -> Callable[[], Any]:
        at = chooser.randrange(len(games))
        games[at].refresh_from_db()
        if games[at].is_over:
            games[at] = started_game(*(seat.user for seat in games[at].seats.all()))
        user, action = acting_user(games[at]), any_action(games[at], chooser)
        if user.pk not in cookies:
            cookies[user.pk] = site.sign_in(user)
        data = {"ply": str(games[at].ply), "action": action}
        return site.asks(f"/t/{games[at].code}/act/", cookies[user.pk], data)

    return prepare


def count(request: PageRequest) -> None:
    """Fill in the statements and the size of one answer."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    for _ in range(2):  # the first fills caches
        call = request.send()
        with CaptureQueriesContext(connection) as captured:
            status, body = call()
        if status[0] not in "23":
            raise SystemExit(f"{request.name}: {status}")
        request.size = len(body)
    said = [query["sql"] for query in captured]
    request.counted = len([sql for sql in said if not any(part in sql for part in NOT_COUNTED)])
    if os.environ.get("SHOW"):
        sys.stdout.write("\n".join([f"== {request.name}", *(sql[:400] for sql in said), ""]))


def measure(requests: list[PageRequest], rounds: int) -> None:
    """Take the time of each kind of request once in every round."""
    for _ in range(rounds):
        for request in requests:
            call = request.send()
            begun = time.process_time()
            call()
            request.taken.append((time.process_time() - begun) * 1000)


def report(requests: list[PageRequest]) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{'':36}{'CPU ms':>8}{'ratio':>8}{'goal':>8}{'statements':>12}{'goal':>6}{'KB':>8}"
    bare = requests[0].taken
    for one in requests:
        ratio = median(mine / his for mine, his in zip(one.taken, bare, strict=True))
        goal = f"{one.goal / REFERENCE_BARE_MS:8.2f}" if one.goal else " " * 8
        yield (
            f"{one.name:36}{median(one.taken):8.2f}{ratio:8.2f}{goal}{one.counted:12}{one.statements:6}"
            f"{one.size / 1000:8.1f}"
        )


def main() -> None:
    """Measure as the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=40)
    args = parser.parse_args()
    folder = tempfile.TemporaryDirectory(prefix="pages-")
    for name, value in {"DATA_DIR": folder.name, "LOG_LEVEL": "ERROR", "REDIS_URL": "", "DEBUG": "0"}.items():
        os.environ.setdefault(name, value)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "marrakech_site.settings")

    import django
    from django.conf import settings
    from django.core.management import call_command

    django.setup()
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
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
