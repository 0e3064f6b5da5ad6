"""Tests of the actions that an incomplete text may mean."""

import pytest

from games.engine.drafts import MAX_MEANT, actions_like

from .helpers.tiles import TILES

START = TILES.start("standard", {}, 2)


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("b n1", ("b n1 0", "b n1 1", "b n1 2", "b n1 3")),
        ("B N1 x", ("b n1 0 x", "b n1 1 x", "b n1 2 x", "b n1 3 x")),
        ("a", ("a n1", "a w1", "a e1", "a s1")),
        ("n1 b", ()),
        ("b", ()),  # more than MAX_MEANT
        ("z", ()),
        ("", ()),
    ],
)
def test_a_text_may_mean_the_shortest_actions_with_all_of_its_words(text: str, meant: tuple[str, ...]) -> None:
    assert actions_like(TILES, START, text) == meant
    assert len(meant) <= MAX_MEANT
