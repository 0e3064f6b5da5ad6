import re
from collections.abc import Callable
from typing import Any
from xml.etree import ElementTree

import pytest
import resvg_py

from games.board.still_boards import STILLS
from games.engine.marrakech.title import MARRAKECH
from games.engine.marram.title import MARRAM
from games.engine.messages import Message
from games.engine.prompts import Choice, Prompt
from games.engine.scene import Loop, Scene, Token, Trail
from games.pictures.board_svg import IDENT, BoardLook, Question, board_svg, close_up
from tests.helpers.board_scenes import RUGS, bare, place_prompt, rug, say, scene, turn_prompt

SVG = "{http://www.w3.org/2000/svg}"


def link(notation: str) -> dict[str, str]:
    return {"href": f"?choose={notation}#act"}


def draw(
    drawn: Scene | None = None,
    *,
    desc: str = "",
    prompt: Prompt | None = None,
    link: Callable[[str], dict[str, str]] = link,
    chosen: str = "",
    **look: Any,
) -> str:
    question = Question(prompt, link, chosen) if prompt else None
    return board_svg(drawn or scene(), BoardLook(**look), say=say, title="Board", desc=desc, question=question)


def tree(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)


def uses(text: str, name: str) -> list[ElementTree.Element]:
    drawing = tree(text)
    defined = {node for part in drawing.iter(f"{SVG}defs") for node in part.iter()}
    return [
        node for node in drawing.iter(f"{SVG}use") if node.get("href") == f"#{IDENT}-{name}" and node not in defined
    ]


def links(text: str) -> dict[str, ElementTree.Element]:
    return {node.attrib["data-choice"]: node for node in tree(text).iter(f"{SVG}a")}


@pytest.mark.parametrize("options", [{}, {"palette": "light"}, {"letters": True, "grid": True}])
def test_a_board_svg_is_well_formed(options: dict[str, Any]) -> None:
    assert tree(draw(**options)).tag == f"{SVG}svg"


def test_a_board_svg_is_well_formed_whatever_the_names_are() -> None:
    drawing = tree(draw(desc="Le\x0b\x1f\ufffe\uffffila & <b>"))
    assert [node.text for node in drawing.iter(f"{SVG}desc")] == ["Leila & <b>"]


def test_a_board_svg_draws_every_mosaic() -> None:
    text = draw()
    assert (len(uses(text, "arch1")), len(uses(text, "corner"))) == (12, 2)


def test_a_board_svg_draws_every_rug() -> None:
    text = draw()
    assert sum(len(uses(text, f"{part}-{style}")) for style in "cyrp" for part in ("rug", "half")) == len(RUGS)


def test_a_half_of_a_rug_is_cut_where_it_goes_under_another() -> None:
    text = draw(scene(pieces=(rug("c1", "c", "b4", hidden="c4"),)))
    assert [node.get("transform") for node in uses(text, "half-c")] == ["translate(120 210)"]


def test_a_half_of_a_rug_of_which_no_more_is_known_is_a_square() -> None:
    text = draw(scene(pieces=(rug("c1", "c", "b4"),)))
    assert (len(uses(text, "rug-c")), len(uses(text, "motif-c"))) == (0, 1)


def test_a_rug_without_an_owner_is_hatched() -> None:
    fills = [node.get("fill") for node in tree(draw(scene(pieces=(rug("c1", "c", "b4", "c4", out=True),)))).iter()]
    assert f"url(#{IDENT}-hatch)" in fills


@pytest.mark.parametrize(
    ("facing", "turn"), [("N", ""), ("E", "rotate(90)"), ("S", "rotate(180)"), ("W", "rotate(270)")]
)
def test_assam_is_drawn_in_his_direction(facing: str, turn: str) -> None:
    (assam,) = uses(draw(scene(tokens=(Token("assam", "d4", facing),))), "assam")
    assert assam.get("transform") == f"translate(210 210){turn}"


def test_a_figure_of_another_kind_is_drawn_as_a_plain_stone() -> None:
    text = draw(scene(tokens=(Token("camel", "a1", "N"), Token("camel", "b1"))))
    assert (len(uses(text, "pawn")), len(uses(text, "round"))) == (1, 1)


@pytest.mark.parametrize(
    ("cells", "loop", "way"),
    [
        (("a6", "a7", "b7", "b6"), 0, "M30 90L30 30L30 -13A30 30 0 0 1 90 -13L90 30L90 90"),
        (("b6", "b7", "a7"), 0, "M90 90L90 30L90 -13A30 30 0 0 0 30 -13L30 30"),
        (("g6", "g7", "g7"), 3, "M390 90L390 30L390 -13A34.5 34.5 0 1 1 433 30L390 30"),
        (("f7", "g7", "g7"), 3, "M330 30L390 30L433 30A34.5 34.5 0 1 0 390 -13L390 30"),
        (("g7", "g7", "f7"), 3, "M390 30L390 -13A34.5 34.5 0 1 1 433 30L390 30L330 30"),
        (("g7", "g7", "g6"), 3, "M390 30L433 30A34.5 34.5 0 1 0 390 -13L390 30L390 90"),
        (("f4", "g4", "g3"), 5, "M330 210L390 210L433 210A30 30 0 0 1 433 270L390 270"),
        (("a1", "a1", "a2"), 10, "M30 390L-13 390A34.5 34.5 0 1 0 30 433L30 390L30 330"),
    ],
)
def test_a_path_leads_round_the_mosaic(cells: tuple[str, ...], loop: int, way: str) -> None:
    paths = [node.get("d") for node in tree(draw(scene(trails=(Trail("walk", cells, (loop,)),)))).iter(f"{SVG}path")]
    assert way in paths


