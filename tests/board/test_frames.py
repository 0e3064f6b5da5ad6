from typing import Any
from xml.etree import ElementTree

import pytest

from games.board.pictures import Frame, make_frames
from games.engine.registry import get_title
from games.engine.replay import list_plies
from games.engine.values import Ply
from games.pictures.board_svg import BoardLook, board_layers, board_svg
from games.pictures.film import piece_styles

NAMES = ("Amina", "Brahim")
TITLE = get_title("marrakech")
OPTIONS = {"two_player_colours": "1", "dirhams": "20"}
# Assam starts on d4 facing north. Amina lays a rug beside d6; Brahim walks round the mosaic of c7 and d7, and lays one.
LOG = [(0, "F"), (None, "2"), (0, "c7d7"), (1, "F"), (None, "1"), (1, "d6e6"), (0, "R"), (None, "2")]


def frames(log: Any = LOG, **wanted: int) -> list[Frame]:
    return make_frames(TITLE, played(log), NAMES, **wanted)


def played(log: Any = LOG) -> list[Ply]:
    return list_plies(TITLE, "gigamic", OPTIONS, 2, log)


def test_a_game_has_a_frame_for_each_ply_and_one_for_the_beginning() -> None:
    assert [frame["ply"] for frame in frames()] == list(range(len(LOG) + 1))


def test_the_first_frame_shows_the_position_before_any_action() -> None:
    first = frames()[0]
    assert (first["text"], first["seat"], first["path"], first["flows"], first["figures"]) == (
        "",
        None,
        [],
        [],
        [20, 20],
    )


def test_a_part_of_the_frames_is_the_same_as_in_the_whole() -> None:
    assert frames(start=3, stop=5) == frames()[3:6]


def test_an_empty_log_has_no_frames() -> None:
    assert frames([]) == []


def test_a_part_behind_the_end_has_no_frames() -> None:
    assert frames(start=len(LOG) + 1) == []


def test_the_frame_of_a_roll_has_die_path_and_seat() -> None:
    roll = frames()[2]
    assert (roll["thrown"], roll["path"], roll["seat"], roll["facing"]) == ("die-2", ["d4", "d5", "d6"], 0, "N")


def test_the_path_of_a_frame_is_a_line_to_draw() -> None:
    assert frames()[2]["route"] == "M210 210L210 150L210 90"


def test_a_rotation_is_animated_the_short_way() -> None:
    assert [frame["turn"] for frame in frames()[:2]] == [None, None]
    assert frames([(0, "L")])[1]["turn"] == [0, -90]
    assert frames([(0, "R")])[1]["turn"] == [0, 90]


def test_a_payment_is_animated_from_seat_to_seat() -> None:
    roll = frames()[5]
    assert (roll["flows"], roll["figures"]) == ([[1, 0, 2]], [22, 18])


def test_the_frame_of_a_payment_lists_the_squares_once() -> None:
    assert [frame["sources"] for frame in frames()[4:7]] == [[], [[150.0, 30.0], [210.0, 30.0]], []]


def test_the_frame_of_a_rug_says_where_it_was_laid() -> None:
    assert frames()[3]["laid"] == [{"x": 180.0, "y": 30.0, "turn": 0, "roll": "rug-c", "drawing": ""}]


def test_a_rug_on_the_board_is_not_laid_again_by_later_frames() -> None:
    assert [len(frame["laid"]) for frame in frames()] == [0, 0, 0, 1, 0, 0, 1, 0, 0]


def test_the_frame_of_a_resignation_before_a_roll_names_the_player() -> None:
    assert frames([(0, "F"), (None, "1"), (0, "resigns")])[3]["seat"] == 0


def test_an_aborted_game_has_no_acting_seat_in_its_last_frame() -> None:
    assert frames([(0, "F"), (None, "abort")])[2]["seat"] is None


def test_the_frame_of_a_resignation_removes_the_coins() -> None:
    assert frames([(0, "resigns")])[1]["flows"] == [[0, None, 20]]


@pytest.mark.parametrize("layer", ["lying", "standing"])
def test_a_drawing_of_frames_has_the_definitions_of_every_layer(layer: str) -> None:
    state = played()[0].before
    drawing = board_svg(TITLE.scene(state), BoardLook(styles=piece_styles(TITLE, state)), say=str, title="Board")
    known = {node.get("id") for node in ElementTree.fromstring(drawing).iter()}
    text = "".join(frame[layer] for frame in frames())  # type: ignore[literal-required]
    used = {node.get("href", "")[1:] for node in ElementTree.fromstring(f"<g>{text}</g>").iter() if node.get("href")}
    assert used <= known


def test_layers_of_frames_are_those_of_the_whole_drawing() -> None:
    scene = TITLE.scene(played()[-1].after)
    drawing = board_svg(scene, BoardLook(ident="other"), say=str, title="Board")
    assert all(layer and layer in drawing for layer in board_layers(scene, ident="other"))


def test_points_are_animated_after_the_action_that_scored_them() -> None:
    title = get_title("marram")
    line = "classic-short 2 B/2 A:0/5.0.2/1.0/14.9.71 B:0/7.0.3/0.0/74.8.73 63b@w1r3AB2,0@0r0 - ?"
    state = title.read_position(line)
    plies = list(title.iter_plies(state, [(1, "74 w2 3 L2"), (1, "8 s1w1 2")]))
    first, second = make_frames(title, plies, NAMES)[1:]
    assert first["sources"] == [[-90.0, 30.0], [-30.0, 30.0]]
    assert second["sources"] == [[-30.0, 30.0], [-30.0, 90.0]]
