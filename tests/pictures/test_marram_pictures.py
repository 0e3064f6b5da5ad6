import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product
from math import dist
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from games.common.wording import message_renderer
from games.engine.marram.title import MARRAM
from games.engine.messages import Message
from games.engine.prompts import Prompt
from games.engine.scene import Cell, Piece, PiecePart, Scene
from games.pictures.board_svg import IDENT, BoardLook, Question, board_svg
from games.pictures.film import LaidPiece, TurnedPiece, flows_between, laid_pieces, turned_pieces
from games.pictures.marram import faces
from games.pictures.marram.creatures import LOOKS
from games.pictures.marram.skin import sides
from games.pictures.raster import crisp_board
from games.pictures.registry import skin_of
from games.pictures.sprite import pieces_address
from tests.helpers.board_scenes import say
from tooling.bootstrap import ROOT

SKIN = skin_of("marram")
NAMES = sorted(name for name in faces.faces() if name[-1] in "ab")
SVG = "{http://www.w3.org/2000/svg}"
FILE = pieces_address("marram", SKIN)


def cell(column: int, row: int) -> Cell:
    return Cell(f"c{column}r{row}", column, row, Message("cell", {"name": f"c{column}r{row}"}))


def tile(face: str, at: str, turn: int = 0, gone: tuple[int, ...] = (), parts: tuple[PiecePart, ...] = ()) -> Piece:
    return Piece(face, "tile", "", (at,), "", face=face, turn=turn, gone=gone, parts=parts)


def scene(*tiles: Piece, left: int = -2, top: int = -1, columns: int = 5, rows: int = 4) -> Scene:
    cells = [cell(left + column, top + row) for row, column in product(range(rows), range(columns))]
    return Scene("marram", columns, rows, tuple(cells), (), tiles, left=left, top=top)


def draw(drawn: Scene, question: Question | None = None, **look: Any) -> str:
    return board_svg(drawn, BoardLook(**look), say=say, title="Board", question=question)


@pytest.mark.parametrize("name", NAMES)
def test_every_face_of_a_tile_has_a_picture_of_its_own(name: str) -> None:
    assert ElementTree.fromstring(SKIN.icon(name)).tag == f"{SVG}svg"


def test_pictures_of_tiles_have_all_faces() -> None:
    assert len(NAMES) == 85 + 28


def test_the_first_face_needs_no_letter() -> None:
    assert SKIN.icon("57") == SKIN.icon("57a") != SKIN.icon("57b")


@pytest.mark.parametrize("name", NAMES)
def test_every_segment_of_a_tile_has_a_place_for_a_piece(name: str) -> None:
    face, claims = faces.faces()[name], faces.places_of(name).claims
    segments = [f"L{at}" for at in range(len(face.lands))] + [f"B{at}" for at in range(len(face.parts))]
    assert sorted(claims) == sorted(segments)
    assert all(max(map(abs, place)) < 30 for place in claims.values())


def test_one_picture_shows_both_sides_of_all_tiles_that_can_be_flipped() -> None:
    drawn = ElementTree.fromstring(SKIN.icon("backs"))
    assert [node.text for node in drawn.iter(f"{SVG}text")] == [str(number) for number in range(57, 85)]
    assert faces.draw_face("84b", ()) in SKIN.icon("backs")


def test_species_are_distinguishable_without_colours() -> None:
    assert len({look.outer for look in LOOKS.values()}) == len(LOOKS)
    assert len({tuple(stroke[1:] for stroke in look.pattern) for look in LOOKS.values()}) == len(LOOKS)


def test_vanished_features_are_not_drawn() -> None:
    whole, without = SKIN.icon("42"), SKIN.icon("42-x0")
    assert (whole.count(LOOKS["o"].body), without.count(LOOKS["o"].body)) == (1, 0)


@pytest.mark.parametrize("name", ["100", "57c", "x", "", "style", "style-e", "boot", "-"])
def test_unknown_tile_names_have_no_picture(name: str) -> None:
    with pytest.raises(KeyError):
        SKIN.icon(name)


@pytest.mark.parametrize("name", ["boot-A", "fork-C", "shovel", "gold", "silver", "flower", "style-D"])
def test_icons_of_marram_have_a_label(name: str) -> None:
    assert ElementTree.fromstring(SKIN.icon(name, title="T")).get("aria-label") == "T"


def test_a_tile_stays_where_it_is_while_the_board_grows() -> None:
    small = draw(scene(tile("0", "c0r0"), left=-1, top=-1, columns=3, rows=3))
    large = draw(scene(tile("0", "c0r0"), left=-9, top=-4, columns=14, rows=9))
    assert f'<use href="{FILE}#0r0" x="30" y="30"/>' in small
    assert f'<use href="{FILE}#0r0" x="30" y="30"/>' in large
    boxes = [re.search(r'viewBox="([^"]+)"', text) for text in (small, large)]
    assert [box[1] for box in boxes if box] == ["-96 -96 252 252", "-576 -276 912 612"]


