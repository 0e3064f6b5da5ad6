from collections.abc import Sequence

from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Ply
from games.planning.models import StudyNode
from games.planning.study_presenters import MAX_INSET, Tree

TITLE = get_title("marrakech")
NAMES = ["Amina", "Brahim", "Chama"]
START = TITLE.start("gigamic", {"rugs": "3/3/3"}, 3)


def tree(*nodes: tuple[int, int | None, str], here: int = 0, log: Sequence[Ply] = ()) -> Tree:
    """Return a tree of nodes, each (ply, number of its parent, notation); they are numbered from 1 as they come."""
    made: dict[int, StudyNode] = {}
    for pk, (ply, parent, notation) in enumerate(nodes, 1):
        seat = None if notation.isdecimal() else 0
        made[pk] = StudyNode(pk=pk, ply=ply, parent_id=parent, seat=seat, notation=notation, rank=pk)
    states = [START, *(ply.after for ply in log)]
    return Tree(TITLE, NAMES, states, list(made.values()), made.get(here), log, len(log))


def listed(one: Tree) -> list[tuple[int, str]]:
    return [(row.level, " ".join(node.short for node in row.nodes)) for row in one.rows]


def test_a_turn_in_the_tree_of_a_study_is_one_row_under_a_heading() -> None:
    one = tree((0, None, "F"), (1, 1, "2"), (2, 2, "d7e7"))
    assert listed(one) == [(0, ""), (1, "F 2 d7e7")]
    assert (one.rows[0].ply, one.rows[1].name) == (0, "Amina")


def test_variations_in_the_tree_of_a_study_are_indented_before_the_line_goes_on() -> None:
    one = tree((0, None, "F"), (1, 1, "2"), (1, 1, "3"), (2, 2, "d7e7"), (0, None, "L"))
    assert listed(one) == [(0, ""), (1, "F"), (2, "L"), (1, "2"), (2, "3"), (1, "d7e7")]
    assert [row.begins for row in one.rows] == [False, False, True, False, True, False]


def test_a_comment_ends_its_row_in_the_tree_of_a_study() -> None:
    one = tree((0, None, "F"), (1, 1, "2"), (2, 2, "d7e7"))
    one.nodes[1].comment = "Hm."
    assert [(text, row.comment) for (_level, text), row in zip(listed(one), one.rows, strict=True)] == [
        ("", ""),
        ("F 2", "Hm."),
        ("d7e7", ""),
    ]


def test_the_current_line_is_marked_in_the_tree_of_a_study() -> None:
    one = tree((0, None, "F"), (1, 1, "2"), (1, 1, "3"), here=3)
    marks = {node.pk: (node.is_on_way, node.is_here) for row in one.rows for node in row.nodes}
    assert marks == {1: (True, False), 2: (False, False), 3: (True, True)}
    assert (one.is_main, one.is_first, one.is_last) == (False, False, True)
    assert [node.pk for node in one.below(one.nodes[0])] == [2, 3]


def test_actions_of_the_game_are_marked_in_the_tree_as_long_as_a_line_follows_them() -> None:
    log = list_plies(TITLE, "gigamic", {"rugs": "3/3/3"}, 3, [(0, "F"), (None, "2")])
    one = tree((0, None, "F"), (1, 1, "2"), (0, None, "L"), (1, 3, "2"), log=log)
    assert {node.pk for row in one.rows for node in row.nodes if node.is_played} == {1, 2}


def test_nested_lines_of_a_study_are_listed_to_the_end_of_a_game() -> None:
    one = nested()
    assert max(row.level for row in one.rows) > MAX_INSET
    assert max(row.inset for row in one.rows) == MAX_INSET
    assert sum(len(row.nodes) for row in one.rows) == len(one.nodes)


def nested() -> Tree:
    """Return a tree in which each step of a whole game is the second thing tried, so that it lies within the last."""
    made: list[StudyNode] = []
    state, parent, ply = START, None, 0
    while TITLE.outcome(state) is None:
        actions = TITLE.legal_actions(state)
        for action in {actions[-1]: None, actions[0]: None}:
            text = TITLE.notation(action)
            made.append(StudyNode(pk=len(made) + 1, ply=ply, parent_id=parent, seat=action.seat, notation=text))
        state, parent, ply = TITLE.apply(state, actions[0]), len(made), ply + 1
    return Tree(TITLE, NAMES, [START], made, None)
