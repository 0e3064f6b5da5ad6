"""Tests of corner cases that random games do not reach every time."""

import pytest

from games.engine.errors import IllegalAction
from games.engine.gamefile import read_one
from games.engine.marram.actions import FIRST_PART, Place, cell_at
from games.engine.marram.title import MARRAM

from ..helpers.marram_positions import gained, place, position
from .test_refused_files import HEADERS, TURNS, refused

START = "T00@(0,0)r0"


@pytest.mark.parametrize("claim", ["B0", "B1"])
def test_a_snake_with_two_parts_on_one_tile_scores_once(claim: str) -> None:
    before = position("T00@(0,-1)r0", "T09@(1,1)r3", "T11@(0,1)r0", "T07@(1,0)r2")
    after = place(before, "T27@(0,0)r0", claim)
    assert gained(before, after) == (6, 0)
    assert after.last is not None
    assert [(one.kind, len(one.nodes)) for one in after.last.scored] == [("orange", 6)]


def test_a_part_that_the_tile_does_not_have_cannot_be_claimed() -> None:
    state = position(START, rack=(39,))
    with pytest.raises(IllegalAction) as raised:
        MARRAM.apply(state, Place(0, 39, cell_at(1, 0), 0, FIRST_PART + 5))
    assert raised.value.code == "no-such-segment"


def test_the_only_tile_with_the_only_cell_is_asked_for_its_rotation() -> None:
    prompt = MARRAM.prompt(position(START, rack=(1,)))
    assert prompt is not None
    assert prompt.text.key == "prompt.rotation"
    assert len(prompt.choices) == 2


def test_a_claim_may_leave_out_its_piece() -> None:
    state = position(START, "T42@(0,1)r0", claims=("A:boot@(0,1).B0",), rack=(39,))
    data = MARRAM.to_json(state)
    del data["board"]["s1"]["claims"][0]["piece"]
    assert MARRAM.from_json(data) == state


def test_a_file_may_have_its_whole_pile() -> None:
    pile = refused(HEADERS.replace('[Result "*"]', '[Pile "16 23"]') + TURNS).params["expected"]
    assert len(read_one(HEADERS + f'[Pile "{pile}"]\n' + TURNS).log) == 26
