import pytest

from games.board.still_boards import STILLS, still_board
from games.engine.marram.board import NODE_BITS
from games.engine.marram.scoring import appraise
from games.engine.registry import get_title

POINTS = {"orange": 3, "worm": 6, "blue": 9, "freak": 3, "tuft": 31, "mound": 24}


@pytest.mark.parametrize("name", POINTS)
def test_an_example_of_the_rules_shows_a_complete_feature_with_the_points_beside_it(name: str) -> None:
    state = get_title("marram").read_position(STILLS[name].position)
    board, rules = state.board, state.rules
    nodes = [cell << NODE_BITS | segment for cell in board.laid for segment in board.segments(cell)]
    features = [board.trace(node, rules.creatures_block_land) for node in nodes]
    complete = {appraise(rules, board, one.nodes) for one in features if one.is_complete}
    assert (name, POINTS[name]) in complete


def test_an_example_is_drawn_without_empty_cells() -> None:
    drawn = still_board("worm")
    assert drawn.count('<use href="/art/marram/p.') == 3
    assert 'id="still-worm-title">A complete worm' in drawn
