"""Boards as PNG pictures for emails."""

from collections.abc import Sequence

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.scene import Scene
from games.presenters.pictures.board_svg import board_svg
from games.presenters.pictures.raster import crisp_png
from games.presenters.wording import render_message

SHOWN = 320  # width in pixels, as an email shows it
SMALL = 180  # the width if an email has several boards
DENSITY = 2  # drawn at twice that size, to be sharp on every screen


def board_png(title: Title, scene: Scene, names: Sequence[str], width: int = SHOWN) -> bytes:
    """Return the drawing of a scene as PNG data, ``DENSITY`` times as wide as the email shows it."""

    def say(message: Message) -> str:
        return render_message(title, message, names)

    svg = board_svg(scene, say=say, title=title.name, palette="light", letters=True)
    return crisp_png(svg, width * DENSITY)
