"""Fixtures of the tests of the API."""

from typing import Any

import pytest
from rest_framework.throttling import SimpleRateThrottle

from tests.api.programs import Program, anonymous, program
from tests.makers import make_user, started_game


@pytest.fixture(autouse=True)
def generous_rates(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the rate limits. Tests of the limits set their own."""
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
    """The program of a player without a seat."""
    return program(make_user("eve"))


@pytest.fixture
def anonymous_client(db: None) -> Program:
    """A program without a token."""
    return anonymous()


@pytest.fixture
def game(ann: Program, ben: Program) -> Any:
    """A running game of ann and ben; it waits for ann."""
    return started_game(ann.user, ben.user)


@pytest.fixture
def private_game(ann: Program, ben: Program) -> Any:
    """A private running game of ann and ben."""
    return started_game(ann.user, ben.user, is_private=True)
