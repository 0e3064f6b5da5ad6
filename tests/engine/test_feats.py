"""What players remember a game for: the values of each seat in whole games."""

from itertools import pairwise
from random import Random
from typing import Any

from games.engine.core import Title
from games.engine.marrakech.scoring import longest_patches
from games.engine.marram.title import MARRAM
from games.engine.values import Ply

from .helpers.marram_games import scoring_game
from .helpers.random_games import TITLE, random_game


def feats(title: Title, plies: list[Ply]) -> dict[str, tuple[int | None, ...]]:
    return {feat.key: feat.of(plies) for feat in title.feats}


def plies_of(states: list[Any]) -> list[Ply]:
    action: Any = None  # no feat looks at it
    return [Ply(number, before, action, after) for number, (before, after) in enumerate(pairwise(states))]


def test_patches_and_rents_are_the_largest_of_the_whole_game() -> None:
    kept, free = 0, 0
    for seed in range(12):
        states, _log = random_game("gigamic", 3, seed, {"rugs": "3/3/3"})
        found = feats(TITLE, plies_of(states))
        paid: list[list[int]] = [[], [], []]
        for before, after in pairwise(states):
            if before.phase == "roll" and (
                loss := before.seats[before.current].dirhams - after.seats[before.current].dirhams
            ):
                paid[before.current].append(loss)
        patches = [max(sizes) for sizes in zip(*map(longest_patches, states), strict=True)]
        scores = {standing.seat: standing.score for standing in TITLE.outcome(states[-1]).standings}
        assert list(found["patch"]) == patches
        assert list(found["rent"]) == [max(payments, default=None) for payments in paid]
        assert list(found["no-rent"]) == [None if payments else scores[seat] for seat, payments in enumerate(paid)]
        kept += patches != list(longest_patches(states[-1]))
        free += any(not payments for payments in paid)
    assert kept
    assert free


def test_nobody_has_paid_nothing_in_a_game_that_somebody_left() -> None:
    states, _log = random_game("gigamic", 3, 1, {"rugs": "3/3/3"})
    early = [*states[:8], TITLE.apply(states[7], TITLE.parse(states[7], 0, "resigns"))]

    assert feats(TITLE, plies_of(early))["no-rent"] == (None, None, None)


def test_a_game_without_a_rug_has_no_patch() -> None:
    states, _log = random_game("gigamic", 2, 1)
    early = [states[0], TITLE.apply(states[0], TITLE.parse(states[0], 0, "resigns"))]

    assert feats(TITLE, plies_of(early)) == {"patch": (None, None), "rent": (None, None), "no-rent": (None, None)}


def test_snakes_of_marram_are_as_long_as_the_tiles_that_scored() -> None:
    for seed in range(20):
        plies = list(scoring_game("classic-short", 2, Random(seed)))
        found = feats(MARRAM, plies)
        last = plies[-1].after
        assert found["points"] == tuple(holding.score for holding in last.seats)
        snakes = [
            one for ply in plies if ply.after.last for one in ply.after.last.scored if one.kind in ("orange", "blue")
        ]
        longest = [max((len(one.nodes) for one in snakes if seat in one.winners), default=None) for seat in (0, 1)]
        assert list(found["snake"]) == longest
        if snakes:
            return
    raise AssertionError("no snake in twenty games")
