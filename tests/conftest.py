"""Fixtures and hooks of all tests."""

import gc
import time
from collections.abc import Iterator

import hypothesis
import pytest
from django.core.cache import caches
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker

from games.engine.scene import Scene
from games.presenters.pictures.crisp_board import crisp_board

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.load_profile("default")


# What these check is the same on each database: ./test --full runs them on PostgreSQL, too.
ONE_DATABASE_FOLDERS = ("/tests/api/", "/tests/accounts/", "/tests/mail/", "/tests/site/", "/tests/games/admin/")
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "admin_client"}


def pytest_collection_finish() -> None:
    """Exclude imported modules from garbage collection, which saves a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


@pytest.hookimpl(tryfirst=True)  # before -m looks at the markers
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests that use the database, and keep those that share the stack in one process."""
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES:
            item.add_marker("database")
        if any(folder in item.path.as_posix() for folder in ONE_DATABASE_FOLDERS):
            item.add_marker(pytest.mark.one_database)
        if "stack" in fixtures:
            item.add_marker(pytest.mark.xdist_group("stack"))


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

    def picture(scene: Scene, pixels: int) -> bytes:
        return _drawn.get(pixels) or _drawn.setdefault(pixels, crisp_board(scene, pixels))

    monkeypatch.setattr("games.mail.tables.board_image.crisp_board", picture)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Activate English, because a French page leaves its language active in the thread."""
    with translation.override("en"):
        yield
