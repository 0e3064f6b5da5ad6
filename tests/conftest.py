"""Fixtures and hooks of all tests."""

import gc
import os
import random
import time
from collections.abc import Iterator
from typing import Any

import hypothesis
import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.core.cache import caches
from django.db import connection
from django.test import Client, TransactionTestCase
from django.utils import translation
from hypothesis import HealthCheck
from pytest_django import DjangoDbBlocker
from pytest_django.fixtures import Settings
from rest_framework.throttling import SimpleRateThrottle
from xdist.scheduler import LoadScopeScheduling

from games.engine.scene import Scene
from games.pictures.raster import crisp_board
from tests.helpers.empty_tables import empty_tables
from tests.helpers.moving_time import START, MovingTime
from tests.helpers.programs import Program, anonymous, program
from tests.helpers.reply_mails import ADDRESS, AUTHSERV
from tests.helpers.web_server import Receiver, receiving
from tests.makers import make_user, started_game
from tooling.run_checks import ONE_DATABASE_FOLDERS

# Examples of each property, by HYPOTHESIS_PROFILE. ./test --full asks for "full", and for "deep" of the rules.
# These look for new examples in each run; the others have the same each time.
for profile, count in {"quick": 8, "default": 8, "full": 100, "deep": 2000}.items():
    hypothesis.settings.register_profile(
        profile,
        max_examples=count,
        deadline=None,
        derandomize=profile in {"quick", "default"},
        print_blob=True,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
TransactionTestCase._fixture_teardown = empty_tables  # type: ignore[attr-defined]


ONE_DATABASE_FILES = ("_api.py", "_admin.py")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "admin_client"}
LONG = (  # from ten seconds on
    "tests/site/access/test_access.py",
    "tests/inbound/test_fourth_wordings.py",
    "tests/browser/devices/test_every_page.py",
    "tests/browser/devices/test_titles_on_phones.py",
    "tests/browser/table/test_open_pages.py",
)


def pytest_collection_finish() -> None:
    """Exclude imported modules from garbage collection, which saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(wrapper=True, tryfirst=True)  # before -m looks at the markers, and after all others have sorted
def pytest_collection_modifyitems(items: list[pytest.Item]) -> Iterator[None]:
    """Mark the tests that use the database.

    The tests with servers come first, then other long ones: no process should wait for another one in the end.
    """
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        path = item.path.as_posix()
        if path.endswith(ONE_DATABASE_FILES) or any(f"/tests/{name}/" in path for name in ONE_DATABASE_FOLDERS):
            item.add_marker(pytest.mark.one_database)
    yield
    items.sort(key=lambda item: (item.get_closest_marker("stack") is None, not item.nodeid.startswith(LONG)))


class OneStack(LoadScopeScheduling):  # type: ignore[misc]
    """Gives all tests with the fixture ``stack`` to one process, else each would start the site's servers and workers.

    The groups of xdist do the same, but not with pytest 9.2, where a test no longer takes another id.
    """

    def _split_scope(self, nodeid: str) -> str:
        return "stack" if nodeid.startswith("tests/stack/") and "/test_run.py" not in nodeid else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> OneStack | None:
    """Distribute the tests of ``--dist loadgroup``."""
    return OneStack(config, log) if config.getoption("dist") == "loadgroup" else None


@pytest.fixture(autouse=True)
def repeatable_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the site's dice, tiles, seats, codes and names by the seed that pytest prints, so that a failure repeats."""
    chooser = random.Random(f"{request.config.getoption('randomly_seed', 1)} {request.node.nodeid}")
    for name in ("getrandbits", "randbytes", "random"):  # all of random.SystemRandom and of secrets is made of these
        monkeypatch.setattr(random.SystemRandom, name, getattr(chooser, name))


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Clear the cache, with rate limits and profiles of earlier tests."""
    for each in caches.all():
        each.clear()
    yield
    for each in caches.all():
        each.clear()


@pytest.fixture(autouse=True)
def broker_that_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget that an earlier test found no broker."""
    monkeypatch.setattr("games.receivers.broker._away_until", 0.0)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """Wait at the end for abandoned requests of browsers: PostgreSQL cannot drop a database in use."""
    yield
    others = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with django_db_blocker.unblock():
        if connection.vendor != "postgresql":
            return
        end = time.monotonic() + 5
        with connection.cursor() as cursor:
            while cursor.execute(f"SELECT 1 {others}").fetchone() and time.monotonic() < end:
                time.sleep(0.1)
            cursor.execute(f"SELECT pg_terminate_backend(pid) {others}")


_drawn: dict[int, bytes] = {}


@pytest.fixture(autouse=True)
def one_picture(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Use one drawn board of each size in every email, because drawing is slow; ``pictures`` draws them all."""
    if request.node.get_closest_marker("pictures"):
        return

    def picture(scene: Scene, pixels: int, **_look: Any) -> bytes:
        return _drawn.get(pixels) or _drawn.setdefault(pixels, crisp_board(scene, pixels))

    monkeypatch.setattr("games.mail.tables.crisp_board", picture)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English, because a French page leaves its language active in the thread."""
    with translation.override("en"):
        yield


@pytest.fixture(autouse=True)
def generous_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the rate limits of the API. Tests of the limits set their own."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None, "write": None})


@pytest.fixture
def ann(db: None) -> Program:
    """The program of a player named ann."""
    return program(make_user("ann"))


@pytest.fixture
def ben(db: None) -> Program:
    """The program of a player named ben."""
    return program(make_user("ben"))


@pytest.fixture
def mo(db: None) -> Program:
    """The program of a moderator and administrator."""
    return program(make_user("mo", is_staff=True, is_superuser=True))


@pytest.fixture
def eve(db: None) -> Program:
    """The program of a player without a seat."""
    return program(make_user("eve"))


@pytest.fixture
def anonymous_client(db: None) -> Program:
    """A program without a token."""
    return anonymous()


@pytest.fixture
def game(ann: Program, ben: Program) -> Any:
    """A running game of ann and ben; it waits for ann."""
    return started_game(ann.user, ben.user)


@pytest.fixture
def private_game(ann: Program, ben: Program) -> Any:
    """A private running game of ann and ben."""
    return started_game(ann.user, ben.user, is_private=True)


@pytest.fixture
def admin_client(db: None) -> Client:
    """The browser of an administrator."""
    client = Client()
    client.force_login(make_user("boss", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def viewer(db: None) -> Client:
    """The browser of an administrator who may view everything and change nothing."""
    user = make_user("watcher", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def moving(db: None) -> Iterator[MovingTime]:
    """A present that the test moves on, from Monday 4 May 2026, 09:00 UTC."""
    with time_machine.travel(START, tick=False) as traveller:
        yield MovingTime(traveller)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A server that stands for one on the internet."""
    with receiving(monkeypatch) as server:
        yield server


@pytest.fixture
def mail_comes_in(settings: Settings) -> None:
    """Make the site receive emails."""
    settings.INBOUND_ADDRESS, settings.INBOUND_AUTHSERV_ID = ADDRESS, AUTHSERV
