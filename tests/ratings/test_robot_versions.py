"""A robot's rating belongs to how it plays: another play is another version, which must be measured."""

import hashlib
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games.engine.core import Title
from games.engine.registry import TITLES, get_title
from games.ratings.anchors import ANCHORS, VERSIONS, anchor_of

GAMES, EVERY = 2, 7  # positions: each seventh of two games played at random
BUDGET = 60  # of the master, so that the test is quick

# The choices of each version of a robot in these positions.
PLAY = {
    ("marrakech", "random", 1): "dd17f30a0c3cb0ca",
    ("marrakech", "greedy", 1): "bc6a14cf0bf1094e",
    ("marrakech", "careful", 1): "1e301c307ed72214",
    ("marrakech", "master", 1): "56764ff33aa3ee65",
    ("marram", "random", 1): "b7a47773156697c7",
    ("marram", "greedy", 1): "514391087b7903d2",
    ("marram", "careful", 1): "345458776ce4daf5",
}


def positions(title: Title) -> Iterator[Any]:
    """Yield positions of games that are played at random, the same ones every time."""
    ruleset = next(rules.key for rules in title.rulesets.values() if rules.offered)
    for seed in range(GAMES):
        random, state, step = Random(seed), title.start(ruleset, {}, 2 + seed), 0
        while title.outcome(state) is None:
            if chance := title.chance(state):
                result, _weight = random.choice(chance.outcomes)
                state = title.apply(state, title.parse(state, None, result))
                continue
            step += 1
            if step % EVERY == 0:
                yield state
            state = title.apply(state, random.choice(title.legal_actions(state)))


def play_of(title: Title, robot: str) -> str:
    """Return a short hash of what a robot chooses in these positions."""
    choices = [
        title.notation(title.robots[robot].choose(state, seed, BUDGET)) for seed, state in enumerate(positions(title))
    ]
    assert len(choices) > 8
    return hashlib.sha256("\n".join(choices).encode()).hexdigest()[:16]


@pytest.mark.parametrize(("title", "robot"), sorted(VERSIONS))
def test_a_robot_plays_as_its_version_says(title: str, robot: str) -> None:
    version = VERSIONS[title, robot]
    assert play_of(get_title(title), robot) == PLAY[title, robot, version], (
        f"{robot} plays {title} in another way. Raise its version in games/ratings/anchors.py, measure it by matches "
        "(docs/robots.md), and add the new hash here beside that of the old version."
    )


def test_every_robot_has_a_version_and_every_anchor_a_robot() -> None:
    assert set(VERSIONS) == {(title.key, robot) for title in TITLES.values() for robot in title.robots}
    assert all(robot in TITLES[title].robots for title, robot, _version, _seats in ANCHORS)


def test_greedy_has_1500_points_everywhere_for_ever() -> None:
    for title in TITLES.values():
        for seats in range(title.min_seats, title.max_seats + 1):
            for version in (1, 2, 99):
                anchor = anchor_of(title.key, "greedy", version, seats)
                assert anchor is not None
                assert (anchor.rating, anchor.error) == (1500, 0)