def test_a_page_takes_faces_from_one_file_and_a_picture_has_them_inside() -> None:
    drawn = scene(tile("57", "c0r0", turn=3, gone=(0,)))
    assert f'<use href="{FILE}#57x0" transform="translate(30 30)rotate(270)"/>' in draw(drawn)
    left = "".join(f'<use href="#57{layer}"/>' for layer in ("g", "p1", "t"))
    assert f'<g id="57x0">{left}</g>' in SKIN.pieces_svg()
    assert "rotate(270)" in SKIN.icon("57b-x02-r3")
    assert "/art/" not in draw(drawn, palette="light")
    assert "rotate(270)" in draw(drawn, palette="dark")


def test_a_dark_picture_has_the_tones_of_a_page_at_night() -> None:
    night = f'<g filter="{SKIN.night}">'
    pictures = {palette: draw(scene(tile("57", "c0r0")), palette=palette) for palette in ("light", "dark")}
    assert [name for name, drawn in pictures.items() if night in drawn] == ["dark"]
    assert f"--night: {SKIN.night.replace('(.', '(0.')};" in (ROOT / "static/css/board.css").read_text()


def test_the_file_of_pieces_has_every_face_in_every_rotation_with_all_its_layers() -> None:
    ids = re.findall(r'\bid="([^"]+)"', SKIN.pieces_svg())
    assert len(ids) == len(set(ids))
    wanted = {
        f"{SKIN.piece_name(name)}{part}"
        for name, face in faces.faces().items()
        for part in ("", "r0", "r1", "r2", "r3", "g", "t", *(f"p{index}" for index in range(len(face.parts))))
    }
    assert {name for name in ids if "x" not in name} == wanted
    assert set(re.findall(r'href="#([^"]+)"', SKIN.pieces_svg())) <= wanted


def test_the_layers_of_a_face_in_the_file_are_the_face() -> None:
    ElementTree.fromstring(SKIN.pieces_svg())
    found = re.search(r'<g id="42r0">(.*?)<view', SKIN.pieces_svg())
    assert found
    drawn = re.sub(r'</?g( id="[^"]*")?>', "", found[1])
    assert re.sub("</?g>", "", faces.draw_face("42")) in drawn


def test_pieces_lie_upright_on_their_segments() -> None:
    parts = (PiecePart("L0", "boot", "A", 0), PiecePart("B0", "fork", "B", 1))
    text = draw(scene(tile("3", "c0r0", turn=1, parts=parts)))
    (x, y) = faces.places_of("3").claims["B0"]
    assert f'<use href="#{IDENT}-fBB" x="{round(30 - y)}" y="{round(30 + x)}"/>' in text
    assert [name for name in ("bLA", "fBB") if f'id="{IDENT}-{name}"' not in text] == []


def link(notation: str) -> dict[str, str]:
    return {"href": f"?choose={notation}"}


@cache
def states() -> tuple[Any, ...]:
    """Return the positions of a game in which actions are chosen at random."""
    random, state = Random(4), MARRAM.start("pitchfork-long", {}, 2)
    found = []
    while MARRAM.outcome(state) is None:
        found.append(state)
        state = MARRAM.apply(state, random.choice(MARRAM.legal_actions(state)))
    return tuple(found)


def questions(state: Any, chosen: str = "") -> Iterator[tuple[Any, Prompt]]:
    """Yield all questions of a position, step by step."""
    prompt = MARRAM.prompt(state, chosen)
    if prompt:
        yield state, prompt
        for choice in prompt.choices:
            if choice.is_step:
                yield from questions(state, choice.notation)


def first(is_wanted: Callable[[Prompt], bool]) -> tuple[Any, Prompt]:
    return next(found for state in states() for found in questions(state) if is_wanted(found[1]))


def choices_on_board(state: Any, prompt: Prompt) -> dict[str, ElementTree.Element]:
    drawn = draw(MARRAM.scene(state), Question(prompt, link))
    return {node.attrib["href"].partition("=")[2]: node for node in ElementTree.fromstring(drawn).iter(f"{SVG}a")}


def test_places_for_a_tile_are_whole_cells_of_the_board() -> None:
    state, prompt = first(lambda prompt: prompt.kind == "place")
    found = choices_on_board(state, prompt)
    assert set(found) == {choice.notation for choice in prompt.choices}
    assert {node[0].attrib["href"][:-1] for node in found.values()} == {f"#{IDENT}-p"}
    hit = '<rect class="b-hit" x="-30" y="-30" width="60" height="60"/>'
    assert f'<g id="{IDENT}-spot">{hit}' in draw(MARRAM.scene(state), Question(prompt, link))


def test_two_rotations_of_a_tile_divide_its_cell() -> None:
    found = choices_on_board(*first(lambda prompt: prompt.text.key == "prompt.rotation" and len(prompt.choices) == 2))
    parts = [part for node in found.values() for part in str(node[0].get("d")).split("M") if part]
    assert len(parts) == len(set(parts)) == 4


