"""Tests of what a player's page tells as the best of a game of Marrakech: the longest patch."""

from games.engine.marrakech.title import MARRAKECH

from ..helpers.positions import position


def test_the_longest_patch_of_each_seat_counts() -> None:
    # A: three squares in a row and two apart; B: two apart from two, as a corner does not join; C: none.
    state = position("gigamic", rugs="c1:00,01 c2:02 c3:44,45 y1:60,61 y2:52,53")
    assert MARRAKECH.highlight.of(state) == (3, 2, 0)
