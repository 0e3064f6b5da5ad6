"""The picture of the board, without any font of the machine."""

import io
import re
import struct

import pytest
import resvg_py
from PIL import Image, ImageChops

from games.engine.marrakech.title import MARRAKECH
from games.engine.messages import Message
from games.engine.scene import Scene
from games.mail.tables.board_image import board_png
from games.presenters.pictures.board_svg import board_svg
from games.presenters.pictures.raster import crisp_png, on_whole_pixels, render_image
from games.presenters.raster.glyphs import GLYPHS, letters_as_paths

NAMES = ["Ada", "Bo"]


def _drawn(body: str) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{body}</svg>'
    return bytes(resvg_py.svg_to_bytes(svg_string=letters_as_paths(svg), width=40, skip_system_fonts=True))


def _scene() -> Scene:
    state = MARRAKECH.start("gigamic", {}, 2)
    for notation in ("F", "1", "d4e4"):
        while (chance := MARRAKECH.chance(state)) and chance.label == "pile":
            state = MARRAKECH.apply(state, MARRAKECH.parse(state, None, chance.outcomes[0][0]))
        seat = None if MARRAKECH.chance(state) else MARRAKECH.acting(state)[0]
        state = MARRAKECH.apply(state, MARRAKECH.parse(state, seat, notation))
    return MARRAKECH.scene(state)


def test_it_is_a_png_of_640_pixels() -> None:
    png = board_png(MARRAKECH, _scene(), NAMES)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (640, 640)


def test_it_can_be_smaller() -> None:
    assert struct.unpack(">II", board_png(MARRAKECH, _scene(), NAMES, 180)[16:24]) == (360, 360)


def test_it_has_a_palette_and_no_colour_that_is_far_from_the_drawing() -> None:
    svg = board_svg(_scene(), say=lambda message: message.key, title="x", palette="standalone", letters=True)
    small = Image.open(io.BytesIO(crisp_png(svg, 640)))
    drawing = render_image(on_whole_pixels(svg, 640), 640, edges="crisp_edges")
    assert small.mode == "P"
    off = ImageChops.difference(drawing, small.convert("RGB")).convert("L").histogram()
    assert sum(off[20:]) == 0


def test_a_square_is_a_whole_number_of_pixels_wide() -> None:
    view = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', on_whole_pixels('<svg viewBox="-56 -56 532 532"/>', 640))
    assert view
    left, top, wide, high = map(float, view.groups())
    assert [60 * 640 / wide, -left * 640 / wide] == pytest.approx([72, 68])
    assert (left, wide) == (top, high)


def test_every_letter_on_the_board_becomes_a_path() -> None:
    def say(message: Message) -> str:
        return message.key

    svg = board_svg(_scene(), say=say, title="x", palette="standalone", letters=True)
    assert svg.count("<text") >= 16
    assert "<text" not in letters_as_paths(svg)


@pytest.mark.parametrize("letter", sorted(GLYPHS))
def test_every_letter_leaves_a_trace(letter: str) -> None:
    assert _drawn(f'<text x="20" y="30" font-size="30">{letter}</text>') != _drawn("")


def test_no_two_letters_look_alike() -> None:
    drawn = {_drawn(f'<text x="20" y="30" font-size="30">{letter}</text>') for letter in GLYPHS}
    assert len(drawn) == len(GLYPHS)


def test_a_letter_takes_colour_size_and_edge_from_around() -> None:
    text = '<text x="20" y="30">R</text>'
    plain = _drawn(f'<g font-size="20">{text}</g>')
    assert _drawn(f'<g font-size="30">{text}</g>') != plain
    assert _drawn(f'<g font-size="20" fill="#f00">{text}</g>') != plain
    assert _drawn(f'<g font-size="20" stroke="#f00" stroke-width="3">{text}</g>') != plain


def test_what_cannot_be_written_stays_text() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg"><text>ж</text></svg>'
    assert "<text>ж</text>" in letters_as_paths(svg)
