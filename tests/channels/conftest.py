"""Fixtures of the tests of push, webhooks and feeds."""

from collections.abc import Iterator

import pytest

from tests.channels.web_server import Receiver, receiving


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    """A server that stands for one on the internet."""
    with receiving(monkeypatch) as server:
        yield server
