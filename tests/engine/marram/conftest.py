"""Marram among the titles."""

from collections.abc import Iterator

import pytest

from games.engine import registry
from games.engine.marram.title import MARRAM


@pytest.fixture(scope="package", autouse=True)
def marram() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.TITLES, "marram", MARRAM)
        yield
