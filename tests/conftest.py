"""What every test gets."""

import gc
import time
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.core.cache import cache
from django.db import connection
from django.utils import translation
from pytest_django import DjangoDbBlocker

from games.presenters.pictures.raster import crisp_png

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.load_profile("default")


PICTURE_TESTS = {"test_board_image.py", "test_turn_mail.py", "test_digest_mail.py", "test_mails.py"}
# What pages, mails and documents say, and to whom: one database is enough to ask them (and "games/test_pages_*"). The
# browser's tours open every page on the other one.
PRESENTATION_TESTS = {
    "accounts/test_mails",
    "accounts/test_pages",
    "accounts/test_settings_pages",
    "accounts/test_signing_up",
    "api/test_access",
    "api/test_errors",
    "api/test_schema",
    "api/test_statuses",
    "games/test_scenes",
    "games/test_speed",
    "mail/test_compose",
    "mail/test_digest_mail",
    "mail/test_headers",
    "mail/test_link_scanners",
    "mail/test_mail_settings",
    "mail/test_unsafe_names",
    "mail/test_reply_mail",
    "mail/test_turn_summaries",
    "mail/test_turn_mail",
    "mail/test_unsubscribe",
    "mail/test_offers",
    "channels/test_channels_page",
    "site/test_access",
    "site/test_errors",
    "site/test_headers",
    "site/test_install",
    "site/test_languages",
    "site/test_look",
    "site/test_no_english_left",
}
# Each test of these asks for much: pages, whole games, threads.
SLOW_TESTS = (
    "test_a_third_title",
    "test_analyses",
    "test_branches",
    "test_commands",
    "test_concurrency",
    "test_digests",
    "test_endings",
    "test_files",
    "test_films",
    "test_kept_pages",
    "test_lesson",
    "test_notes",
    "test_pages_",
    "test_robot",
    "test_scenes",
    "test_studies",
)
DATABASE_FIXTURES = {"db", "transactional_db", "live_server", "admin_client"}  # fixtures of tests that use the database


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add --stored."""
    parser.addoption("--stored", action="store_true", help="leave out tests to which it is all one which database")


def uses_database(item: pytest.Item) -> bool:
    """Tell whether a test could find out which database it runs on (or starts processes that use one)."""
    name = item.path.relative_to(Path(__file__).parent).with_suffix("").as_posix()
    if name in PRESENTATION_TESTS or name.startswith("games/test_pages_"):
        return False
    fixtures = set(getattr(item, "fixturenames", ()))
    return (
        bool(item.get_closest_marker("django_db") or fixtures & DATABASE_FIXTURES) or item.path.parent.name == "stack"
    )


def pytest_collection_finish() -> None:
    """Let the collector of garbage look at what tests make, not again and again at what was there before: a tenth."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 100)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave the dearest tests out of the quick run, and out of the run on PostgreSQL what need not be there."""
    if config.getoption("--stored"):
        pure = [item for item in items if not uses_database(item)]
        config.hook.pytest_deselected(items=pure)
        items[:] = [item for item in items if uses_database(item)]
    for item in items:
        if "stack" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.xdist_group("stack"))  # one is enough for all that use it
        if item.path.name.startswith(SLOW_TESTS) or item.path.parent.name == "admin":
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Begin without the rate limits and profiles that an earlier test left in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """In the end, let requests that browsers no longer wait for finish: PostgreSQL drops no database that is in use."""
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
    """Draw one board of each size, and put it into every mail whose picture nobody looks at: drawing is dear."""
    if request.path.name in PICTURE_TESTS:
        return

    def picture(svg: str, pixels: int) -> bytes:
        return _drawn.get(pixels) or _drawn.setdefault(pixels, crisp_png(svg, pixels))

    monkeypatch.setattr("games.mail.tables.board_image.crisp_png", picture)


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin in English: a page asked for in French leaves its language behind in the thread."""
    with translation.override("en"):
        yield
