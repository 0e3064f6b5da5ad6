"""What the tests of the other roads get."""

from collections.abc import Iterator

import pytest

from tests.channels.web_server import Receiver, receiving


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A server of the internet."""
    with receiving(monkeypatch) as server:
        yield server
