"""What every test gets."""

from collections.abc import Iterator

import hypothesis
import pytest
from django.core.cache import cache
from django.utils import translation

hypothesis.settings.register_profile("default", deadline=None, print_blob=True)
hypothesis.settings.load_profile("default")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests of pages and of the demonstration out of the quick run: each of them asks for much."""
    for item in items:
        if item.path.name.startswith(("test_pages_", "test_commands")) or item.path.parent.name == "admin":
            item.add_marker(pytest.mark.slow)


@pytest.fixture(autouse=True)
def empty_cache() -> Iterator[None]:
    """Begin without the rate limits and profiles that an earlier test left in the cache."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Begin in English: a page asked for in French leaves its language behind in the thread."""
    with translation.override("en"):
        yield
