"""Fixtures for tests of clocks."""

from collections.abc import Iterator

import pytest
import time_machine

from .moving_time import START, MovingTime


@pytest.fixture
def moving(db: None) -> Iterator[MovingTime]:
    """A present that the test moves on, from Monday 4 May 2026, 09:00 UTC."""
    with time_machine.travel(START, tick=False) as traveller:
        yield MovingTime(traveller)
