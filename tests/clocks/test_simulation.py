"""Simulated years: players with habits play many games to their end, and every time-out is explained."""

import os
import random
import time
from collections import Counter
from datetime import timedelta

import pytest
import time_machine

from .simulation.cast import PACES, populate
from .simulation.evidence import check_everything
from .simulation.world import START, World

SIZE = os.environ.get("SIMULATION", "")  # players, games, days in which the games begin
SEED = int(os.environ.get("SIMULATION_SEED", "2"))


def simulate(seed: int, people: int, games: int, days: int) -> tuple[World, Counter[str]]:
    """Let players play games that begin within some days. Return the world at its end, and figures."""
    began, chance = time.perf_counter(), random.Random(seed)
    with time_machine.travel(START, tick=False) as traveller, pytest.MonkeyPatch.context() as patch:
        patch.setattr("secrets.choice", chance.choice)  # codes of tables, from which the choices of stand-ins follow
        patch.setattr("secrets.token_bytes", chance.randbytes)  # the dice
        world = World(seed, traveller)
        populate(world, people, games, timedelta(days=days))
        world.run()
        figures = check_everything(world.people)
    figures["days"] = (world.now - START).days
    figures["ms"] = int(1000 * time.perf_counter() - began)
    return world, figures


def report(figures: Counter[str]) -> str:
    rates = [
        f"{pace}: {1000 * figures[f'innocent {pace}'] / turns:.2f} of 1,000 turns of innocent players by a stand-in"
        for pace in PACES
        if (turns := figures[f"turns {pace}"])
    ]
    return "\n".join([*(f"{name}: {count}" for name, count in sorted(figures.items())), *rates])


@pytest.mark.django_db
@pytest.mark.one_database
@pytest.mark.slow
@pytest.mark.full
def test_every_simulated_game_ends_and_every_time_out_is_explained(capsys: pytest.CaptureFixture[str]) -> None:
    people, games, days = (int(word) for word in (SIZE or "12 20 60").split())
    _world, figures = simulate(SEED, people, games, days)
    if SIZE:
        with capsys.disabled():
            print(report(figures))  # noqa: T201
    assert figures["games"] == games
    assert figures["step automatic"]
    assert figures["step house"]
