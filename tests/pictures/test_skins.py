from collections.abc import Iterator
from importlib import metadata

import pytest
from PIL import ImageColor

from games.engine.messages import Message
from games.engine.scene import Cell, Piece, Scene, Token
from games.pictures.board_svg import BoardLook, board_svg
from games.pictures.paint import Palette
from games.pictures.raster import render_image
from games.pictures.registry import ENTRY_POINTS, PLAIN, SKINS, skin_of
from tests.engine.helpers.meadow.skin import SKIN
from tests.helpers.board_scenes import say

MEADOW = Scene("meadow", 1, 1, (Cell("0", 0, 0, Message("cell")),), tokens=(Token("moth", "0"),))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Install a package with skins, as far as the registry can see."""
    points = metadata.EntryPoints(
        metadata.EntryPoint(title, "tests.engine.helpers.meadow.skin:SKIN", ENTRY_POINTS)
        for title in ("meadow", "marrakech")
    )
    monkeypatch.setattr(metadata, "entry_points", points.select)
    skin_of.cache_clear()
    yield
    skin_of.cache_clear()


def draw(palette: Palette) -> str:
    return board_svg(MEADOW, BoardLook(palette), say=say, title="Meadow")


def test_the_skin_of_another_package_is_found_by_its_entry_point() -> None:
    assert skin_of("meadow") is SKIN


def test_another_package_cannot_replace_a_skin_of_this_project() -> None:
    assert skin_of("marrakech") is SKINS["marrakech"]


def test_a_title_without_a_skin_is_drawn_plainly() -> None:
    assert skin_of("stones") is PLAIN


def test_figures_of_a_plain_title_are_drawn_even_without_a_facing() -> None:
    assert SKIN.figure_art["moth"] in draw("light")


def test_own_colours_of_a_plain_title_are_in_every_drawing() -> None:
    assert 'fill="#b6d694"' in draw("light")
    assert 'fill="#33482a"' in draw("dark")
    assert 'fill="light-dark(#b6d694, #33482a)"' in draw("page")
    assert "b-tile" not in draw("page")


def test_shared_colours_of_a_plain_title_are_classes_on_a_page() -> None:
    assert SKIN.brush("board", "page")("glow") == 'class="b-glow"'


@pytest.mark.parametrize("turn", range(4))
def test_a_plain_piece_lies_on_all_of_its_cells_however_it_is_turned(turn: int) -> None:
    cells = tuple(Cell(f"{x}{y}", x, y, Message("cell")) for x in range(3) for y in range(3))
    piece = Piece("p", "tile", "a", ("00", "10", "11", "22"), "P", turn=turn)
    board = Scene("plain", 3, 3, cells, pieces=(piece,))
    image = render_image(board_svg(board, BoardLook("light"), say=say, title=""), 240)  # 30 of margin, 60 for each cell
    colour = ImageColor.getrgb(PLAIN.style_colour("a"))
    covered = {cell.name for cell in cells if image.getpixel((80 + 60 * cell.column, 80 + 60 * cell.row)) == colour}
    assert covered == set(piece.cells)
