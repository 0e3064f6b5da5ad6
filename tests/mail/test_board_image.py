import io
import random
import re
import string
import struct
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from games.engine.marrakech.title import MARRAKECH
from games.engine.scene import Scene
from games.mail.tables import FINER, SHOWN, MailBoard
from games.pictures import raster
from games.pictures.board_svg import BoardLook, board_svg
from games.pictures.raster import crisp_png, on_whole_pixels, render_image

pytestmark = pytest.mark.pictures

LETTERS = string.ascii_letters + string.digits + "−"


def _drawn(body: str) -> bytes:
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">{body}</svg>'
    return render_image(svg, 40).tobytes()


def _scene() -> Scene:
    state = MARRAKECH.start("gigamic", {}, 2)
    for notation in ("F", "1", "d4e4"):
        while (chance := MARRAKECH.chance(state)) and chance.label == "pile":
            state = MARRAKECH.apply(state, MARRAKECH.parse(state, None, chance.outcomes[0][0]))
        seat = None if MARRAKECH.chance(state) else MARRAKECH.acting(state)[0]
        state = MARRAKECH.apply(state, MARRAKECH.parse(state, seat, notation))
    return MARRAKECH.scene(state)


def test_a_board_image_is_a_png_of_its_width() -> None:
    png = raster.crisp_board(_scene(), 720)
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png[16:24]) == (720, 720)


def test_a_numbered_place_is_drawn_at_the_middle_of_its_squares() -> None:
    plain, numbered = (
        Image.open(io.BytesIO(raster.crisp_board(_scene(), 640, places=places))).convert("RGB")
        for places in ((), (("f1", "f2"),))
    )
    box = ImageChops.difference(plain, numbered).getbbox()
    square = 640 / (7 * 60 + 112) * 60
    assert box
    assert box[3] - box[1] < square * 1.1
    assert abs((box[1] + box[3]) / 2 - (640 / 2 + square * 2.5)) < 3


def test_a_board_image_has_a_palette_without_foreign_colours() -> None:
    svg = board_svg(_scene(), BoardLook("light", letters=True), say=lambda message: message.key, title="x")
    small = Image.open(io.BytesIO(crisp_png(svg, 640)))
    drawing = render_image(on_whole_pixels(svg, 640), 640, is_crisp=True)
    assert small.mode == "P"
    assert sum(ImageChops.difference(drawing, small.convert("RGB")).convert("L").histogram()[20:]) == 0


def _position(steps: int) -> Scene:
    """Return a position with many rugs, a covered one and a walk."""
    state, chooser = MARRAKECH.start("gigamic", {}, 3), random.Random(steps)
    for _step in range(steps):
        if chance := MARRAKECH.chance(state):
            state = MARRAKECH.apply(state, MARRAKECH.parse(state, None, chooser.choice(chance.outcomes)[0]))
        else:
            state = MARRAKECH.apply(state, chooser.choice(list(MARRAKECH.legal_actions(state))))
    return MARRAKECH.scene(state)


def _position_after_a_loop() -> Scene:
    """Return a position in which Assam has walked through a loop at the edge."""
    scenes = (_position(steps) for steps in range(20, 200))
    return next(scene for scene in scenes if any(trail.loops for trail in scene.trails))


@pytest.mark.parametrize("share", FINER)
def test_few_pixels_are_drawn_for_a_new_position(monkeypatch: pytest.MonkeyPatch, share: float) -> None:
    """Drawing a whole board takes 15 ms, as long as everything else that is done for a picture."""
    drawn, render = [], raster._render
    raster._put_together.cache_clear()
    raster._sprite.cache_clear()
    pixels = MailBoard(_scene(), SHOWN, "", "", [], []).pixels(share)
    raster.crisp_board(_position(0), pixels)

    def noted(*args: Any, **kwargs: Any) -> Image.Image:
        drawn.append(render(*args, **kwargs))
        return drawn[-1]

    monkeypatch.setattr(raster, "_render", noted)
    raster.crisp_board(_position_after_a_loop(), pixels)
    assert drawn
    assert max(picture.width * picture.height for picture in drawn) < pixels * pixels / 2


@pytest.mark.parametrize("pixels", [640, 360, 250, 240])
@pytest.mark.parametrize("scene", [_position(80), _position_after_a_loop()], ids=["rugs", "a loop"])
def test_a_board_image_made_of_parts_looks_like_one_drawn_whole(pixels: int, scene: Scene) -> None:
    svg = board_svg(scene, BoardLook("light"), say=lambda message: message.key, title="x")
    whole, parts = (
        Image.open(io.BytesIO(png)).convert("RGB")
        for png in (crisp_png(svg, pixels), raster.crisp_board(scene, pixels))
    )
    assert whole.size == parts.size
    soft = [picture.filter(ImageFilter.BoxBlur(3)) for picture in (whole, parts)]  # edges may be a pixel apart
    off = ImageChops.difference(*soft).convert("L").histogram()
    assert sum(off[60:]) == 0
    assert sum(off[20:]) < pixels * pixels / 30


def test_a_board_image_hatches_the_rugs_of_a_player_who_is_out() -> None:
    scene = _position(60)
    out = scene._replace(pieces=tuple(piece._replace(out=True) for piece in scene.pieces))
    assert raster.crisp_board(out, 360) != raster.crisp_board(scene, 360)


def test_a_square_of_a_board_image_is_a_whole_number_of_pixels_wide() -> None:
    view = re.search(r'viewBox="(\S+) (\S+) (\S+) (\S+)"', on_whole_pixels('<svg viewBox="-56 -56 532 532"/>', 640))
    assert view
    left, top, wide, high = map(float, view.groups())
    assert [60 * 640 / wide, -left * 640 / wide] == pytest.approx([72, 68])
    assert (left, wide) == (top, high)


def _with_text(text: str) -> bytes:
    return _drawn(f'<text x="20" y="30" font-size="30" text-anchor="middle">{text}</text>')


@pytest.mark.parametrize("letter", LETTERS)
def test_every_letter_of_the_font_is_visible(letter: str) -> None:
    assert _with_text(letter) != _with_text("")


def test_letters_of_the_font_look_different() -> None:
    assert len({_with_text(letter) for letter in LETTERS}) == len(LETTERS)


def test_fonts_of_the_machine_are_not_used_for_board_images() -> None:
    assert _with_text("ж") == _with_text("ю")


def test_the_font_has_every_character_of_the_board() -> None:
    board = board_svg(_scene(), BoardLook("light", letters=True), say=lambda message: message.key, title="x")
    texts = re.findall(r"<text[^>]*>([^<]+)</text>", board)
    assert len(texts) >= 15
    assert {*"".join(texts)} <= {*LETTERS}


def test_a_letter_of_a_drawing_inherits_colour_size_and_edge() -> None:
    text = '<text x="20" y="30">R</text>'
    plain = _drawn(f'<g font-size="20">{text}</g>')
    assert _drawn(f'<g font-size="30">{text}</g>') != plain
    assert _drawn(f'<g font-size="20" fill="#f00">{text}</g>') != plain
    assert _drawn(f'<g font-size="20" stroke="#f00" stroke-width="3">{text}</g>') != plain
