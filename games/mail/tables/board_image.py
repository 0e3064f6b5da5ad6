"""The board as a PNG picture that needs no font of the machine it is made on."""

from collections.abc import Sequence

from games.engine.core import Title
from games.engine.messages import Message
from games.engine.scene import Scene
from games.presenters.pictures.board_svg import board_svg
from games.presenters.pictures.raster import crisp_png
from games.presenters.wording import render_message

SHOWN = 320  # pixels across, as a mail shows it
SMALL = 180  # the same where several boards stand in one mail
DENSITY = 2  # drawn at twice that size: sharp on every screen, and the screen smooths what is drawn without blending


def board_png(title: Title, scene: Scene, names: Sequence[str], shown: int = SHOWN) -> bytes:
    """Return the drawing of a scene as PNG data, ``DENSITY`` times as wide as it is ``shown`` in the mail."""

    def say(message: Message) -> str:
        return render_message(title, message, names)

    svg = board_svg(scene, say=say, title=title.name, palette="standalone", letters=True)
    return crisp_png(svg, shown * DENSITY)
