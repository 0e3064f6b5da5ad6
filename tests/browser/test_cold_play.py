"""./run from its first start to its end, and between them the first play of a new visitor, with an empty cache."""

import signal
from pathlib import Path

import pytest
import requests
from playwright.sync_api import Browser, Request

from tests import servers
from tests.stack.test_run import started

from .visitors import DESK, PATIENCE

pytestmark = [pytest.mark.browser, pytest.mark.stack]

MOST_REQUESTS = 34
MOST_BYTES = 155_000  # compressed, with headers: home page, table, one turn and its animation


def test_run_serves_a_first_play_in_few_requests_works_and_stops(browser: Browser, tmp_path: Path) -> None:
    port = servers.free_port()
    url = f"http://127.0.0.1:{port}"
    with started(tmp_path, port) as process:
        servers.wait_for(lambda: servers.answers(port), "./run", 600)
        found = requests_of_first_play(browser, url)
        servers.wait_for(lambda: requests.get(f"{url}/readyz", timeout=30).status_code == 200, "its worker", 120)
        mailbox = requests.get(f"{url}/dev/mailbox/", timeout=30)
        process.send_signal(signal.SIGINT)
        output, _ = process.communicate(timeout=20)
    assert len(found) <= MOST_REQUESTS, "\n".join(found)
    assert sum(found.values()) <= MOST_BYTES, found
    static = [address for address in found if "/static/" in address and "/static/js/vendor" not in address]
    assert static
    assert mailbox.status_code == 200
    assert process.returncode == 0, output
    assert f"The site is at    {url}/" in output
    assert output.rstrip().endswith("Stopped.")
    assert not servers.answers(port)


def requests_of_first_play(browser: Browser, origin: str) -> dict[str, int]:
    """Open the home page, play a robot and take one turn. Return what came over the network: sizes by address."""
    context = browser.new_context(base_url=origin, locale="en-GB", **DESK)
    context.set_default_timeout(PATIENCE)
    done = list[Request]()
    context.on("requestfinished", lambda request: done.append(request))
    page = context.new_page()
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.get_by_role("button", name="Play Marrakech now").click()
    page.wait_for_url("**/t/**")
    choice = page.locator("#ask input[name=action]").first
    choice.wait_for(state="attached")
    page.wait_for_load_state("networkidle")
    choice.check()
    with page.expect_response("**/act/"):
        page.locator("#ask .ask__go button").click()
    page.wait_for_load_state("networkidle")
    found = dict[str, int]()
    for request in done:
        size = request.sizes()
        address = f"{request.method} {request.url.partition('?')[0]}"  # a slow machine polls more often
        if not request.url.startswith("data:"):
            found[address] = max(found.get(address, 0), size["responseBodySize"] + size["responseHeadersSize"])
    context.close()
    return {address: size for address, size in found.items() if size}  # 0: from the cache