def test_a_path_beside_a_mosaic_stays_on_the_board() -> None:
    paths = [node.get("d") for node in tree(draw(scene(trails=(Trail("walk", ("a7", "b7")),)))).iter(f"{SVG}path")]
    assert "M30 30L90 30" in paths


def test_loops_of_other_shapes_are_drawn_as_paths() -> None:
    text = draw(scene(loops=(Loop(("a7", "N"), ("d7", "N")), Loop(("a4", "W"), ("g4", "E"))), trails=()))
    assert len(uses(text, "arch3")) == 1
    assert 'd="M-13 210C-69 210 489 210 433 210"' in text


def test_marked_cells_are_outlined_once_round_all_of_them() -> None:
    paths = [node.get("d") for node in tree(draw(scene(marks={"last": ("c6", "d6")}))).iter(f"{SVG}path")]
    assert "M120 60h60M120 120h60M120 60v60M180 60h60M180 120h60M240 60v60" in paths


def test_letters_of_rugs_are_drawn_on_demand() -> None:
    texts = "".join(node.text or "" for node in tree(draw(letters=True, palette="light")).iter(f"{SVG}text"))
    assert texts.count("C") == sum(len(piece.cells) for piece in RUGS if piece.style == "c")


def test_every_visible_half_on_a_page_has_its_letter_and_its_place() -> None:
    (written,) = (group[0] for group in tree(draw()).iter(f"{SVG}g") if group.get("class") == "b-letters")
    letters = "".join(piece.letter * len(piece.cells) for piece in RUGS)
    assert sorted("".join(str(row.text) for row in written)) == sorted(letters)
    assert [len(row.attrib["x"].split()) for row in written] == [len(str(row.text)) for row in written]


def test_tooltips_describe_every_square() -> None:
    titles = {node.text for node in tree(draw(grid=True)).iter(f"{SVG}title")}
    assert {"square a1", "square g7"} <= titles


def test_every_coordinate_is_written_on_the_rim() -> None:
    assert [node.text for node in tree(draw(bare())).iter(f"{SVG}text")] == [*"abcdefg", *"7654321"]


@pytest.mark.parametrize("prompt", [place_prompt(), turn_prompt()], ids=["place", "turn"])
def test_every_choice_on_the_board_is_a_link_with_its_notation(prompt: Prompt) -> None:
    found = links(draw(prompt=prompt))
    assert {name: node.get("href") for name, node in found.items()} == {
        choice.notation: f"?choose={choice.notation}#act" for choice in prompt.choices
    }


def test_a_choice_on_the_board_is_named_by_its_label_and_its_details() -> None:
    assert links(draw(prompt=place_prompt()))["d5d6"].get("aria-label") == "place d5d6; covers 1"


def test_a_choice_that_the_page_names_is_not_named_again() -> None:
    named = links(draw(prompt=place_prompt(), link=lambda notation: {**link(notation), "aria-labelledby": "entry"}))
    assert (named["d5d6"].get("aria-labelledby"), named["d5d6"].get("aria-label")) == ("entry", None)


def test_a_direction_is_chosen_by_every_square_on_its_way_that_another_does_not_reach_first() -> None:
    state = MARRAKECH.start("gigamic", {}, 4)
    prompt = MARRAKECH.prompt(state)
    assert prompt
    found = links(draw(MARRAKECH.scene(state), prompt=prompt))
    squares = {name: node.attrib["data-cells"].split() for name, node in found.items()}
    assert {name: cells[0] for name, cells in squares.items()} == {"L": "c4", "F": "d5", "R": "e4"}
    assert squares["L"][:3] == ["c4", "b4", "a4"]
    assert squares["R"][:3] == ["e4", "f4", "g4"]
    every = [cell for cells in squares.values() for cell in cells]
    assert len(every) == len(set(every))


def test_a_close_up_has_the_pieces_of_an_open_board_in_its_middle_and_all_of_another_board() -> None:
    dunes = MARRAM.scene(MARRAM.read_position(STILLS["placed"].position))
    assert (dunes.columns, dunes.rows) > (1, 2)
    near, wider = close_up(dunes), close_up(dunes, 5, 4)
    assert (near.left, near.top, near.columns, near.rows) == (0, 0, 1, 2)
    assert (wider.left, wider.top, wider.columns, wider.rows) == (-2, -1, 5, 4)
    assert len(near.cells) == len(near.pieces) == 2
    assert close_up(scene()) == scene()