def test_a_rotation_has_an_arrow_to_where_the_upper_side_looks() -> None:
    found = choices_on_board(*first(lambda prompt: prompt.text.key == "prompt.rotation" and len(prompt.choices) == 2))
    for notation, node in found.items():
        assert f"rotate({90 * int(notation[-1])})" in {part.get("transform") for part in node.iter()}
        assert not list(node.iter(f"{SVG}text"))


def test_the_star_of_a_boot_lies_on_its_own_dot() -> None:
    state, prompt = first(lambda prompt: prompt.text.key == "prompt.claim.pitchfork" and len(prompt.choices) > 3)
    starred = prompt.choices[-1].notation
    node = ElementTree.fromstring(draw(MARRAM.scene(state), Question(prompt, link, "", frozenset([starred]))))
    one = next(one for one in node.iter(f"{SVG}a") if one.attrib["href"].partition("=")[2] == starred)
    star = next(part for part in one.iter(f"{SVG}path") if part.get("class") == "b-star")
    assert star.get("transform") == one[0].get("transform")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_every_rotation_has_its_own_part_of_the_cell(count: int) -> None:
    assert len(set(sides(count))) == count


def test_segments_of_a_tile_are_chosen_on_the_board() -> None:
    state, prompt = first(lambda prompt: prompt.text.key == "prompt.claim.pitchfork" and len(prompt.choices) > 3)
    found = choices_on_board(state, prompt)
    assert set(found) == {choice.notation for choice in prompt.choices[1:]}
    assert len({node[0].get("transform") for node in found.values()}) == len(found)


def test_a_tile_to_flip_is_chosen_where_it_lies() -> None:
    state, prompt = first(lambda prompt: any(choice.notation.startswith("f") for choice in prompt.choices))
    found = choices_on_board(state, prompt)
    assert set(found) == {choice.notation for choice in prompt.choices if choice.notation.startswith("f")}


def test_a_picked_tile_is_drawn_on_the_board() -> None:
    state, prompt = first(lambda prompt: bool(prompt.preview))
    (ghost,) = prompt.preview
    assert isinstance(ghost, Piece)
    assert f"{FILE}#{SKIN.piece_name(ghost.face)}r{ghost.turn}" in draw(MARRAM.scene(state), Question(prompt, link))


def test_the_page_of_a_prompt_of_marram_stays_small() -> None:
    tell = message_renderer(MARRAM, ("Amina", "Brahim"))
    look = BoardLook(grid=True, styles="ab")
    sizes = [
        len(board_svg(MARRAM.scene(state), look, say=tell, title="", question=Question(prompt, link)))
        for state in states()[-20:]
        for _, prompt in list(questions(state))[:3]
    ]
    assert 20_000 < max(sizes) < 50_000


def big() -> Scene:
    spots = [f"c{column}r{row}" for row, column in product(range(8), range(9))]
    names = [name for name in NAMES if name.endswith("a")]
    pieces = [tile(names[at], spot, at % 4) for at, spot in enumerate(spots)]
    for at in range(0, 60, 3):
        pieces[at] = pieces[at]._replace(parts=(PiecePart("L0", "boot", "abcd"[at % 4], at % 4),))
    return scene(*pieces, left=-1, top=-1, columns=11, rows=10)


def test_the_board_of_a_whole_game_of_marram_stays_small() -> None:
    assert len(draw(big(), grid=True, styles="abcd")) < 30_000


def test_the_picture_of_a_whole_game_of_marram_has_the_wanted_width() -> None:
    assert int.from_bytes(crisp_board(big(), 532)[16:20], "big") == 532


def changes(before: Scene, after: Scene) -> tuple[list[LaidPiece], list[TurnedPiece]]:
    brush = SKIN.brush("b", "page")
    return laid_pieces(SKIN, brush, before, after), turned_pieces(SKIN, brush, before, after)


def test_a_new_tile_is_animated_onto_its_cell() -> None:
    first = tile("0", "c0r0")
    laid, turned = changes(scene(first), scene(first, tile("14", "c1r0", 3), left=-3))
    assert [(piece["x"], piece["y"], piece["roll"]) for piece in laid] == [(90, 30, "")]
    assert f"{FILE}#14r3" in laid[0]["drawing"]
    assert turned == []


def test_the_animation_of_a_flip_has_both_faces() -> None:
    before = scene(tile("57", "c0r0")._replace(key="57"))
    laid, turned = changes(before, scene(tile("57b", "c0r0", 2)._replace(key="57")))
    assert laid == []
    assert [f"{FILE}#57r0" in turned[0]["old"], f"{FILE}#57br2" in turned[0]["new"]] == [True, True]


def test_animated_points_of_marram_come_from_no_seat() -> None:
    assert flows_between([5, 0, 3], [5, 9, 12]) == [[None, 1, 9], [None, 2, 9]]


@pytest.mark.parametrize("name", NAMES)
def test_the_places_of_two_pieces_on_a_tile_of_marram_lie_apart(name: str) -> None:
    places = faces.places_of(name).claims.values()
    assert min((dist(one, other) for one, other in combinations(places, 2)), default=99) >= 12
