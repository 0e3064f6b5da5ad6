"""The browser of the browser tests: this machine's own Chromium, without network chatter."""

import os
from typing import Any

import pytest

from tooling import browser

os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps a loop in the thread in which the tests use the ORM
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
    """Start the machine's Chromium; without one skip, or fail where a browser is required."""
    if not (path := browser.find()):
        reason = "no Chromium on this machine (apt install chromium libatomic1)"
        pytest.fail(reason) if browser.is_required() else pytest.skip(reason)
    return {**browser_type_launch_args, "executable_path": path, "args": QUIET}
