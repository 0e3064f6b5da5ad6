"""Tests of the list of tiles: what contradicts itself is refused with the reason."""

import pytest

from games.engine.marram.tiles import read_tiles

LAND_UNDER = {"g": "g", "s": "s", "o": "s", "w": "s", "b": "g"}
START = "S00 | sgob N,EW,S bh:W,oe:S -"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("X01 | gggg NESW - -", "a number and one or two faces"),
        ("T01", "a number and one or two faces"),
        ("T01 | gggs NES,W - - | gggg NESW - -", "both faces must have the same edges"),
        ("T01 | gggx NESW - -", "four motifs"),
        ("T01 | gggg NESW -", "four motifs"),
        ("T01 | gggg NEX - -", "letters of NESW"),
        ("T01 | gggg NES - -", "must divide the edges"),
        ("T01 | gggs NESW - -", "one land"),
        ("T01 | gggo NES,W - -", "belongs to one part"),
        ("T01 | gggo NES,W we:W -", "one species"),
        ("T01 | gggo NES,W ox:W -", "a kind that it has"),
        ("T01 | gggo NES,W om:W -", "wrong number of edges"),
        ("T01 | gggg NESW - N=gold", "one on each"),
        ("T01 | gggg NESW - NESW=flower", "flowers on sand"),
    ],
)
def test_a_tile_that_contradicts_itself_is_refused(line: str, reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        read_tiles([START, line], LAND_UNDER)


def test_a_gap_in_the_numbers_is_refused() -> None:
    with pytest.raises(ValueError, match="without a gap"):
        read_tiles([START, "T02 | gggg NESW - -"], LAND_UNDER)


def test_a_good_list_is_read() -> None:
    start, other = read_tiles([START, "T01 | gggs NES,W - - | gggs NES,W - NES=gold"], LAND_UNDER)
    assert (start.has_shovel, other.has_shovel) == (False, True)
    assert other.faces[1].treasures == ("gold", "")
