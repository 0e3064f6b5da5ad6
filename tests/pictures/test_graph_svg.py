import itertools
import re
from xml.etree import ElementTree

import pytest

from games.pictures.graphs import CHIP, HEIGHT, GraphLine, Scale, graph_svg


def line(letter: str, *values: float, error: float = 0.0) -> GraphLine:
    return GraphLine(letter, "c", (0.0, *values), (0.0, *[error] * len(values)))


def drawn(*lines: GraphLine, tips: tuple[str, ...] = ()) -> str:
    return graph_svg(lines, title="Luck", desc="All of it", tips=tips, ident="luck")


def heights(svg: str, kind: str) -> list[float]:
    return [float(found) for found in re.findall(rf'class="{kind}" cx="100%" cy="([0-9.]+)"', svg)]


def test_a_graph_is_a_drawing_with_a_name() -> None:
    assert ElementTree.fromstring(drawn(line("A", 1, 2))).get("aria-labelledby") == "luck-title"


def test_every_line_of_a_graph_has_dashes_of_its_own() -> None:
    svg = drawn(line("A", 1), line("B", 2), line("C", 3))
    assert [f"graph__line--{seat}" in svg for seat in range(4)] == [True, True, True, False]


def test_names_in_a_graph_are_escaped() -> None:
    assert "<b>" not in drawn(line("A", 1), tips=("<b>bold</b>",))


def test_higher_values_of_a_graph_are_drawn_higher() -> None:
    ends = heights(drawn(line("A", 5.0), line("B", -5.0)), "graph__end")
    assert ends[0] < ends[1]


@pytest.mark.parametrize("values", [(0.0, 0.0, 0.0, 0.0), (9.0, 9.0, 9.1, 9.2), (-40.0, -40.0, -40.0, 60.0)])
def test_letters_of_a_graph_do_not_overlap(values: tuple[float, ...]) -> None:
    chips = sorted(
        heights(drawn(*(line(letter, value) for letter, value in zip("ABCD", values, strict=True))), "graph__chip")
    )
    assert all(lower - upper >= CHIP - 0.2 for upper, lower in itertools.pairwise(chips))
    assert chips[0] > 0
    assert chips[-1] < HEIGHT


def test_the_band_of_a_graph_is_as_wide_as_the_error() -> None:
    scale = Scale([line("A", 4.0, error=2.0)])
    assert (scale.low, scale.high) == (-1.0, 6.0)


@pytest.mark.parametrize(("reach", "marks"), [(1.0, [-1, 0, 1]), (7.0, [0, 2, 4, 6]), (70.0, [0, 20, 40, 60])])
def test_marks_of_a_graph_are_round_numbers(reach: float, marks: list[int]) -> None:
    assert Scale([line("A", reach)]).marks == marks


def test_the_graph_of_a_game_without_turns_can_be_drawn() -> None:
    assert "<svg" in drawn(line("A"))
