"""Programs that talk to the API."""

from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from tests.api.programs import Program, anonymous, program
from tests.makers import make_user, started_game


@pytest.fixture(autouse=True)
def generous_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tests ask as often as they like; the tests of the rates set their own."""
    monkeypatch.setattr(SimpleRateThrottle, "THROTTLE_RATES", {"anon": None, "user": None, "write": None})


@pytest.fixture
def ann(db: None) -> Program:
    """The program of a player named ann."""
    return program(make_user("ann"))


@pytest.fixture
def ben(db: None) -> Program:
    """The program of a player named ben."""
    return program(make_user("ben"))


@pytest.fixture
def eve(db: None) -> Program:
    """The program of a player who sits nowhere."""
    return program(make_user("eve"))


@pytest.fixture
def nobody(db: None) -> Program:
    """A program without a token."""
    return anonymous()


@pytest.fixture
def game(ann: Program, ben: Program) -> Any:
    """A running game of ann and ben; it waits for ann."""
    return started_game(ann.user, ben.user)


@pytest.fixture
def private_game(ann: Program, ben: Program) -> Any:
    """A running game of ann and ben that nobody else may know of."""
    return started_game(ann.user, ben.user, is_private=True)
