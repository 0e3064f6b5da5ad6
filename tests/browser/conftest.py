"""Fixtures of the browser tests: this machine's Chromium without network access, and its users."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from django.conf import settings
from django.contrib.staticfiles.handlers import StaticFilesHandler
from django.core.management import call_command
from django.core.signals import request_finished, request_started
from django.http import HttpRequest, HttpResponseBase
from django.test import override_settings
from playwright.sync_api import Browser, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from marrakech_site.static_files import BundledStorage
from tooling import browser as chromium

from .visitors import PATIENCE, Visitors, Watch

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright runs an event loop in the thread that uses the ORM
expect.set_options(timeout=PATIENCE)
BUNDLED = {**settings.STORAGES, "staticfiles": {"BACKEND": "marrakech_site.static_files.BundledStorage"}}
QUIET = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Start the machine's Chromium. Without one, skip the test, or fail if a browser is required."""
    if not (path := chromium.find_chromium()):
        reason = "no Chromium on this machine (apt install chromium libatomic1)"
        pytest.fail(reason) if chromium.is_required() else pytest.skip(reason)
    return {**browser_type_launch_args, "executable_path": path, "args": QUIET}


@contextmanager
def requests_finished() -> Iterator[None]:
    """Wait at the end for requests that closed browsers have left: PostgreSQL cannot empty tables that they lock."""
    under_way: list[int] = []

    def begin(**_kwargs: object) -> None:
        under_way.append(1)

    def finish(**_kwargs: object) -> None:
        if under_way:
            under_way.pop()

    request_started.connect(begin)
    request_finished.connect(finish)
    yield
    end = time.monotonic() + PATIENCE / 1000
    while under_way and time.monotonic() < end:
        time.sleep(0.02)
    request_started.disconnect(begin)
    request_finished.disconnect(finish)


@pytest.fixture(scope="session")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Collect the static files as ./run does: a page with bundles sends a third of the requests.

    They are not compressed, which would take nine tenths of the time: the live server sends them as they are.
    """
    root = tmp_path_factory.mktemp("static")
    plain = mock.patch.object(BundledStorage, "post_process_with_compression", lambda _storage, files: files)
    with plain, override_settings(STATIC_ROOT=root, STORAGES=BUNDLED):
        call_command("collectstatic", interactive=False, verbosity=0)
    return root


@pytest.fixture
def bundles(collected: Path, settings: Settings) -> None:
    """Make pages name the bundles. Scripts that a test imports itself are served as they are."""
    settings.STORAGES, settings.STATIC_ROOT = BUNDLED, collected
    settings.STATICFILES_DIRS = [*settings.STATICFILES_DIRS, collected]


@pytest.fixture(scope="session")
def kept_files() -> Iterator[None]:
    """Let browsers keep static files, as on the site: else they ask for each one again with every page."""
    serve = StaticFilesHandler.serve

    def serve_to_keep(handler: StaticFilesHandler, request: HttpRequest) -> HttpResponseBase:
        response = serve(handler, request)
        response["Cache-Control"] = "max-age=3600"
        return response

    with mock.patch.object(StaticFilesHandler, "serve", serve_to_keep):
        yield


@pytest.fixture
def visit(
    transactional_db: None,
    bundles: None,
    kept_files: None,
    live_server: LiveServer,
    browser: Browser,
    settings: Settings,
) -> Iterator[Visitors]:
    """Open browsers on the site. At the end, none may have reported an error or sent a request to another host."""
    settings.SITE_URL = live_server.url
    settings.EMAIL_BACKEND = "games.delivery.backend.QueuedBackend"  # as on the site; the test runner has replaced it
    visitors = Visitors(browser, live_server.url, Watch(live_server.url))
    with requests_finished():
        yield visitors
        complaints = visitors.close()
    assert complaints == []
