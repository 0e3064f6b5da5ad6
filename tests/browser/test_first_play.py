import gzip

import pytest

from tests.makers import acting_user, make_user, started_game

from .visitors import Visitors

pytestmark = pytest.mark.browser

MAX_BYTES = 150_000  # compressed, as the site sends them
MAX_REQUESTS = 90
LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((entry) => entry.name)"""


def test_everything_for_a_first_turn_is_small_and_comes_from_this_site(visit: Visitors) -> None:
    game = started_game(make_user("Amina"), make_user("Brahim"))
    page = visit(acting_user(game), game.get_absolute_url())
    page.wait_for_load_state("networkidle")
    addresses = [address for address in page.evaluate(LOADED) if not address.startswith("data:")]
    home = page.evaluate("location.origin")
    assert [address for address in addresses if not address.startswith(home)] == []
    sizes = {address: len(gzip.compress(page.request.get(address).body())) for address in set(addresses)}
    assert any("/css/board." in address for address in sizes)
    assert sum(sizes.values()) < MAX_BYTES, sorted(sizes.items(), key=lambda item: -item[1])[:8]
    assert len(addresses) < MAX_REQUESTS