def test_only_the_selected_choice_is_shown_without_hovering() -> None:
    found = links(draw(prompt=place_prompt(), chosen="d5d6", palette="light"))  # on a page: board.css
    shown = [name for name, node in found.items() if node[-1].get("opacity") is None]
    assert shown == [name for name, node in found.items() if node.get("aria-current")] == ["d5d6"]


def test_the_selected_choice_is_drawn_on_top() -> None:
    assert list(links(draw(prompt=place_prompt(), chosen="c4c5")))[-1] == "c4c5"


def test_targets_of_places_on_the_board_never_overlap() -> None:
    taken = []
    for node in links(draw(prompt=place_prompt())).values():
        taken += [part for part in node[0].attrib["d"].split("M") if part]
    assert len(taken) == len(set(taken))


def test_a_cell_that_belongs_to_one_place_is_its_target() -> None:
    assert "M180 60h60v60h-60z" in links(draw(prompt=place_prompt()))["d5d6"][0].attrib["d"]


def test_a_choice_without_a_drawing_is_left_to_the_buttons() -> None:
    prompt = Prompt(0, "turn", Message("text"), (Choice("pass", Message("pass")),))
    assert links(draw(prompt=prompt)) == {}
    assert links(draw(prompt=prompt._replace(kind="place"))) == {}


def test_a_rotation_on_the_board_shows_where_each_face_leads() -> None:
    left = links(draw(prompt=turn_prompt()))["L"]
    assert [node.text for node in left.iter(f"{SVG}text")] == ["1", "2", "3", "4"]


def test_faces_that_lead_to_one_square_do_not_hide_each_other() -> None:
    prompt = turn_prompt()
    ways = tuple(way._replace(cell="d4") for way in prompt.choices[0].branches)
    drawn = links(draw(prompt=prompt._replace(choices=(prompt.choices[0]._replace(branches=ways),))))["L"]
    discs = [node.get("transform") for node in drawn[-1].iter(f"{SVG}g") if node.get("transform")]
    assert len(set(discs)) == 4


def test_a_board_with_choices_is_a_group_and_a_picture_otherwise() -> None:
    assert tree(draw(prompt=turn_prompt())).get("role") == "group"
    assert tree(draw()).get("role") == "img"


def test_a_board_svg_refers_to_its_description() -> None:
    root = tree(draw(desc="A full text", ident="b7"))
    assert (root.get("aria-labelledby"), root.get("aria-describedby")) == ("b7-title", "b7-desc")
    assert root.findtext(f"{SVG}desc") == "A full text"


@pytest.mark.parametrize("prompt", [None, place_prompt(), turn_prompt()], ids=["none", "place", "turn"])
def test_a_board_svg_has_no_inline_style_or_script(prompt: Prompt | None) -> None:
    root = tree(draw(prompt=prompt, grid=True, letters=True))
    assert not [node for node in root.iter() if node.tag in (f"{SVG}style", f"{SVG}script", f"{SVG}foreignObject")]
    assert not [name for node in root.iter() for name in node.attrib if name == "style" or name.startswith("on")]


def test_user_texts_in_a_board_svg_are_escaped() -> None:
    hostile = '"><script>alert(1)</script>&'
    prompt = Prompt(0, "place", Message("x"), (Choice("d5d6", Message(hostile), ("d5", "d6")),))
    question = Question(prompt, lambda _: {"href": hostile})
    text = board_svg(scene(), say=say, title=hostile, desc=hostile, question=question)
    assert "<script" not in text
    assert tree(text).findtext(f"{SVG}title") == hostile
    assert links(text)["d5d6"].get("href") == hostile


def test_the_standalone_board_needs_no_style_sheet() -> None:
    text = draw(palette="light", prompt=place_prompt())
    assert not [node for node in tree(text).iter() if node.get("class") or "var(" in "".join(node.attrib.values())]


def test_a_board_picture_in_an_email_has_the_wanted_size() -> None:
    picture = bytes(resvg_py.svg_to_bytes(svg_string=draw(palette="light", width=320)))
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") == int.from_bytes(picture[20:24], "big") == 320


@pytest.mark.parametrize("prompt", [None, place_prompt(), turn_prompt()], ids=["none", "place", "turn"])
def test_a_board_svg_stays_small(prompt: Prompt | None) -> None:
    assert len(draw(prompt=prompt)) < 25_000


def test_ids_of_two_boards_on_one_page_differ() -> None:
    first, second = (
        {node.get("id") for node in tree(draw(ident=name)).iter() if node.get("id")} for name in ("one", "two")
    )
    assert not first & second


def lanterns(drawn: Scene) -> int:
    lit = re.search(rf'id="{IDENT}-lit" d="([^"]*)"', draw(drawn))
    return lit[1].count("M") if lit else 0


def test_a_lantern_hangs_between_each_two_mosaics() -> None:
    assert lanterns(bare()) == 12
    assert lanterns(bare()._replace(loops=())) == 0


def test_the_rim_of_the_board_is_open_where_a_mosaic_ends() -> None:
    sills = re.search(r'class="b-sill" d="([^"]*)"', draw(bare()))
    assert sills
    assert sills[1].count("M") == 2 * len(bare().loops)
